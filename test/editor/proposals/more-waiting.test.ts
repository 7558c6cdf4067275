import { expect, test } from 'vitest';
import { moreWaiting } from '../../../src/editor/proposals/more-waiting.ts';

const WAITING = [
	{ kind: 'program', waiting: 3 },
	{ kind: 'review', waiting: 5000 },
] as const;

test('A list that is shorter than what waits says so', () => {
	expect(moreWaiting(1000, WAITING, ['review'])).toEqual([
		'… and 4,000 newer ones, which are listed when these are decided.',
	]);
	expect(moreWaiting(1000, WAITING)[0]).toContain('4,003');
	expect(moreWaiting(3, WAITING, ['program', 'report'])).toEqual([]);
	expect(moreWaiting(0, [])).toEqual([]);
});

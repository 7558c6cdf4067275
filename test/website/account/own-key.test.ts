import { describe, expect, test } from 'vitest';
import { endsSoon } from '../../../src/website/account/own-key.ts';

describe('endsSoon', () => {
	const now = new Date('2026-05-01T12:00:00Z');

	test.each([
		[null, undefined],
		['2026-05-08T12:00:01Z', undefined],
		['2026-05-08T12:00:00Z', 'in 7 days'],
		['2026-05-02T12:00:01Z', 'in 2 days'],
		['2026-05-02T12:00:00Z', 'within a day'],
		['2026-05-01T12:00:01Z', 'within a day'],
	])('for a key that ends at %s is %s', (expires_at, words) => {
		expect(endsSoon({ expires_at }, now)).toBe(words);
	});
});

import { expect, test } from 'vitest';
import { recordText } from '../../../src/website/search/record-text.ts';

test('Texts are joined with a dot between them, without those that are missing', () => {
	expect(recordText(['Acme', 'Sells  anvils.\nHeavy.', null, ' ', 'Hardware'])).toBe(
		'Acme · Sells anvils. Heavy. · Hardware',
	);
});

test('A record contains the start of a long text, and of many texts', () => {
	const long = 'word '.repeat(10_000);
	expect(recordText([long, 'end'])).toMatch(/^(?:word )+word… · end$/);
	expect(recordText(Array(50).fill(long)).length).toBeLessThanOrEqual(20_001);
});

import { describe, expect, test } from 'vitest';
import { asLine, shortDescription } from '../../../src/snapshot/import/openaffiliate-program.ts';

const LONG = 'Larkpost sends newsletters to readers who asked for them. It counts what they open.\nJoin today!';

describe('shortDescription', () => {
	test.each([
		['inside a word', 'Larkpost sends newsle', 'Larkpost sends newsletters to readers who asked for them.'],
		['between words', 'Larkpost sends', 'Larkpost sends newsletters to readers who asked for them.'],
		[
			'inside a later sentence',
			'Larkpost sends newsletters to readers who asked for them. It cou',
			'Larkpost sends newsletters to readers who asked for them. It counts what they open.',
		],
	])('completes the sentence of a description that is cut off %s', (_, short, whole) => {
		expect(shortDescription(short, LONG)).toBe(whole);
	});

	test.each([
		['is not the start of the long description', 'Newsletters for rea'],
		['ends with a sentence', 'Larkpost sends newsletters to readers who asked for them.'],
		['lacks only the full stop', 'Larkpost sends newsletters to readers who asked for them'],
	])('keeps a description that %s', (_, short) => {
		expect(shortDescription(short, LONG)).toBe(short);
	});

	test('a sentence ends with its paragraph, and before a label', () => {
		expect(shortDescription('Ship par', 'Ship parcels\n\nTo anywhere')).toBe('Ship parcels');
		expect(shortDescription('Ship par', 'Ship parcels Affiliate program: Earn 20%')).toBe('Ship parcels');
		expect(shortDescription('Ship parcels', 'Ship parcels Affiliate program: Earn 20%')).toBe('Ship parcels');
	});

	test('the words of both descriptions can be separated by different spaces', () => {
		expect(shortDescription('Ship  your par', 'Ship your\u00a0parcels. Anywhere.')).toBe('Ship your parcels.');
	});

	test('cuts a sentence of more than 300 characters between words, and says so', () => {
		const line = shortDescription('Ship your', `Ship your ${'parcels and letters '.repeat(20)}everywhere.`);
		expect(line).toMatch(/ (?:parcels|and|letters)…$/);
		expect(line.length).toBeLessThanOrEqual(301);
	});
});

test.each([
	['**Earn 20%** of each `sale`', 'Earn 20% of each sale'],
	['See [our terms](https://acme.example/terms)', 'See our terms'],
	['# Acme\n\nSells  anvils', 'Acme Sells anvils'],
	['2 * 3 * 4 and snake_case', '2 * 3 * 4 and snake_case'],
])('asLine writes %j without Markdown: %s', (text, line) => {
	expect(asLine(text)).toBe(line);
});

import { expect, test } from 'vitest';
import type { Evidence } from '../../../src/catalog/commission-columns.ts';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import {
	figureSource,
	markedDescription,
	readDescription,
	readParts,
	whoseWords,
} from '../../../src/website/format/pay-evidence.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const by = (who: Evidence['by'], fields: Partial<Evidence> = {}) =>
	({ by: who, place: null, words: null, ...fields }) as Evidence;
const read = (words: string, place: Evidence['place'] = 'conditions') => by('words', { place, words });

/** The text of a commission, with brackets around the words that a figure was read from. */
function marked(commission_text: string | null, ...words: string[]): string {
	const evidence = Object.fromEntries(words.map((one, index) => [`column_${index}`, read(one)]));
	return readParts(publishedProgram({ commission_text, commission_evidence: evidence }))
		.map(({ text, isRead }) => (isRead ? `[${text}]` : text))
		.join('');
}

test.each([
	[
		'words in the middle',
		'20%; earn 20% of sales. Ask us.',
		['earn 20% of sales'],
		'20%; [earn 20% of sales]. Ask us.',
	],
	[
		'words of several figures',
		'Earn 20% for a year, at most $9.',
		['Earn 20%', '$9'],
		'[Earn 20%] for a year, at most [$9].',
	],
	['words that overlap once', '20% for a year', ['20% for', 'for a year'], '[20% for a year]'],
	['no words that do not occur', '20%', ['25%'], '20%'],
	[
		'words with other dashes, spaces and quotation marks',
		'Get “it”:  20–40% — it’s up to you',
		['Get "it": 20-40% - it\'s'],
		'[Get “it”:  20–40% — it’s] up to you',
	],
	['nothing without words', null, ['20%'], ''],
])('The words that figures were read from are marked: %s', (_, text, words, expected) => {
	expect(marked(text, ...words)).toBe(expected);
});

test.each([
	['Read from the words above (marked)', { commission_rate: read('20%'), commission_months: read('a year') }],
	['Read from the words above', { commission_rate: read('30%') }],
	['Read from its description (marked)', { commission_rate: read('5% & more', 'description') }],
	['Read from its description', { commission_rate: read('20%', 'description') }],
	[
		'Commission: read from the words above (marked); Months of commission: read from its duration',
		{ commission_rate: read('20%'), commission_months: read('12 months', 'duration') },
	],
	['Entered by an editor', { commission_amount: by('editor') }],
	['From OpenAffiliate', { commission_rate: by('source'), commission_type: read('recurring') }],
	[
		'Commission, Commission cap: entered by an editor; Months of commission: from OpenAffiliate',
		{ commission_months: by('source'), commission_rate: by('editor'), commission_cap: by('editor') },
	],
	[null, {}],
	[null, null],
])('It is said who states the figures: %s', (words, commission_evidence) => {
	const program = publishedProgram({
		...{ commission_rate: 20, commission_amount: 5, commission_months: 12, commission_cap: 100 },
		commission_evidence: commission_evidence as never,
		commission_text: '20% for a year',
		long_description: 'Earn **up to** 5% & more.',
		source_name: 'OpenAffiliate',
	});
	expect(figureSource(program)).toBe(words);
});

test('A source without a name is called so', () => {
	const evidence = { commission_rate: by('source') };
	expect(figureSource(publishedProgram({ commission_rate: 20, commission_evidence: evidence }))).toBe(
		'From its source',
	);
});

test.each<[string, Partial<PublishedProgram>]>([
	['that an editor has left open', { commission_evidence: { commission_rate: by('editor') } }],
	['in statements that contradict each other', { offers: CONTRADICTION, commission_evidence: { offers: read('20%') } }],
])('It is not said who states figures %s', (_, fields) => {
	expect(figureSource(publishedProgram(fields))).toBeNull();
});

test('The words that figures were read from are marked in the descriptions, but not in addresses', () => {
	const program = publishedProgram({
		description: 'Sends mail. 5% & more',
		long_description: '[Terms](https://acme.example/5% & more) Earn 5% &\nmore.',
		commission_evidence: { commission_rate: read('5% & more', 'description'), commission_amount: read('mail') },
	});
	expect(readDescription(program)).toEqual([
		{ text: 'Sends mail. ', isRead: false },
		{ text: '5% & more', isRead: true },
	]);
	expect(markedDescription(program)).toMatch(/Earn <mark>5% &amp;\nmore<\/mark>\.<\/p>/);
});

test.each([
	['in the words of OpenAffiliate', { source_name: 'OpenAffiliate' }],
	['in its own words', { source_name: 'OpenAffiliate', checked_at: '2026-09-02T00:00:00Z' }],
	['in its own words', { source_name: null }],
])('The text of a commission is %s', (words, fields) => {
	expect(whoseWords(publishedProgram({ checked_at: null, imported_at: null, ...fields }))).toBe(words);
});

import { describe, expect, test } from 'vitest';
import { splitWords } from '../../src/shared/text.ts';
import { type Api, keysOf } from './api.ts';
import { SERVERS } from './contract.ts';

describe.each(SERVERS)('Variants: q, through $name', (api) => {
	const found = async (q: string) => keysOf(await search(api, q)).sort();

	test('q is trimmed', async () => {
		expect(await found('  llon post-ha\t ')).toEqual(['quillon']);
	});

	test('a blank q is ignored', async () => {
		const { meta } = await api.json('/programs');
		for (const blank of ['', '%20', '%20%09%0A', '+']) {
			expect((await api.json(`/programs?q=${blank}`)).meta.total).toBe(meta.total);
		}
	});

	test.each([
		['name', 'quillon'],
		['description', 'zebrawood'],
		['long_description', 'marmalade'],
		['category names', 'philately'],
		['organization name', 'vermilion'],
	])('full text covers the %s', async (_field, q) => {
		expect(await found(q)).toEqual(['quillon']);
	});

	test.each([
		['addresses', 'example'],
		['tracking platforms', 'partner-cloud'],
		['commission words', 'months'],
		['currencies', 'eur'],
	])('full text covers nothing else: not %s', async (_field, q) => {
		expect(await found(q)).toEqual([]);
	});

	test.each([
		['without its space', 'lumenpartners', 'lumen-partners'],
		['with other spaces', 'quill on posthaste', 'quillon'],
		['an alias', 'lamp league', 'lumen-partners'],
		['an alias without its space', 'LampLeague', 'lumen-partners'],
		['with “affiliate program” beside it', 'Quillon Posthaste affiliate program', 'quillon'],
		['a tag', 'chandelier', 'lumen-partners'],
	])('a name matches %s: %s', async (_how, q, slug) => {
		expect(await found(q)).toEqual([slug]);
	});

	test('nothing is corrected in silence: where nothing matches, meta carries did_you_mean', async () => {
		const { data, meta } = await search(api, 'quilon post');
		expect(data).toEqual([]);
		expect(meta).toMatchObject({ total: 0, did_you_mean: 'quillon post' });
		expect((await search(api, 'cafe ünicorm')).meta.did_you_mean).toBe('cafe unicorn');
		expect((await search(api, 'quillon')).meta).not.toHaveProperty('did_you_mean');
		expect((await search(api, 'xylophones')).meta).not.toHaveProperty('did_you_mean');
		expect((await api.json('/programs?category=none')).meta).not.toHaveProperty('did_you_mean');
	});

	test('did_you_mean has results with the same filters', async () => {
		const near = async (query: string) => (await api.json(`/programs?${query}`)).meta.did_you_mean;
		expect(await near('q=quilon&category=philately')).toBe('quillon');
		expect(await near('q=quilon&category=crowd')).toBeUndefined();
	});

	test.each(['bidding', 'paypal', 'partner-cloud'])('a word of other facts is not corrected: %s', async (q) => {
		expect((await search(api, q)).meta).not.toHaveProperty('did_you_mean');
	});

	test('other texts match by whole words, not anywhere', async () => {
		expect(await found('ebrawood')).toEqual([]);
		expect(await found('armalad')).toEqual([]);
	});

	test.each(['cafe unicorn', 'CAFÉ ÜNÏCORN', 'café', 'UNICORN', 'GROSS', 'groß'])(
		'case and accents are ignored: %s',
		async (q) => {
			expect(await found(q)).toEqual(['unicorn']);
		},
	);

	test('words are runs of letters and digits', async () => {
		expect(await found('haste jars')).toEqual(['quillon']);
		expect(await found('jars/since—1987')).toEqual(['quillon']);
	});

	test('every word of q must be among the program’s words', async () => {
		expect(await found('marmalade vermilion zebrawood')).toEqual(['quillon']);
		expect(await found('marmalade unheard zebrawood')).toEqual([]);
	});

	test('the last word is a prefix, the others are whole', async () => {
		expect(await found('zebrawood marm')).toEqual(['quillon']);
		expect(await found('marm zebrawood')).toEqual([]);
	});

	test('a q without a letter or digit matches by name only', async () => {
		expect(await found('™')).toEqual(['lumen-partners']);
		expect(await found('%')).toEqual(['wool']);
		expect(await found('®')).toEqual(['wool']);
		expect(await found('©')).toEqual([]);
	});

	test.each([
		...splitWords('" \' * ( ) ^ : \\ -quillon NEAR(quillon) name:quillon "quillon {quillon} \0'),
		...['quillon AND zebrawood', 'quillon OR wool', 'NOT quillon', "'; DROP TABLE programs; --", '+quillon +'],
	])('no character is an operator or can cause an error: %s', async (q) => {
		const answer = await api.get(`/programs?q=${encodeURIComponent(q)}`);
		expect(answer.status).toBe(200);
	});

	test('words of other search languages are plain words', async () => {
		expect(await found('quillon OR wool')).toEqual([]);
		expect(await found('NOT zebrawood')).toEqual([]);
		expect(await found('quil*')).toEqual(['quillon']);
		expect(await found('100% wool_')).toEqual(['wool']);
		expect(await found('w__l')).toEqual([]);
	});
});

function search(api: Api, q: string) {
	return api.json(`/programs?per_page=100&q=${encodeURIComponent(q)}`);
}

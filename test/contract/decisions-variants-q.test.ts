import { describe, expect, test } from 'vitest';
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

	test('a name can contain q anywhere', async () => {
		expect(await found('llon post-ha')).toEqual(['quillon']);
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
		'"',
		"'",
		'*',
		'(',
		')',
		'^',
		':',
		'\\',
		'-quillon',
		'NEAR(quillon)',
		'name:quillon',
		'quillon AND zebrawood',
		'quillon OR wool',
		'NOT quillon',
		'"quillon',
		"'; DROP TABLE programs; --",
		'\0',
		'{quillon}',
		'+quillon +',
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

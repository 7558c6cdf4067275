import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TextMatches } from '../../../src/website/search/text-search.client.ts';
import { Random } from '../../generate/random.ts';
import { type SearchHost, startSearchHost } from '../../support/search-host.ts';
import { type Files, indexOf, partsOf, sourcesOf, textSource } from '../../support/text-indexes.ts';

let host: SearchHost;
beforeAll(async () => {
	host = await startSearchHost();
});
afterAll(() => host?.[Symbol.asyncDispose]());

async function search(files: Files, query: string): Promise<TextMatches> {
	return (await host.search(files, [query]))[0]!;
}

const addressesOf = ({ best }: TextMatches) => best.map(({ url }) => url).sort();

describe('A text index after many updates', () => {
	const random = new Random(3, 'updates');
	const letters = [...'abcdefghijklmnoprstuvwxyzéñ'];
	const vocabulary = Array.from({ length: 1500 }, () =>
		Array.from({ length: random.between(4, 8) }, () => random.pick(letters)).join(''),
	);
	const contents = new Map<number, string>();
	let updated: Files;
	let whole: Files;

	const write = (number: number) =>
		contents.set(number, Array.from({ length: 8 }, () => random.pick(vocabulary)).join(' '));

	beforeAll(async () => {
		for (let number = 0; number < 1200; number++) write(number);
		let { files } = await indexOf(sourcesOf(contents), undefined, { largest: 250_000 });
		for (let step = 0; step < 6; step++) {
			const edited = new Set<number>();
			for (let edit = 0; edit < 30; edit++) {
				const number = random.between(0, 1300);
				edited.add(number);
				if (random.between(0, 3) === 0) contents.delete(number);
				else write(number);
			}
			const mayDiffer = (program: string) => edited.has(Number(program.slice(2)));
			files = (await indexOf(sourcesOf(contents), files, { mayDiffer, largest: 250_000 })).files;
		}
		updated = files;
		whole = (await indexOf(sourcesOf(contents))).files;
	});

	test('has kept parts from which records were removed', () => {
		const { main, changed } = partsOf(updated);
		expect([main.length > 1, changed.length]).toEqual([true, 1]);
		expect(main.filter(({ removed }) => removed.length > 0)).not.toEqual([]);
		expect([partsOf(whole).main.length, partsOf(whole).changed]).toEqual([1, []]);
	});

	test('finds the same records as a new index, and as many', async () => {
		const words = Array.from({ length: 80 }, () => random.pick(vocabulary));
		const pairs = [...contents.values()].slice(0, 25).map((content) => content.split(' ').slice(2, 4).join(' '));
		const queries = [
			...words,
			...pairs,
			...pairs.map((pair) => `"${pair}"`),
			...words.slice(0, 20).map((word) => word.slice(0, 4)),
		];
		const [found, expected] = [await host.search(updated, queries), await host.search(whole, queries)];
		expect(found.map(({ total }, at) => [queries[at], total])).toEqual(
			expected.map(({ total }, at) => [queries[at], total]),
		);
		const rare = [...queries.keys()].filter((at) => expected[at]!.total <= 8);
		expect(rare.length).toBeGreaterThan(80);
		expect(rare.map((at) => addressesOf(found[at]!))).toEqual(rare.map((at) => addressesOf(expected[at]!)));
	});
});

describe('The search', () => {
	const texts = [
		['Larkpost', 'A newsletter about companies. It ships weekly.'],
		['Lark', 'The weekly letter of a bird.'],
		['Quoted', 'Payouts arrive on time. The time they arrive on is noon.'],
		['Reversed', 'On arrive payouts, time after time.'],
	] as const;
	let files: Files;

	beforeAll(async () => {
		// Each record is in a part of its own.
		const sources = texts.map(([title, content], number) => textSource(number, content, title));
		files = (await indexOf(sources, undefined, { largest: 1 })).files;
		expect(partsOf(files).main).toHaveLength(4);
	});

	test('leaves out the parts that only have a shorter word', async () => {
		const [whole, start, shorter] = await host.search(files, ['larkpost', 'larkp', 'lark']);
		expect([addressesOf(whole!), whole!.total, whole!.isSure]).toEqual([['/programs/p-0/'], 1, true]);
		expect(addressesOf(start!)).toEqual(['/programs/p-0/']);
		expect(addressesOf(shorter!)).toEqual(['/programs/p-0/', '/programs/p-1/']);
	});

	test('says if only shorter words are found in any part', async () => {
		const { isSure, total } = await search(files, 'larkposts2go');
		expect(isSure).toBe(false);
		expect(total).toBeGreaterThan(0);
	});

	test('finds other forms of a word in all parts', async () => {
		const [shipped, company, arriving] = await host.search(files, ['shipped', 'company', 'arriving']);
		expect([addressesOf(shipped!), shipped!.isSure]).toEqual([['/programs/p-0/'], true]);
		expect([addressesOf(company!), company!.isSure]).toEqual([['/programs/p-0/'], true]);
		expect(addressesOf(arriving!)).toEqual(['/programs/p-2/', '/programs/p-3/']);
	});

	test('finds only records with the same words in the same order if the words are in quotes', async () => {
		const [loose, exact, other] = await host.search(files, [
			'payouts arrive on',
			'"payouts arrive on"',
			'"on arrive payouts"',
		]);
		expect(addressesOf(loose!)).toEqual(['/programs/p-2/', '/programs/p-3/']);
		expect([addressesOf(exact!), exact!.total]).toEqual([['/programs/p-2/'], 1]);
		expect(addressesOf(other!)).toEqual(['/programs/p-3/']);
	});
});

describe('A search for a word that occurs nearly everywhere', () => {
	const count = 3300;
	let files: Files;

	beforeAll(async () => {
		const sources = Array.from({ length: count }, (_, number) =>
			textSource(number, `${number < 3200 ? 'the '.repeat(40) : ''}w${number}`),
		);
		files = (await indexOf(sources)).files;
	});

	test('reads only a sample, and says how many records there are at least', async () => {
		const { total, isLowest, best } = await search(files, 'the');
		expect({ total, isLowest, best: best.length }).toEqual({ total: 3100, isLowest: true, best: 8 });
	});

	test('counts all records if there are few places', async () => {
		expect(await search(files, 'w3210')).toMatchObject({
			total: 1,
			isLowest: false,
			best: [{ url: '/programs/p-3210/' }],
		});
	});
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM_FILTERS } from '../../../src/website/search/text-parts.ts';
import type { TextMatch } from '../../../src/website/search/text-search.client.ts';
import { Random } from '../../generate/random.ts';
import { MOST, type SearchHost, startSearchHost } from '../../support/search-host.ts';
import { type Files, indexOf, partsOf, sourcesOf, textSource } from '../../support/text-indexes.ts';

const host: SearchHost = await startSearchHost();
afterAll(() => host?.[Symbol.asyncDispose]());

async function search(files: Files, query: string): Promise<TextMatch[]> {
	return (await host.search(files, [query]))[0]!;
}

const addressesOf = (found: readonly TextMatch[]) => found.map(({ url }) => url).sort();

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

	// A part without a word finds records with a shorter word instead, so there can be more.
	test('finds all records that a new index finds', async () => {
		const words = Array.from({ length: 80 }, () => random.pick(vocabulary));
		const pairs = [...contents.values()].slice(0, 25).map((content) => content.split(' ').slice(2, 4).join(' '));
		const queries = [...words, ...pairs, ...pairs.map((pair) => `"${pair}"`)];
		const [found, expected] = [await host.search(updated, queries), await host.search(whole, queries)];
		for (const [at, query] of queries.entries()) {
			expect(expected[at]!.length).toBeLessThan(MOST);
			expect(addressesOf(found[at]!), query).toEqual(expect.arrayContaining(addressesOf(expected[at]!)));
		}
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

	test('shows the best match of all parts first, with its words marked', async () => {
		const best = await search(files, 'larkpost newsletter');
		expect(best[0]).toMatchObject({ url: '/programs/p-0/', meta: { title: 'Larkpost' } });
		expect(best[0]!.excerpt).toContain('<mark>newsletter</mark>');
	});

	test('shows a page with exactly this title first', async () => {
		expect((await search(files, 'lark'))[0]!.meta.title).toBe('Lark');
	});

	test('finds other forms of a word in all parts', async () => {
		const [shipped, arriving] = await host.search(files, ['shipped', 'arriving']);
		expect(addressesOf(shipped!)).toContain('/programs/p-0/');
		expect(addressesOf(arriving!)).toEqual(expect.arrayContaining(['/programs/p-2/', '/programs/p-3/']));
	});

	test('finds only records with the same words in the same order if the words are in quotes', async () => {
		const [exact, other] = await host.search(files, ['"payouts arrive on"', '"on arrive payouts"']);
		expect(addressesOf(exact!)).toEqual(['/programs/p-2/']);
		expect(addressesOf(other!)).toEqual(['/programs/p-3/']);
	});

	test('escapes the text of a page', async () => {
		const source = textSource(0, 'Anvils <img src=x onerror=alert(1)> for all');
		const best = await search((await indexOf([source])).files, 'anvils');
		expect(best[0]!.excerpt).not.toContain('<img');
	});

	test('leaves out programs if a server finds them', async () => {
		const page = { url: '/categories/mail/', record: () => ({ ...record, url: '/categories/mail/' }) };
		const record = { url: '/programs/a/', content: 'Anvils', meta: { title: 'Anvils' } };
		const program = { url: record.url, record: () => ({ ...record, filters: PROGRAM_FILTERS }) };
		const { files } = await indexOf([program, page]);
		expect(addressesOf((await host.search(files, ['anvils'], false))[0]!)).toEqual([page.url]);
		expect(addressesOf(await search(files, 'anvils'))).toEqual([page.url, program.url]);
	});
});

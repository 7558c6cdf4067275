import { afterAll, describe, expect, test } from 'vitest';
import { dataAt, parsedItems } from '../../src/api/release-data.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { openRelease, type Release } from '../../src/release/release.ts';
import { fold, words } from '../../src/search/text.ts';
import { answerExplorer, type ExplorerAnswer } from '../../src/website/explorer/answer.ts';
import { readExplorerQuery } from '../../src/website/explorer/query.ts';
import { foundPrograms } from '../../src/website/search/found-programs.ts';
import { ownDirectory } from '../support/own-server.ts';

const directory = ownDirectory('api');

const release: Release = await openRelease(releaseFolder(directory.out, currentRelease(directory.out)!));
afterAll(() => release.close());

const FIRST = { offset: 0, limit: 7 };

/** A word of the name of a program or of its category. */
function nameWord({ name, categories }: ReturnType<Release['explore']>['programs'][number]): string {
	const names = [name, ...categories.map((category) => category.name)].join(' ');
	return words(fold(names)).find(({ length }) => length >= 5)!;
}

describe('Release.explore', () => {
	test('returns the programs of the API, with all their fields', () => {
		const query = { ...FIRST, sort: 'cookie_desc', filters: { min_commission: 5 } } as const;
		const { total, items } = release.search(query);
		const slugs = parsedItems<{ slug: string }>(items).map(({ slug }) => slug);
		const found = release.explore(query);
		expect(found.total).toBe(total);
		expect(found.programs).toEqual(slugs.map((slug) => dataAt(release, `/programs/${slug}`)));
		expect(found.programs).toHaveLength(7);
		expect(found.facets.numbers.commission_rate.known).toBeGreaterThanOrEqual(total);
		expect(found.suggestion).toBeUndefined();
	});

	test('suggests other words only if nothing matches', () => {
		const [program] = release.explore(FIRST).programs;
		const word = nameWord(program!);
		const misspelt = `${word.slice(0, 2)}q${word.slice(2)}`;
		expect(release.explore({ ...FIRST, q: word }).suggestion).toBeUndefined();
		const found = release.explore({ ...FIRST, q: misspelt });
		expect(found.total).toBe(0);
		expect(found.programs).toEqual([]);
		expect(release.explore({ ...FIRST, q: found.suggestion }).total).toBeGreaterThan(0);
	});
});

describe('The answer of the explorer', () => {
	/** The result for an address, and how often it was computed. */
	function answer(query: string): ExplorerAnswer & { readonly counts: number } {
		let counts = 0;
		const explore = (...args: Parameters<Release['explore']>) => {
			counts++;
			return release.explore(...args);
		};
		const request = readExplorerQuery(new URLSearchParams(query));
		return { ...answerExplorer({ ...release, explore }, request), counts };
	}

	test('shows the last page if the requested page is beyond it', () => {
		const { page, counts } = answer('page=999');
		const { pages, items } = page.whole!;
		expect([page.number, page.hasNext]).toEqual([pages, false]);
		expect(page.items).toHaveLength(items - page.offset);
		expect(page).toEqual(answer(`page=${pages}`).page);
		expect(counts).toBe(1);
	});

	test('shows the results of similar words for misspelt ones', () => {
		const [program] = release.explore(FIRST).programs;
		const word = nameWord(program!);
		const { page, suggestion, counts } = answer(`q=${word.slice(0, 2)}q${word.slice(2)}`);
		expect(page.items.length).toBeGreaterThan(0);
		expect(page).toEqual(answer(`q=${suggestion}`).page);
		expect(counts).toBe(2);
	});
});

describe('If nothing matches, the answer', () => {
	const answer = (query: string) => answerExplorer(release, readExplorerQuery(new URLSearchParams(query))).noMatches!;

	test('names the filter without which most programs match, and their number', () => {
		const { strictest } = answer('min_guaranteed=1000&min_cookie_days=1&sort=newest');
		const { page } = answerExplorer(release, readExplorerQuery(new URLSearchParams('min_cookie_days=1&sort=newest')));
		expect(strictest).toMatchObject({
			field: 'min_guaranteed',
			total: page.whole!.items,
			address: '/programs/search/?min_cookie_days=1&sort=newest',
		});
	});

	test('names no filter if it is the only one, or if each of two leaves nothing', () => {
		expect(answer('min_guaranteed=1000').strictest).toBeUndefined();
		expect(answer('min_guaranteed=1000&min_cookie_days=999999').strictest).toBeUndefined();
	});

	test('has the programs that the words find without filters, and the category with a word in its name', () => {
		const program = release.explore(FIRST).programs.find(({ categories }) => categories.length > 0)!;
		const found = answer(String(new URLSearchParams({ q: program.name, min_guaranteed: '1000' })));
		expect(found.programs[0]).toEqual({ name: program.name, address: `/programs/${program.slug}/` });
		const category = program.categories[0]!.name;
		const { groups } = answer(String(new URLSearchParams({ q: category, min_guaranteed: '1000' })));
		expect(groups.map(({ name }) => name)).toContain(category);
	});

	test('has the programs of similar words for an exact search of misspelt ones', () => {
		const word = nameWord(release.explore(FIRST).programs[0]!);
		expect(answer(`q=${word.slice(0, 2)}q${word.slice(2)}&exact=true`).programs.length).toBeGreaterThan(0);
	});

	test('is absent if programs match', () => {
		expect(answer('min_cookie_days=1')).toBeUndefined();
	});
});

describe('The programs that a search field shows', () => {
	test('are the first of the explorer for the same words, and their number', () => {
		const word = nameWord(release.explore(FIRST).programs[0]!);
		const { best, total, meant } = foundPrograms(release, ` ${word} `);
		const { page } = answerExplorer(release, readExplorerQuery(new URLSearchParams({ q: word })));
		expect(best).toEqual(page.items.slice(0, 5));
		expect([total, meant]).toEqual([page.whole!.items, undefined]);
	});

	test('match similar words if the typed ones match nothing', () => {
		const word = nameWord(release.explore(FIRST).programs[0]!);
		const { best, total, meant } = foundPrograms(release, `${word.slice(0, 2)}q${word.slice(2)}`);
		expect(foundPrograms(release, meant!)).toMatchObject({ best, total });
		expect(total).toBeGreaterThan(0);
	});

	test('match the filters that the words stand for, under the names of the explorer', () => {
		const { filters, best, total } = foundPrograms(release, 'cookie 30+ days');
		const { page } = answerExplorer(release, readExplorerQuery(new URLSearchParams({ min_cookie_days: '30' })));
		expect(filters).toEqual(['Cookie 30\u00a0days or longer']);
		expect([total, best]).toEqual([page.whole!.items, page.items.slice(0, 5)]);
	});

	test('are none for an empty text, and for one that no word is similar to', () => {
		for (const text of ['', '  ', 'qqqqqqqqqq'])
			expect(foundPrograms(release, text)).toMatchObject({ total: 0, best: [] });
	});
});

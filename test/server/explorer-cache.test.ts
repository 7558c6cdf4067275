import { describe, expect, test } from 'vitest';
import type { Release } from '../../src/release/release.ts';
import type { Rendered } from '../../src/server/rendered-pages.ts';
import { ExplorerCache } from '../../src/server/rendered-pages.ts';

const release = (id: string) => ({ manifest: { id } }) as Release;
const at = (cache: ExplorerCache, target: string, id = 'one') =>
	cache.at(release(id), new URL(`http://directory.example${target}`));

function page(text: string): Rendered {
	const body = Buffer.from(text);
	return {
		head: { status: 200, caching: 'no-store' },
		content: { hash: text, type: 'text/html', read: () => body },
	};
}

describe('ExplorerCache', () => {
	test.each([
		'/programs/search/?min_guaranteed=20&q=crm',
		'/programs/search/?q=+crm+&min_guaranteed=20&utm_source=mail',
		'/programs/search/?q=&q=crm&min_guaranteed=20&page=1&sort=',
	])('keeps one page for all forms of a query: %s', (target) => {
		const cache = new ExplorerCache();
		const kept = page('found');
		at(cache, '/programs/search/?q=crm&min_guaranteed=20')!.set(kept);
		expect(at(cache, target)!.get()).toBe(kept);
	});

	test.each([
		'/programs/search/?q=CRM&min_guaranteed=20',
		'/programs/search/?q=crm&min_guaranteed=2',
		'/programs/search/?q=crm&min_guaranteed=20&page=2',
		'/programs/search/?q=crm&min_guaranteed=20&exact=true',
		'/programs/search/?q=crm&min_guaranteed=20&category=unreadable%20',
		'/programs/search/?q=crm&min_guaranteed=20&min_rating=many',
	])('separates other pages: %s', (target) => {
		const cache = new ExplorerCache();
		at(cache, '/programs/search/?q=crm&min_guaranteed=20')!.set(page('found'));
		expect(at(cache, target)!.get()).toBeUndefined();
	});

	test('separates the page without a query from one with an empty query', () => {
		const cache = new ExplorerCache();
		at(cache, '/programs/search/')!.set(page('for search engines'));
		expect(at(cache, '/programs/search/?x=y')!.get()).toBeUndefined();
	});

	test('keeps suggestions apart from search results', () => {
		const cache = new ExplorerCache();
		const list = page('list');
		at(cache, '/programs/search/suggestions/?q=crm')!.set(list);
		expect(at(cache, '/programs/search/suggestions/?q=crm&x=y')!.get()).toBe(list);
		expect(at(cache, '/programs/search/?q=crm')!.get()).toBeUndefined();
	});

	test('keeps only pages of the explorer, separately for each release', () => {
		const cache = new ExplorerCache();
		at(cache, '/programs/search/?q=crm')!.set(page('found'));
		expect(at(cache, '/programs/search/?q=crm', 'two')!.get()).toBeUndefined();
		expect(at(cache, '/compare/?q=crm')).toBeUndefined();
	});

	test('removes the least recently used page when it is full', () => {
		const cache = new ExplorerCache();
		const text = 'x'.repeat(8 * 2 ** 20);
		for (let i = 0; i < 5; i++) at(cache, `/programs/search/?page=${i + 1}`)!.set(page(`${i}${text}`));
		const isKept = (number: number) => at(cache, `/programs/search/?page=${number}`)!.get() !== undefined;
		expect([1, 2, 3, 4, 5].map(isKept)).toEqual([false, false, true, true, true]);
	});
});

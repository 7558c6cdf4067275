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

	test('keeps only pages of the explorer, separately for each release', () => {
		const cache = new ExplorerCache();
		at(cache, '/programs/search/?q=crm')!.set(page('found'));
		expect(at(cache, '/programs/search/?q=crm', 'two')!.get()).toBeUndefined();
		expect(at(cache, '/compare/?q=crm')).toBeUndefined();
	});
});

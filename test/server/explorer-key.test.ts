import { expect, test } from 'vitest';
import type { Release } from '../../src/release/release.ts';
import { explorerKey } from '../../src/server/rendered-pages.ts';

const SEARCH = '/programs/search/?q=crm&min_guaranteed=20';
const keyOf = (target: string, id = 'one') =>
	explorerKey({ manifest: { id } } as Release, new URL(`http://directory.example${target}`));

test.each([
	'/programs/search/?min_guaranteed=20&q=crm',
	'/programs/search/?q=+crm+&min_guaranteed=20&utm_source=mail',
	'/programs/search/?q=&q=crm&min_guaranteed=20&page=1&sort=',
])('The explorer keeps one page for all forms of a query: %s', (target) => {
	expect(keyOf(target)).toBe(keyOf(SEARCH));
});

test.each([
	'/programs/search/?q=CRM&min_guaranteed=20',
	'/programs/search/?q=crm&min_guaranteed=2',
	'/programs/search/?q=crm&min_guaranteed=20&page=2',
	'/programs/search/?q=crm&min_guaranteed=20&exact=true',
	'/programs/search/?q=crm&min_guaranteed=20&category=unreadable%20',
	'/programs/search/?q=crm&min_guaranteed=20&min_rating=many',
	'/programs/search/suggestions/?q=crm&min_guaranteed=20',
])('The explorer separates other pages: %s', (target) => {
	expect(keyOf(target)).not.toBe(keyOf(SEARCH));
});

test('The explorer keeps only its own pages, separately for each release', () => {
	expect(keyOf(SEARCH, 'two')).not.toBe(keyOf(SEARCH));
	expect(keyOf('/programs/search/')).not.toBe(keyOf('/programs/search/?x=y'));
	expect(keyOf('/compare/?q=crm')).toBeUndefined();
});

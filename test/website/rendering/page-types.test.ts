import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../../src/shared/project.ts';
import { contentRoutes, PAGE_TYPES } from '../../../src/website/rendering/page-types.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { PAGE_ROUTES } from '../../support/page-routes.ts';
import { directoryAfter, generatedSnapshot } from '../../support/snapshot-directory.ts';

const LARGE = directoryAfter(generatedSnapshot({ programs: 400, reviews: 2000, seed: 1 }));
/** The addresses of all pages of a directory that is large enough for every list to have several pages. */
const PAGES = PAGE_TYPES.flatMap(({ route, pages }) => [...pages(LARGE)].map(({ address }) => ({ route, address })));

test('Every page type has either a component or a file in src/website/pages', () => {
	expect(contentRoutes.size).toBe(PAGE_TYPES.length);
	for (const { route, component } of PAGE_TYPES) {
		expect(PAGE_ROUTES.includes(route), route).toBe(component === undefined);
		if (component) expect(existsSync(join(PROJECT, 'src/website', component)), component).toBe(true);
	}
	// By default, the settings leave this page out.
	const routes = new Set(PAGES.map(({ route }) => route)).add('/[page]');
	expect(routes).toEqual(contentRoutes);
});

test('Every other file in src/website/pages is rendered on request', () => {
	const others = PAGE_ROUTES.filter((route) => !contentRoutes.has(route));
	expect(others.length).toBeGreaterThan(20);
	expect(others.filter((route) => !/^\/(?:account|leaked-key|v1|wrong-fact)(?:\/|$)/.test(route)).sort()).toEqual([
		'/changes',
		'/changes/feed.atom',
		'/changes/terms',
		'/compare',
		'/programs/search',
		'/programs/search/suggestions',
		'/saved/rows',
	]);
});

test('Every page has its own address', () => {
	const addresses = PAGES.map(({ address }) => address);
	expect(addresses.length).toBeGreaterThan(2500);
	expect(new Set(addresses).size).toBe(addresses.length);
});

test('Every address matches its route, and addresses of pages end with a slash', () => {
	const wrong = PAGES.filter(({ route, address }) => !patternOf(route).test(address));
	expect(wrong).toEqual([]);
});

test('No two page types have the same address in an empty directory', () => {
	const addresses = PAGE_TYPES.flatMap(({ pages }) => [...pages(directoryOf([]))].map(({ address }) => address));
	expect(addresses).toEqual(expect.arrayContaining(['/', '/programs/', '/statistics/', '/sitemap.xml', '/404.html']));
	expect(new Set(addresses).size).toBe(addresses.length);
});

/** A pattern that matches the addresses of a route. */
function patternOf(route: string): RegExp {
	const path = route
		.replaceAll('.', '\\.')
		.replaceAll(/\/\[\\\.\\\.\\\.\w+\]/g, '(?:/.+?)?')
		.replaceAll(/\[\w+\]/g, '[^/]+');
	const isFile = /\.\w+$/.test(route) || route.startsWith('/feeds/');
	if (/^\/\d{3}$/.test(route)) return new RegExp(`^${path}\\.html$`);
	return new RegExp(`^${path === '/' ? '' : path}${isFile ? '' : '/'}$`);
}

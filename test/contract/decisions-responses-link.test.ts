import { describe, expect, test } from 'vitest';
import type { Answer } from './api.ts';
import { SERVERS } from './contract.ts';
import { SITE_URL } from './directory.ts';
import { LISTS, RESOURCES } from './endpoints.ts';

/** The addresses of a `Link` header by relation. */
function linksOf({ headers }: Answer): { [relation: string]: string } {
	const links = headers.get('link')!.split(', ');
	return Object.fromEntries(links.map((link) => /^<([^>]*)>; rel="(\w+)"$/.exec(link)!.slice(1).reverse()));
}

describe.each(SERVERS)('Responses: Link, through $name', (api) => {
	const pages = (links: { [relation: string]: string }) =>
		Object.fromEntries(Object.entries(links).map(([rel, url]) => [rel, Number(new URL(url).searchParams.get('page'))]));

	test.each(LISTS)('first, prev, next, last: $endpoint', async ({ path, most }) => {
		const last = (await api.json(`${path}?per_page=10`)).meta.total_pages;
		const linked = async (page: number) => pages(linksOf(await api.get(`${path}?per_page=10&page=${page}`)));
		expect(await linked(1)).toEqual({ first: 1, next: 2, last });
		expect(await linked(3)).toEqual({ first: 1, prev: 2, next: 4, last });
		expect(await linked(last)).toEqual({ first: 1, prev: last - 1, last });
		expect(most).toBeGreaterThan(10);
	});

	test.each(LISTS)('after the end there is no next, and prev is a page with items: $endpoint', async ({ path }) => {
		const last = (await api.json(`${path}?per_page=10`)).meta.total_pages;
		for (const page of [last + 1, last + 1000]) {
			const links = linksOf(await api.get(`${path}?per_page=10&page=${page}`));
			expect(pages(links)).toEqual({ first: 1, prev: last, last });
		}
	});

	test.each(LISTS)('an empty list has page 1 as its last: $endpoint', async ({ empty }) => {
		expect(pages(linksOf(await api.get(empty)))).toEqual({ first: 1, last: 1 });
	});

	test.each(LISTS)('the addresses are absolute, from the configured site address: $endpoint', async ({ path }) => {
		const links = linksOf(await api.get(`${path}?page=2`));
		for (const url of Object.values(links)) expect(url.startsWith(`${SITE_URL}/v1${path}?`)).toBe(true);
	});

	test('the addresses never come from Host', async () => {
		for (const headers of [{ 'X-Forwarded-Host': 'evil.example' }, { Forwarded: 'host=evil.example' }]) {
			// The Host header itself is directory.example, see RawConnection.
			const { link } = Object.fromEntries((await api.get('/programs', { headers })).headers);
			expect(link).not.toMatch(/evil\.example|directory\.example|127\.0\.0\.1|localhost/);
		}
	});

	test('other parameters are kept, encoded', async () => {
		const q = 'a&b=c "<>" é€💡 + %';
		const links = linksOf(await api.get(`/programs?page=1&q=${encodeURIComponent(q)}&sort=newest&per_page=5`));
		const { searchParams, search } = new URL(links.first!);
		expect(Object.fromEntries(searchParams)).toEqual({ q, sort: 'newest', per_page: '5', page: '1' });
		expect(search).not.toMatch(/[<>"\s]/);
	});

	test.each(RESOURCES)('other endpoints have no Link header: $endpoint', async ({ path }) => {
		expect((await api.get(path)).headers.get('link')).toBe(undefined);
	});
});

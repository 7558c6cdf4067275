import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import site from '../../data/site.json' with { type: 'json' };
import { SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('A long list', () => {
	test('shows every item once along its next links, and can be followed back along its previous links', async () => {
		const page = await visit('/programs/', { javaScriptEnabled: false });
		const first = await addresses(page);
		await page.getByRole('link', { name: 'Next' }).click();
		await page.waitForURL('/programs/page/2/');
		const second = await addresses(page);
		await page.getByRole('link', { name: 'Next' }).click();
		await page.waitForURL('/programs/page/3/');
		const third = await addresses(page);
		expect([first.length, second.length, third.length]).toEqual([25, 25, 6]);
		expect(new Set([...first, ...second, ...third]).size).toBe(56);
		expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0);

		await page.getByRole('link', { name: 'Previous' }).click();
		await page.waitForURL('/programs/page/2/');
		expect(await addresses(page)).toEqual(second);
		await page.getByRole('link', { name: 'Previous' }).click();
		await page.waitForURL('/programs/');
		expect(await addresses(page)).toEqual(first);
		expect(await page.getByRole('link', { name: 'Previous' }).count()).toBe(0);
	});

	test('links both ways from a page in the middle, and marks that page', async () => {
		const page = await visit('/programs/emoji-program/page/2/', { baseURL: SITES.extremes.origin });
		const pages = page.getByRole('navigation', { name: 'Pages' });
		const targets = await pages
			.getByRole('link')
			.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
		const base = '/programs/emoji-program/';
		expect(targets).toEqual([base, base, ...[2, 3, 3].map((number) => `${base}page/${number}/`)]);
		expect(await pages.locator('[aria-current="page"]').innerText()).toContain('2');
		await pages.getByRole('link', { name: 'Next' }).click();
		await page.waitForURL(`${base}page/3/`);
		expect(await page.getByRole('article').count()).toBe(10);
		await page.goto(`${base}page/5/`);
		expect(await page.getByRole('article').count()).toBe(46 - 4 * 10);
	});

	test('shows its size and links to its last page only on the first page', async () => {
		const page = await visit('/programs/');
		expect(await page.locator('main').innerText()).toContain('1–25 of 56 programs');
		const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 3' });
		await last.click();
		await page.waitForURL('/programs/page/3/');
		const text = await page.locator('main').innerText();
		expect(text).toContain('Programs 51–56');
		expect(text).not.toContain('of 56');
		expect(await page.getByRole('searchbox').count()).toBe(0);
		await page.getByRole('link', { name: 'Search and filter programs' }).click();
		await page.waitForURL('/programs/');
	});

	test('has no page links if it has one page', async () => {
		const page = await visit('/organizations/');
		expect(await addresses(page)).toHaveLength(40);
		expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
	});

	test('has a canonical address for each page, and names the previous and next ones', async () => {
		const page = await visit(undefined, { baseURL: SITES.extremes.origin });
		const [first, second, third, fourth, fifth] = ['', 'page/2/', 'page/3/', 'page/4/', 'page/5/'].map(
			(end) => `${site.url}/programs/emoji-program/${end}`,
		);
		await page.goto('/programs/emoji-program/');
		expect(await headLinks(page)).toEqual({ canonical: first, next: second });
		await page.goto('/programs/emoji-program/page/2/');
		expect(await headLinks(page)).toEqual({ canonical: second, prev: first, next: third });
		await page.goto('/programs/emoji-program/page/5/');
		expect(await headLinks(page)).toEqual({ canonical: fifth, prev: fourth });
		expect(await page.title()).toContain('page 5');
	});
});

describe('The rows of a list', () => {
	test.each([1440, 360])('end with Save and Compare, on a screen of %d pixels', async (width) => {
		const page = await visit('/programs/', { viewport: { width, height: 800 } });
		const row = page.locator('tbody tr').first();
		const box = row.getByRole('checkbox', { name: 'Compare Larkpost' });
		await box.waitFor();
		expect(await row.locator('> :last-child').innerText()).toMatch(/^Save\s+Larkpost\s+Compare\s+Larkpost$/);
		const end = (await box.boundingBox())!;
		const before = (await row.locator('[data-label="Network"]').boundingBox())!;
		expect(width === 360 ? end.y - before.y : end.x - before.x).toBeGreaterThan(0);
	});

	test('say when they were checked, or the list says it once if it is the same for all rows', async () => {
		const page = await visit('/programs/');
		expect(await page.locator('.provenance').count()).toBe(25);
		await page.goto(`${SITES.extremes.origin}/programs/`);
		expect(await page.locator('.provenance').allInnerTexts()).toEqual(['None of them checked yet']);
	});
});

describe('A row on a phone', () => {
	test('opens the page of its program wherever it is tapped, except on its checkbox', async () => {
		const page = await visit('/programs/', { viewport: { width: 360, height: 740 } });
		const row = page.locator('tr:has([data-program="larkpost"])');
		await row.getByRole('checkbox').check();
		await row.locator('[data-label="Network"]').click({ force: true });
		await page.waitForURL('/programs/larkpost/');
	});
});

describe('The address of a page', () => {
	test('without its final slash redirects to the address with the slash', async () => {
		const page = await visit();
		const response = await page.goto('/programs/larkpost?from=newsletter');
		expect(response?.status()).toBe(200);
		expect(page.url()).toBe(`${SITES.sample.origin}/programs/larkpost/?from=newsletter`);
	});
});

/** The addresses in a table, in order. */
function addresses(page: Page): Promise<(string | null)[]> {
	return page.locator('tbody a.name').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
}

/** The addresses in the head of a page, by their relation. */
function headLinks(page: Page): Promise<{ [relation: string]: string }> {
	return page
		.locator('head > link:is([rel="canonical"], [rel="prev"], [rel="next"])')
		.evaluateAll((links) => Object.fromEntries((links as HTMLLinkElement[]).map(({ rel, href }) => [rel, href])));
}

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ARABIC, EMOJI, GERMAN, JAPANESE, LONG_NAME, LONG_REVIEW, SCRIPT } from '../extremes.ts';
import { SITES, useBrowser } from '../sites.ts';

const visit = useBrowser();

describe('Untrusted text', () => {
	test.each([
		['a word of 200 letters', 'word', LONG_NAME],
		['markup', 'script', SCRIPT],
		['German', 'german', `${GERMAN} & Co. KG`],
		['Arabic', 'arabic', ARABIC],
		['Japanese', 'japanese', JAPANESE],
		['emoji', 'emoji', EMOJI],
	])('is shown unchanged: %s', async (_, slug, name) => {
		const page = await openExtreme(`/programs/${slug}-program/`);
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
		expect(await page.title()).toContain(name.slice(0, 30));
		await page.goto(`/reviews/rev_${slug}-program-texts/`);
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
		await page.goto(`/organizations/${slug}/`);
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
	});

	test('is shown completely in a review of 20,000 characters', async () => {
		const page = await openExtreme('/reviews/rev_long/');
		expect((await page.locator('.single-review .body').textContent())?.trim()).toBe(LONG_REVIEW.trim());
	});

	test('is shortened in lists', async () => {
		const page = await openExtreme('/programs/');
		for (const row of await page.getByRole('row').all()) {
			expect((await row.textContent())!.length).toBeLessThan(1500);
		}
	});

	test('is shown from right to left if its script is written that way', async () => {
		const page = await openExtreme('/programs/arabic-program/');
		const direction = (element: Element) => getComputedStyle(element).direction;
		expect(await page.getByRole('heading', { level: 1 }).evaluate(direction)).toBe('rtl');
		expect(await page.locator('.prose').evaluate(direction)).toBe('rtl');
		expect(await page.locator('main').evaluate(direction)).toBe('ltr');
	});
});

describe('Untrusted markup', () => {
	test.each([
		'/',
		'/programs/',
		'/programs/search/?q=script',
		'/categories/script/',
		'/organizations/script/',
		'/programs/script-program/',
		'/compare/?programs=word-program,script-program',
	])('is plain text on %s', async (address) => {
		const page = await openExtreme(address);
		expect(await page.evaluate(() => (window as { broken?: unknown }).broken)).toBeUndefined();
		expect(
			await page
				.locator(
					'script:not([src^="/_astro/"], [type="application/ld+json"]), iframe, body style, main img:not(.badge img), [onerror]',
				)
				.count(),
		).toBe(0);
	});

	test('links only to the web, in every notation of links', async () => {
		const page = await openExtreme('/programs/script-program/');
		const prose = page.locator('.prose');
		const targets = await prose.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
		expect(targets).toContain('https://example.net/?a=1&b="2"');
		expect(targets.filter((target) => !target?.startsWith('https://example.net/'))).toEqual([]);
		expect(await prose.innerText()).toContain('<a href="javascript:window.broken=1">raw</a>');
		const all = await page.evaluate(() => [...document.links].map(({ protocol }) => protocol));
		expect(new Set(all)).toEqual(new Set(['http:', 'https:', 'mailto:']));
	});
});

async function openExtreme(address: string): Promise<Page> {
	const page = await visit(address, { baseURL: SITES.extremes.origin });
	return page;
}

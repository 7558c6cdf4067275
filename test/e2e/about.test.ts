import { describe, expect, test } from 'vitest';
import { COMMISSION_TYPES } from '../../src/catalog/program.ts';
import { SORT_NAMES } from '../../src/search/order.ts';
import { ABOUT_PAGES } from '../../src/site/addresses.ts';
import { SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('The pages about the directory', () => {
	test.each(ABOUT_PAGES)('are linked in every footer: $name', async ({ name, address }) => {
		const page = await visit();
		await page.goto('/programs/larkpost/');
		await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
		await page.waitForURL(address);
		expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(name);
	});

	test('say where to report wrong facts', async () => {
		const page = await visit();
		await page.goto('/about/data/');
		const link = page.locator('main').getByRole('link', { name: 'editors@directory.example' });
		expect(await link.getAttribute('href')).toBe('mailto:editors@directory.example');
	});

	test('have a space between words and code, and never break the name of a header on a phone', async () => {
		const page = await visit({ viewport: { width: 360, height: 740 } });
		for (const { address } of ABOUT_PAGES) {
			await page.goto(address);
			expect(await page.locator('main').innerHTML()).not.toMatch(/[\w.]<(?:code|a )|<\/(?:code|a|span)>\w/);
		}
		await page.goto('/about/api/');
		const name = page.locator('p code', { hasText: /^X-API-Key$/ });
		expect(await name.evaluate((code) => code.getClientRects().length)).toBe(1);
	});

	test('say correctly that links to programs are marked', async () => {
		const page = await visit();
		await page.goto('/about/affiliate-links/');
		const marks = /rel="([a-z ]+)"/.exec(await page.locator('main').innerText())![1];
		await page.goto('/programs/larkpost/');
		const outward = page.locator('main a[href^="http"]');
		const found = await outward.evaluateAll((links) => links.map((link) => link.getAttribute('rel')));
		expect(new Set(found)).toEqual(new Set([marks]));
	});

	test('say correctly that reading and searching sets no cookies and contacts no other site', async () => {
		const page = await visit();
		const hosts = new Set<string>();
		page.on('request', (request) => hosts.add(new URL(request.url()).origin));
		await page.goto('/');
		await page.keyboard.press('/');
		await page.keyboard.type('larkpost');
		await page.getByRole('dialog').locator('li').first().waitFor();
		expect(await page.context().cookies()).toEqual([]);
		expect([...hosts]).toEqual([SITES.sample.origin]);
	});
});

describe('The page about the API', () => {
	test('shows the exact answer of the API', async () => {
		const key = /X-API-Key: (\S+)"/.exec(SITES.sample.output)![1]!;
		const response = await fetch(`${SITES.sample.origin}/v1/programs?per_page=1`, { headers: { 'X-API-Key': key } });
		const page = await visit();
		await page.goto('/about/api/');
		expect(JSON.parse(await page.locator('pre').last().innerText())).toEqual(await response.json());
	});

	test('lists the values of parameters, and the most items on a page', async () => {
		const page = await visit();
		await page.goto('/about/api/');
		const main = page.locator('main');
		for (const value of [...SORT_NAMES, ...COMMISSION_TYPES]) expect(await main.innerText()).toContain(value);
		const reviews = page.getByRole('row', { name: '/programs/SLUG/reviews reviews:read' });
		expect(await reviews.innerText()).toContain('per_page (at most 50)');
	});

	test('explains values, pages, caching, compression and limits', async () => {
		const page = await visit();
		await page.goto('/about/api/');
		const text = await page.locator('main').innerText();
		const facts = [
			'up to 200 characters',
			'one-time is accepted',
			'true or 1',
			'false or 0',
			'digits only',
			'2^53',
			'page past the end is an empty list',
			'for 5 minutes',
			'X-Snapshot',
			'It changes when the data does',
			'more than 1,024 bytes',
			'gzip',
			'TOO_MANY_FAILED_KEYS',
			'A 304 does not count',
			'Retry-After',
		];
		for (const fact of facts) expect(text).toContain(fact);
	});
});

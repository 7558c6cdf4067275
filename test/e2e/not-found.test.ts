import { describe, expect, test } from 'vitest';
import { SECTIONS } from '../../src/website/addresses.ts';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('An unknown address', () => {
	test.each([
		'/nothing/',
		'/nothing',
		'/programs/nothing/',
		'/programs/page/99/',
		'/programs/page/1/',
		'/programs//',
		'/%F0%9F',
		'/a/b/c.html',
	])('shows a page that says so, with status 404: %s', async (address) => {
		const page = await visit();
		const response = await page.goto(address);
		expect(response!.status()).toBe(404);
		expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Page not found');
		expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
		expect(await page.locator('link[rel="canonical"]').count()).toBe(0);
	});

	test('links to every section and to the program search, also without JavaScript', async () => {
		const page = await visit('/nothing/', { javaScriptEnabled: false });
		const links = page.locator('main').getByRole('link');
		expect(await links.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
			SECTIONS.map(({ address }) => address),
		);
		await page.getByRole('searchbox', { name: /^Find programs/ }).fill('larkpost');
		const asked = page.waitForRequest(/\/programs\/search\//);
		await page.getByRole('button', { name: 'Search' }).click();
		expect(new URL((await asked).url()).search).toBe('?q=larkpost');
	});
});

describe('The page for errors', () => {
	test('says who can fix it and what still works', async () => {
		const page = await visit('/500.html');
		expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('This page cannot be shown');
		await page.locator('main').getByRole('link', { name: 'the list of programs' }).click();
		await page.waitForURL('/programs/');
	});
});

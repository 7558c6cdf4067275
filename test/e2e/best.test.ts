import { expect, test } from 'vitest';
import { PAGES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

test('A category leads to its best programs, which are ranked by rules that the page states', async () => {
	const page = await visit(PAGES.category);
	await page.getByRole('link', { name: 'Best programs in Shops & home' }).click();
	await page.waitForURL(PAGES['best programs of a category']);
	expect(await page.title()).toMatch(/^Best Shops & home affiliate programs/);
	expect(await page.locator('main').innerText()).toContain(
		'A maximum, such as “up to 60%”, credit, and an offer that has expired do not count.',
	);
	const lists = page.locator('section').filter({ has: page.getByRole('table') });
	expect(await lists.getByRole('heading').allInnerTexts()).toEqual(['Highest one-time commission']);
	const rates = await lists.last().locator('.pays .figure').allInnerTexts();
	expect(rates.map(Number.parseFloat)).toEqual([20, 15, 12.5, 10, 10]);
	expect(await lists.last().innerText()).toContain('9 of 15 programs qualify.');
	const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link');
	expect(await crumbs.allInnerTexts()).toEqual(['Home', 'Categories', 'Shops & home']);
});

test('A category in which too few programs qualify has no such page', async () => {
	const page = await visit('/categories/travel/');
	expect(await page.getByRole('link', { name: /^Best programs/ }).count()).toBe(0);
	expect((await page.goto('/categories/travel/best/'))!.status()).toBe(404);
});

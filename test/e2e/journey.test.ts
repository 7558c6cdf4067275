import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { names, star } from './saved-programs.ts';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe.each([
	['with JavaScript', true],
	['without JavaScript', false],
])('A visitor %s', (_, javaScriptEnabled) => {
	test('goes from the home page to a program, its organization and a review of it, and back', async () => {
		const page = await visit('/', { javaScriptEnabled });
		await follow(page, 'Categories', 'Categories', '/categories/');
		await follow(page, 'Hosting & domains', 'Hosting & domains', '/categories/hosting/');
		await follow(page, 'Fernhollow Hosting', 'Fernhollow Hosting', '/programs/fernhollow-hosting/');
		await follow(page, 'Fernhollow Group', 'Fernhollow Group', '/organizations/fernhollow-group/');
		await follow(page, 'Fernhollow Hosting', 'Fernhollow Hosting', '/programs/fernhollow-hosting/');
		const title = 'Updated after two years';
		await follow(page, title, title, '/reviews/rev_zbMJu4smgh/');
		expect(await page.locator('main').innerText()).toContain("Tom's Hosting Notes");

		await page.locator('article').getByRole('link', { name: 'Fernhollow Hosting' }).click();
		await expectPage(page, 'Fernhollow Hosting', '/programs/fernhollow-hosting/');
		await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Hosting' }).click();
		await expectPage(page, 'Hosting & domains', '/categories/hosting/');
		await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Home' }).click();
		await page.waitForURL('/');
	});

	test('reads a complete long review on its own page', async () => {
		const page = await visit('/programs/fernhollow-hosting/', { javaScriptEnabled });
		const review = page.getByRole('article').filter({ hasText: 'Read the whole review' }).first();
		const start = (await review.locator('.body').innerText()).replace(/…$/, '');
		await review.getByRole('link', { name: 'Read the whole review' }).click();
		await page.waitForURL('/reviews/*/');
		const whole = await page.locator('.single-review .body').innerText();
		expect(whole.startsWith(start)).toBe(true);
		expect(whole.length).toBeGreaterThan(start.length);
	});
});

test('A visitor finds a program with the search on any page, compares it with another and saves it', async () => {
	const page = await visit('/about/data/');
	await page.keyboard.press('/');
	const dialog = page.getByRole('dialog', { name: 'Search the directory' });
	await dialog.waitFor();
	await page.keyboard.type('larkpost');
	await dialog.getByRole('status').filter({ hasText: 'for “larkpost”' }).waitFor();
	await dialog.locator('li a').first().click();
	await expectPage(page, 'Larkpost', '/programs/larkpost/');
	await page.getByRole('checkbox', { name: 'Compare Larkpost', exact: true }).check();
	await page.goto('/categories/hosting/');
	await page.getByRole('checkbox', { name: 'Compare Fernhollow Hosting' }).check();
	await page.locator('compare-bar').getByRole('link', { name: 'Compare' }).click();
	await page.waitForURL('/compare/?programs=larkpost,fernhollow-hosting');
	expect(await page.locator('thead .name').allInnerTexts()).toEqual(['Larkpost', 'Fernhollow Hosting']);
	await expectNoFaults(page);
	await star(page, 'Save Larkpost').click();
	await page.goto('/saved/');
	expect(await names(page)).toEqual(['Larkpost']);
	await page.getByRole('region', { name: 'Programs to compare' }).waitFor();
	await expectNoFaults(page);
});

/** Clicks on the first link with a name, and waits for its page. */
async function follow(page: Page, link: string, title: string, address: string): Promise<void> {
	await page.getByRole('link', { name: link, exact: true }).first().click();
	await expectPage(page, title, address);
}

async function expectPage(page: Page, title: string, address: string): Promise<void> {
	await page.waitForURL(address);
	expect((await page.getByRole('heading', { level: 1 }).innerText()).trim()).toBe(title);
}

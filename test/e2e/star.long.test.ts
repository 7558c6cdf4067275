import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { MOST_SAVED } from '../../src/catalog/saved-program.ts';
import { names, star, store, stored } from './saved-programs.ts';
import { useBrowser, useSharedPages } from './sites.ts';

const visit = useSharedPages();
const visitWithNewBrowser = useBrowser();

describe('The star of a program', () => {
	test('saves it in any list and on its page, and the header counts it', async () => {
		const page = await visit('/categories/hosting/');
		await star(page, 'Save Fernhollow Hosting').click();
		expect(await star(page, 'Saved Fernhollow Hosting').count()).toBe(1);
		await page.goto('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().click();
		await page.goto('/compare/?programs=larkpost,zinkhammer');
		await star(page, 'Save Zinkhammer®').click();
		await page.getByRole('link', { name: 'Saved 3 programs' }).click();
		await page.waitForURL('/saved/');
		expect(await names(page)).toEqual(['Zinkhammer®', 'Larkpost', 'Fernhollow Hosting']);
	});

	test('removes it when pressed again', async () => {
		const page = await visit('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().click();
		await star(page, 'Saved Larkpost').first().click();
		expect(await star(page, 'Save Larkpost').first().isVisible()).toBe(true);
		expect(await stored(page)).toBe('[]');
	});

	test('works by keyboard, and announces the result', async () => {
		const page = await visit('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().focus();
		await page.keyboard.press('Enter');
		await expect.poll(() => announced(page)).toBe('Saved Larkpost');
		await page.keyboard.press('Space');
		await expect.poll(() => announced(page)).toBe('Removed Larkpost from your saved programs');
	});

	test('works in rows that the explorer adds', async () => {
		const page = await visit('/programs/');
		await page.getByRole('searchbox', { name: 'What you look for' }).fill('tamarisk shop');
		await star(page, 'Save Tamarisk Shop').click();
		expect(await star(page, 'Saved Tamarisk Shop').count()).toBe(1);
	});

	test('is not shown without JavaScript, and the page says why', async () => {
		const page = await visit('/programs/larkpost/', { javaScriptEnabled: false });
		expect(await page.getByRole('button', { name: /Save/ }).count()).toBe(0);
		await page.getByRole('link', { name: 'Saved' }).click();
		await page.waitForURL('/saved/');
		expect(await page.locator('main').innerText()).toContain('Saving programs needs JavaScript');
	});

	test.each([
		['is full', () => (Storage.prototype.setItem = () => void JSON.parse('full'))],
		['is turned off', () => Object.defineProperty(window, 'localStorage', { get: () => JSON.parse('off') })],
	])('shows a message if the storage of the browser %s', async (_, breakStorage) => {
		const page = await visitWithNewBrowser();
		await page.addInitScript(breakStorage);
		const errors: Error[] = [];
		page.on('pageerror', (error) => errors.push(error));
		await page.goto('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().click();
		const alert = page.getByRole('alert');
		expect(await alert.innerText()).toContain('your browser’s storage is full or turned off');
		await alert.getByRole('button', { name: 'Close' }).click();
		expect(await alert.isVisible()).toBe(false);
		expect(await star(page, 'Save Larkpost').first().isVisible()).toBe(true);
		await page.goto('/saved/');
		expect(await page.getByRole('link', { name: 'Find programs' }).isVisible()).toBe(true);
		expect(errors).toEqual([]);
	});

	test(`shows a message after ${MOST_SAVED} programs`, async () => {
		const page = await visit();
		await store(
			page,
			Array.from({ length: MOST_SAVED }, (_, number) => ({ slug: `p${number}` })),
		);
		await page.goto('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().click();
		expect(await page.getByRole('alert').innerText()).toContain('the list is full');
	});
});

function announced(page: Page): Promise<string> {
	return page.locator('saved-link [role="status"]').innerText();
}

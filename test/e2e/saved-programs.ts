/** The saved programs of a browser, in its storage and on pages. */
import type { Locator, Page } from 'playwright-core';

/** Stores a list of saved programs, before a page shows it. */
export async function store(page: Page, programs: readonly object[]): Promise<void> {
	// Any address of the site will do, and this one has no scripts.
	await page.goto('/robots.txt');
	await page.evaluate((json) => localStorage.setItem('saved', json), JSON.stringify(programs));
}

/** The list that the browser stores, as JSON. */
export function stored(page: Page): Promise<string> {
	return page.evaluate(() => localStorage.getItem('saved') ?? '');
}

/** The button with a star that saves or removes a program. */
export function star(page: Page, name: string): Locator {
	return page.getByRole('button', { name, exact: true });
}

/** The names in the table of saved programs, once their facts are loaded. */
export async function names(page: Page): Promise<string[]> {
	await page.locator('.with-facts').waitFor();
	return page.locator('.saved tbody .name').allInnerTexts();
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { htmlFaults } from '../support/html-faults.ts';

/** The elements that people tap, except links in text. */
const PRESSED = 'main :is(button, .button, label:has([type=radio], [type=checkbox]), .account-nav a, .key-actions a)';

/** Checks an account page: with axe, that it is no wider than the screen, and that its buttons are large enough. */
export async function expectGoodPage(page: Page): Promise<void> {
	await expectNoFaults(page);
	for (const width of [1440, 360]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
	}
	const heights = await page.locator(PRESSED).evaluateAll((all) => {
		const boxes = all.map((one) => [one.textContent.trim(), one.getBoundingClientRect().height] as const);
		return boxes.filter(([, height]) => height > 0 && height < 44);
	});
	expect(heights, page.url()).toEqual([]);
}

/** Checks the HTML of a page. @param address the name of the page in errors */
export async function expectValidHtml(html: string, address: string): Promise<void> {
	expect(await htmlFaults(html), address).toEqual([]);
}

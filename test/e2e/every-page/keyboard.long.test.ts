import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PAGES, useBrowser } from '../sites.ts';

const visit = useBrowser();

describe('By keyboard', () => {
	test('the link to the content comes first, is visible only when it has the focus, and skips the header', async () => {
		const page = await visit('/');
		const skip = page.getByRole('link', { name: 'Skip to content' });
		expect(await skip.evaluate(isVisibleAtCentre)).toBe(false);
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Skip to content');
		expect(await skip.evaluate(isVisibleAtCentre)).toBe(true);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		expect(
			await page
				.locator('main')
				.getByRole('searchbox')
				.evaluate((field) => field === document.activeElement),
		).toBe(true);
	});

	test('every link of the header can be reached, in order', async () => {
		const page = await visit('/');
		await page.keyboard.press('Tab');
		const reached: string[] = [];
		for (let link = 0; link < 4; link++) {
			await page.keyboard.press('Tab');
			reached.push(await focused(page));
		}
		expect(reached).toEqual(['Affiliate Program Directory', 'Programs', 'Categories', 'Organizations']);
		await page.keyboard.press('Enter');
		await page.waitForURL('/organizations/');
	});

	test.each(['light', 'dark'] as const)(
		'every link of a page can be reached, and shows the focus (%s)',
		async (colorScheme) => {
			for (const address of [PAGES.home, PAGES.category, PAGES.program]) {
				const page = await visit(address, { colorScheme });
				const links = await page.getByRole('link').count();
				for (let link = 0; link < links; link++) {
					const before = await outline(page, link);
					await tabToLink(page);
					const after = await outline(page, link);
					expect(before, `${address}, link ${link}`).toBe('none');
					expect(after, `${address}, link ${link}`).toMatch(/^solid 2px/);
				}
			}
		},
	);
});

/** Moves to the next link, past other elements that take the focus. */
async function tabToLink(page: Page): Promise<void> {
	do await page.keyboard.press('Tab');
	while (!(await page.evaluate(() => document.activeElement instanceof HTMLAnchorElement)));
}

/** The text of the element with the focus. */
async function focused(page: Page): Promise<string> {
	return (await page.evaluate(() => document.activeElement?.textContent ?? '')).trim();
}

/** The outline of the nth link that is not hidden: its style, width and colour, or `none`. */
function outline(page: Page, link: number): Promise<string> {
	return page.evaluate((link) => {
		const shown = [...document.links].filter((element) => element.checkVisibility());
		const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown[link]!);
		return outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
	}, link);
}

/** Whether a pointer in the middle of an element would hit it. */
function isVisibleAtCentre(element: Element): boolean {
	const { x, y, width, height } = element.getBoundingClientRect();
	return document.elementFromPoint(x + width / 2, y + height / 2) === element;
}

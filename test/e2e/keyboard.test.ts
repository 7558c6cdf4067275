import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PAGES, useBrowser } from './sites.ts';

const visit = useBrowser();

describe('By keyboard', () => {
	test('the link to the content comes first, is seen only then, and skips the header', async () => {
		const page = await visit();
		await page.goto('/');
		const skip = page.getByRole('link', { name: 'Skip to content' });
		expect(await skip.evaluate(isSeen)).toBe(false);
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Skip to content');
		expect(await skip.evaluate(isSeen)).toBe(true);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('56 programs');
	});

	test('every link of the header is reached, in order', async () => {
		const page = await visit();
		await page.goto('/');
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
		'everything on a page that can be used is reached, and seen to be where one is (%s)',
		async (colorScheme) => {
			for (const address of [PAGES.home, PAGES['last page of a list'], PAGES.program]) {
				const page = await visit({ colorScheme });
				await page.goto(address);
				const stops = await markStops(page);
				expect(stops).toBeGreaterThan(10);
				for (let stop = 0; stop < stops; stop++) {
					const before = await outline(page, stop);
					await page.keyboard.press('Tab');
					const after = await outline(page, stop);
					expect(before, `${address}, stop ${stop}`).toBe('none');
					expect(after, `${address}, stop ${stop}`).toMatch(/^solid 2px/);
				}
			}
		},
	);
});

/** The text of the element that has the focus. */
async function focused(page: Page): Promise<string> {
	return (await page.evaluate(() => document.activeElement?.textContent ?? '')).trim();
}

/** Numbers everything that the keyboard should stop at, in order, and tells how much there is. */
function markStops(page: Page): Promise<number> {
	return page.evaluate(() => {
		const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex="0"]');
		const stops = [...all].filter((element) => element.checkVisibility() && !element.matches(':disabled'));
		stops.forEach((element, index) => {
			element.dataset.stop = String(index);
		});
		return stops.length;
	});
}

/** The outline of the nth stop: its style, width and colour, or `none`. */
function outline(page: Page, stop: number): Promise<string> {
	return page.locator(`[data-stop="${stop}"]`).evaluate((element) => {
		const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
		return outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
	});
}

/** Whether a pointer in the middle of an element would hit it. */
function isSeen(element: Element): boolean {
	const { x, y, width, height } = element.getBoundingClientRect();
	return document.elementFromPoint(x + width / 2, y + height / 2) === element;
}

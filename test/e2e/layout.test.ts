import { describe, expect, test } from 'vitest';
import * as extremes from './extremes.ts';
import { CHECKED_PAGES, IS_EVERY_PAGE, SITES, useBrowser } from './sites.ts';

const visit = useBrowser();

const SCREENS = [360, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));

/** The slugs of the checked pages: in `npm test`, only the one with the longest word. */
const SLUGS = IS_EVERY_PAGE ? extremes.SLUGS : extremes.SLUGS.filter((slug) => slug === 'word');

const EXTREME_PAGES = [
	...['/', '/programs/', '/programs/search/?q=german', '/categories/', '/organizations/', '/reviews/rev_long/'],
	...['/networks/', '/statistics/', `/networks/${extremes.LONG_KEYWORD}/`],
	'/compare/?programs=word-program,script-program,turned-program,german-program',
	...SLUGS.flatMap((slug) => [
		...[`/categories/${slug}/`, `/organizations/${slug}/`],
		...[`/programs/${slug}-program/`, `/reviews/rev_${slug}-program-texts/`],
	]),
];

describe('On screens of 360 and 1440 pixels, in light and dark', () => {
	test.each([
		['the sample', SITES.sample.origin, Object.values(CHECKED_PAGES)],
		['extremes', SITES.extremes.origin, EXTREME_PAGES],
	])('no page of %s is wider than the screen', async (_, baseURL, addresses) => {
		const page = await visit({ baseURL });
		for (const address of addresses) {
			await page.goto(address);
			for (const { width, theme } of SCREENS) {
				await page.emulateMedia({ colorScheme: theme });
				await page.setViewportSize({ width, height: 800 });
				const found = await page.evaluate(() => document.documentElement.scrollWidth);
				expect(found, `${address}, ${theme}`).toBe(width);
			}
		}
	});

	test('no figure in a list is broken into two lines', async () => {
		const page = await visit({ baseURL: SITES.extremes.origin });
		await page.goto('/programs/');
		for (const { width } of SCREENS) {
			await page.setViewportSize({ width, height: 800 });
			const lines = await page.locator('.programs .figure').evaluateAll((figures) =>
				figures.map((figure) => {
					const range = document.createRange();
					range.selectNode(figure.firstChild!);
					return new Set([...range.getClientRects()].map(({ top }) => top)).size;
				}),
			);
			expect(new Set(lines), `${width}`).toEqual(new Set([1]));
		}
	});

	test("the theme is the one of the visitor's system", async () => {
		const page = await visit();
		await page.goto('/');
		const lightness = async (colorScheme: 'light' | 'dark') => {
			await page.emulateMedia({ colorScheme });
			const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
			return Number(/^oklch\(([\d.]+)/.exec(color)?.[1]);
		};
		expect(await lightness('light')).toBeGreaterThan(0.9);
		expect(await lightness('dark')).toBeLessThan(0.3);
	});
});

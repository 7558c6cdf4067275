import { describe, expect, test } from 'vitest';
import * as extremes from '../extremes.ts';
import { PAGES, SITES, useBrowser } from '../sites.ts';

const visit = useBrowser();

const SCREENS = [360, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));

const EXTREME_PAGES = [
	'/',
	'/programs/',
	'/programs/search/?q=german',
	'/categories/',
	'/organizations/',
	'/reviews/rev_long/',
	'/networks/',
	'/statistics/',
	`/networks/${extremes.LONG_KEYWORD}/`,
	'/compare/?programs=word-program,script-program,turned-program,german-program',
	...extremes.SLUGS.flatMap((slug) => [
		`/categories/${slug}/`,
		`/organizations/${slug}/`,
		`/programs/${slug}-program/`,
		`/reviews/rev_${slug}-program-texts/`,
	]),
];

describe('On screens of 360 and 1440 pixels, in light and dark', () => {
	test.each([
		['the sample', SITES.sample.origin, Object.values(PAGES)],
		['extremes', SITES.extremes.origin, EXTREME_PAGES],
	])('no page of %s is wider than the screen', async (_, baseURL, addresses) => {
		const page = await visit(undefined, { baseURL });
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
});

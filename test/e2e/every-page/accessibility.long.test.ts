import { describe, expect, test } from 'vitest';
import { expectNoFaults } from '../../support/axe.ts';
import { PAGES, SITES, useBrowser } from '../sites.ts';

const visit = useBrowser();

describe('Axe finds no errors by WCAG 2.2 AA, in light and dark', () => {
	test.each(Object.entries(PAGES))('on the page: %s', async (_, address) => {
		const page = await visit(address);
		await expectNoFaults(page);
	});

	test.each(['script-program', 'arabic-program', 'emoji-program/page/2'])(
		'on the page of an extreme program: %s',
		async (place) => {
			const page = await visit(`/programs/${place}/`, { baseURL: SITES.extremes.origin });
			await expectNoFaults(page);
		},
	);

	test.each([
		['the sample', SITES.sample.origin],
		['extremes', SITES.extremes.origin],
	])('in the dialog of the search of %s, which is no wider than the screen', async (_, baseURL) => {
		for (const width of [360, 1440]) {
			const page = await visit('/', { baseURL, viewport: { width, height: 800 } });
			await page.keyboard.press('/');
			const dialog = page.getByRole('dialog', { name: 'Search the directory' });
			await dialog.waitFor();
			await page.keyboard.type('s');
			await dialog.locator('li').first().waitFor();
			await expectNoFaults(page);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
		}
	});
});

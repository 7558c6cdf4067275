import { describe, expect, test } from 'vitest';
import { SITES, useBrowser } from './sites.ts';

const visit = useBrowser();

describe('The layout', () => {
	test('no figure in a list is broken into two lines', async () => {
		const page = await visit({ baseURL: SITES.extremes.origin });
		await page.goto('/programs/');
		for (const width of [360, 1440]) {
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

	test("the theme follows the visitor's system", async () => {
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

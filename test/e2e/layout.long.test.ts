import { describe, expect, test } from 'vitest';
import { SITES, useBrowser } from './sites.ts';

const visit = useBrowser();

describe('The layout', () => {
	test('no figure in a list is broken into two lines', async () => {
		const page = await visit('/programs/', { baseURL: SITES.extremes.origin });
		for (const width of [360, 1440]) {
			await page.setViewportSize({ width, height: 800 });
			const lines = await page.locator('.programs .figure').evaluateAll((figures) =>
				figures.map((figure) => {
					const texts = [...figure.childNodes].filter((node) => node instanceof Text);
					const range = document.createRange();
					range.setStartBefore(texts[0]!);
					range.setEndAfter(texts.at(-1)!);
					return new Set([...range.getClientRects()].map(({ top }) => top)).size;
				}),
			);
			expect(new Set(lines), `${width}`).toEqual(new Set([1]));
		}
	});

	test('a very long figure wraps only after a comma', async () => {
		const page = await visit('/programs/word-program/', {
			baseURL: SITES.extremes.origin,
			viewport: { width: 768, height: 800 },
		});
		const lines = await page.locator('.key-figures .figure.long').evaluateAll((figures) =>
			figures.flatMap((figure) =>
				[...figure.childNodes]
					.filter((node) => node instanceof Text)
					.map((node) => {
						const range = document.createRange();
						range.selectNode(node);
						return new Set([...range.getClientRects()].map(({ top }) => top)).size;
					}),
			),
		);
		expect(lines.length).toBeGreaterThan(5);
		expect(new Set(lines)).toEqual(new Set([1]));
	});

	test('the arrow of a link is on the same line as the end of its text', async () => {
		const page = await visit('/programs/word-program/', { baseURL: SITES.extremes.origin });
		const link = page.locator('.actions .with-icon');
		for (let width = 320; width < 400; width++) {
			await page.setViewportSize({ width, height: 800 });
			const [text, icon] = await link.evaluate((element) => {
				const range = document.createRange();
				range.selectNode(element.firstChild!);
				return [[...range.getClientRects()].at(-1)!, element.querySelector('svg')!.getBoundingClientRect()].map(
					({ top, bottom }) => (top + bottom) / 2,
				);
			});
			expect(Math.abs(text! - icon!), `${width}`).toBeLessThan(5);
		}
	});

	test("the theme follows the visitor's system", async () => {
		const page = await visit('/');
		const lightness = async (colorScheme: 'light' | 'dark') => {
			await page.emulateMedia({ colorScheme });
			const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
			return Number(/^oklch\(([\d.]+)/.exec(color)?.[1]);
		};
		expect(await lightness('light')).toBeGreaterThan(0.9);
		expect(await lightness('dark')).toBeLessThan(0.3);
	});
});

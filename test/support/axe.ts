import axe, { type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Check {
	readonly colorScheme: 'light' | 'dark';
	/** The width of the screen, if not as it is. */
	readonly width?: number;
	readonly runOnly: RunOnly;
}

/**
 * In the dark theme, only rules about colours are checked, because the theme changes nothing else (tokens.css). On a
 * phone, only the size of targets is checked.
 */
const CHECKS: readonly Check[] = [
	{
		colorScheme: 'light',
		runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
	},
	{ colorScheme: 'dark', runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
	{ colorScheme: 'light', width: 360, runOnly: { type: 'rule', values: ['target-size'] } },
];

/**
 * Waits until a page has loaded, then checks it with axe in both themes, and on a phone. After a click, the page's
 * stylesheets can still be loading.
 */
export async function expectNoFaults(page: Page): Promise<void> {
	await page.waitForLoadState();
	await page.evaluate(axe.source);
	const size = page.viewportSize()!;
	for (const { colorScheme, width = size.width, runOnly } of CHECKS) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ ...size, width });
		const { passes, violations } = await page.evaluate((runOnly) => {
			const { axe } = window as unknown as { axe: typeof import('axe-core') };
			return axe.run({ runOnly });
		}, runOnly);
		const faults = violations.map(({ id, nodes }) => ({
			id,
			at: nodes.map((node) => [node.html, node.failureSummary]),
		}));
		expect(faults, `${colorScheme}, ${width} pixels`).toEqual([]);
		expect(passes.length).toBeGreaterThan(runOnly.type === 'tag' ? 10 : 0);
	}
	await page.setViewportSize(size);
}

import axe, { type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** In the dark theme, only rules about colours are checked, because the theme changes nothing else (tokens.css). */
const CHECKS = {
	light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
	dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOnly>;

/**
 * Waits until a page has loaded, then checks it with axe in both themes. After a click, the page's stylesheets can
 * still be loading.
 */
export async function expectNoFaults(page: Page): Promise<void> {
	await page.waitForLoadState();
	await page.evaluate(axe.source);
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		const { passes, violations } = await page.evaluate((runOnly) => {
			const { axe } = window as unknown as { axe: typeof import('axe-core') };
			return axe.run({ runOnly });
		}, CHECKS[colorScheme]);
		const faults = violations.map(({ id, nodes }) => ({
			id,
			at: nodes.map((node) => [node.html, node.failureSummary]),
		}));
		expect(faults, colorScheme).toEqual([]);
		expect(passes.length).toBeGreaterThan(colorScheme === 'light' ? 10 : 0);
	}
}

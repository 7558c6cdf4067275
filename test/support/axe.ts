import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Has axe look at a page as it is once loaded (after a click its stylesheets may be on their way yet), in both themes. */
export async function expectNoFaults(page: Page): Promise<void> {
	await page.waitForLoadState();
	await page.evaluate(axe.source);
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		const { passes, violations } = await page.evaluate((values) => {
			const { axe } = window as unknown as { axe: typeof import('axe-core') };
			return axe.run({ runOnly: { type: 'tag', values } });
		}, RULES);
		const faults = violations.map(({ id, nodes }) => ({
			id,
			at: nodes.map((node) => [node.html, node.failureSummary]),
		}));
		expect(faults, colorScheme).toEqual([]);
		expect(passes.length).toBeGreaterThan(10);
	}
}

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PAGES, SITES, useBrowser } from './sites.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const visit = useBrowser();

describe('Axe finds no fault by WCAG 2.2 AA, light and dark', () => {
	test.each(Object.entries(PAGES))('in the %s', async (_, address) => {
		const page = await visit();
		await page.goto(address);
		await expectNoFaults(page);
	});

	test.each(['script', 'arabic'])('in a program of extremes (%s)', async (slug) => {
		const page = await visit({ baseURL: SITES.extremes.origin });
		await page.goto(`/programs/${slug}-program/`);
		await expectNoFaults(page);
	});
});

async function expectNoFaults(page: Page): Promise<void> {
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

import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PAGES, SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

const CHARTS = ['Commission rates', 'Cookie duration', 'Growth'];
const BARS = ['Rates by category', 'Rates by type', 'Networks', 'Commission types', 'Ratings'];

describe('The page of statistics', () => {
	test('has a chart for each question, with a sentence above and a table below', async () => {
		const page = await open(PAGES.statistics);
		for (const title of CHARTS) {
			const chart = chartOf(page, title);
			expect(await chart.getByRole('img').count(), title).toBe(1);
			expect(await chart.locator('p').innerText(), title).toMatch(/^.+\.$/);
			expect(await chart.getByRole('table').count(), title).toBe(0);
			await chart.getByText('As a table').click();
			expect(await chart.getByRole('row').count(), title).toBeGreaterThan(1);
		}
	});

	test('has bars with their figures in a table for each comparison of groups', async () => {
		const page = await open(PAGES.statistics);
		for (const title of BARS) {
			const table = chartOf(page, title).getByRole('table').first();
			const rows = await table.locator('tbody tr').all();
			expect(rows.length, title).toBeGreaterThan(1);
			for (const row of rows) {
				expect(await row.locator('rect').first().isVisible(), title).toBe(true);
				expect(await row.locator('td').last().innerText(), title).toMatch(/^\d/);
			}
		}
	});

	test('counts every program with a known rate once', async () => {
		const chart = chartOf(await open(PAGES.statistics), 'Commission rates');
		await chart.getByText('As a table').click();
		const counts = (await chart.getByRole('cell').allInnerTexts()).map(Number);
		const said = Number(/of the (\d+) programs/.exec(await chart.locator('p').innerText())?.[1]);
		expect(counts.reduce((sum, count) => sum + count)).toBe(said);
		expect(await valuesIn(chart)).toEqual(counts.map(String));
	});

	test('links from its tables to the pages of the groups', async () => {
		const page = await open(PAGES.statistics);
		const chart = chartOf(page, 'Networks');
		await chart.getByRole('link', { name: 'Awin' }).click();
		await page.waitForURL('/networks/awin/');
	});
});

describe('A category', () => {
	test('shows the distributions of commissions and cookie durations on its first page', async () => {
		const page = await open(PAGES.category);
		expect(await page.getByRole('img').count()).toBe(2);
		expect(await chartOf(page, 'Commission rates').locator('p').innerText()).toContain('11 programs');
	});

	test('shows sentences without charts if it has few programs, and nothing if it is empty', async () => {
		const page = await open('/networks/tradedoubler/');
		expect(await chartOf(page, 'Commission rates').locator('p').innerText()).toContain('2 programs');
		expect(await page.getByRole('img').count()).toBe(0);
		await page.goto(PAGES['empty category']);
		expect(await page.locator('.chart-of').count()).toBe(0);
	});
});

describe('Every chart', () => {
	test.each([
		['the sample', SITES.sample.origin, '/categories/shops/'],
		['extremes', SITES.extremes.origin, '/categories/word/'],
	])('of %s is readable and complete on a screen of 360 pixels', async (_, baseURL, category) => {
		const page = await visit(undefined, { baseURL, viewport: { width: 360, height: 800 } });
		for (const address of [PAGES.statistics, category]) {
			await page.goto(address);
			const texts = await page.locator('svg.chart text').evaluateAll((texts) =>
				texts.map((text) => {
					const { left, right } = text.getBoundingClientRect();
					const scale = (text as SVGTextElement).getScreenCTM()!.a;
					const size = Number.parseFloat(getComputedStyle(text).fontSize) * scale;
					return { text: text.textContent, size, isWithin: left >= 0 && right <= innerWidth };
				}),
			);
			expect(texts.filter(({ size, isWithin }) => size < 11 || !isWithin)).toEqual([]);
		}
	});

	test('has no overlapping texts', async () => {
		const page = await visit(undefined, { viewport: { width: 1440, height: 800 } });
		for (const address of [PAGES.statistics, PAGES.category, PAGES.network]) {
			await page.goto(address);
			expect(await page.evaluate(overlaps), address).toEqual([]);
		}
	});
});

async function open(address: string): Promise<Page> {
	const page = await visit(address);
	return page;
}

function chartOf(page: Page, title: string): Locator {
	return page.locator('.chart-of').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** The text of each mark of a chart. */
function valuesIn(chart: Locator): Promise<string[]> {
	return chart.locator('svg .value text').allTextContents();
}

/** Pairs of overlapping text elements in the same chart. */
function overlaps(): string[] {
	return [...document.querySelectorAll('svg.chart')].flatMap((chart) => {
		const texts = [...chart.querySelectorAll('text')].map((text) => ({ text, box: text.getBoundingClientRect() }));
		return texts.flatMap((a, index) =>
			texts
				.slice(index + 1)
				.filter(({ box }) => box.left < a.box.right && a.box.left < box.right)
				// The box of a line of text is taller than its letters.
				.filter(({ box }) => box.top + 3 < a.box.bottom && a.box.top + 3 < box.bottom)
				.map((b) => `${a.text.textContent} and ${b.text.textContent}`),
		);
	});
}

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { FILTER_FIELDS } from '../../src/website/explorer/query.ts';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe.each([
	['with JavaScript', true],
	['without JavaScript', false],
])('A visitor %s', (_, javaScriptEnabled) => {
	test.each([
		['category', (page: Page) => choose(page, 'Category', 'Travel')],
		['commission type', (page: Page) => check(page, 'Recurring')],
		['network', (page: Page) => choose(page, 'Network', 'PartnerStack')],
		['payouts', (page: Page) => choose(page, 'Payouts', 'Monthly')],
		['rating', (page: Page) => check(page, '4.0 of 5 or more')],
		['source of the facts', (page: Page) => check(page, 'Checked by an editor')],
		['least commission', (page: Page) => follow(page, '30% or more:')],
		['least cookie', (page: Page) => follow(page, '60 days or more:')],
	])('gets as many programs as the choice says: %s', async (_, take) => {
		const page = await visit('/programs/search/?q=a', { javaScriptEnabled });
		const count = await take(page);
		expect(count).toBeGreaterThan(0);
		if (!javaScriptEnabled && !page.url().includes('min_')) {
			await page.getByRole('button', { name: 'Show results' }).last().click();
		}
		await expectTotal(page, new RegExp(`(^|of )${count} programs?$`));
		expect(await page.locator('.active-filters li').count()).toBe(3);
	});

	test('enters exact ranges as numbers', async () => {
		const page = await visit('/programs/', { javaScriptEnabled });
		const commission = page.getByRole('group', { name: 'Commission, %' });
		await commission.getByLabel('from', { exact: true }).fill('12.5');
		await commission.getByLabel('to', { exact: true }).fill('15');
		await page.getByRole('button', { name: 'Show results' }).first().click();
		await page.waitForURL('/programs/search/?*max_guaranteed=15*');
		// Each field loads results, so the test waits for both filters.
		for (const filter of ['12.5% or more', '15% or less']) {
			await page.getByRole('link', { name: `Remove Commission ${filter}` }).waitFor();
		}
		const rates = await page.locator('.pays .figure').allInnerTexts();
		expect(rates.length).toBeGreaterThan(1);
		for (const rate of rates.filter((text) => text.endsWith('%'))) {
			const [figure] = /[\d.]+/.exec(rate)!;
			expect(Number(figure)).toBeGreaterThanOrEqual(12.5);
			expect(Number(figure)).toBeLessThanOrEqual(15);
		}
	});

	test('finds the filters behind a link on a phone', async () => {
		const page = await visit('/programs/', { javaScriptEnabled, viewport: { width: 360, height: 800 } });
		expect(await page.getByLabel('Category', { exact: true }).isVisible()).toBe(false);
		await page.getByRole('link', { name: 'Filters', exact: true }).click();
		await page.getByLabel('Category', { exact: true }).selectOption({ value: 'travel' });
		await page
			.getByRole('button', { name: /^Show (results|\d+ programs)$/ })
			.last()
			.click();
		await page.waitForURL('/programs/search/?*category=travel*');
		await page.getByRole('link', { name: 'Filters (1)' }).waitFor();
		expect(await page.getByLabel('Category', { exact: true }).isVisible()).toBe(false);
		await page.getByLabel('Sort by').selectOption({ label: 'Most recently added first' });
		if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show results' }).first().click();
		await page.waitForURL('/programs/search/?*category=travel*sort=newest*');
	});
});

test('The form of the explorer has a field for every filter', async () => {
	const page = await visit('/programs/');
	const fields = await page
		.locator('form#explorer')
		.evaluate((form) => [...(form as HTMLFormElement).elements].map((field) => (field as HTMLInputElement).name));
	expect(fields).toEqual(expect.arrayContaining([...FILTER_FIELDS]));
});

async function expectTotal(page: Page, text: string | RegExp): Promise<void> {
	await page.getByRole('status').filter({ hasText: text }).waitFor();
}

/** Selects a choice of a list and returns its count. */
async function choose(page: Page, label: string, choice: string): Promise<number> {
	const option = page.getByLabel(label, { exact: true }).locator('option', { hasText: choice });
	const text = await option.innerText();
	await page.getByLabel(label, { exact: true }).selectOption({ label: text });
	return Number(/\((\d+)\)$/.exec(text)?.[1]);
}

async function check(page: Page, label: string): Promise<number> {
	const choice = page.locator('.choice', { hasText: label });
	const count = Number(await choice.locator('.count').innerText());
	await choice.click();
	return count;
}

async function follow(page: Page, name: string): Promise<number> {
	const link = page.getByRole('link', { name });
	const count = Number.parseInt(await link.locator('.count').innerText(), 10);
	await link.click();
	return count;
}

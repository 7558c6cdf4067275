import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { useBrowser, useSharedPages } from './sites.ts';

const visit = useSharedPages();
const visitWithNewBrowser = useBrowser();

/** The estimate in euros for Larkpost, which pays 30% for 24 months, with the values that `enter` fills in. */
const LARKPOST = '€23,400';

describe('The estimate of what the visitor would earn', () => {
	test('needs values only once, and is shown in every list, in comparisons and on pages of programs', async () => {
		const page = await visit('/programs/?utm_source=mail');
		expect(await page.locator('row-estimate:visible').count()).toBe(0);
		await enter(page);
		await page.locator('row-estimate:visible').first().waitFor();
		for (const address of ['/programs/search/?q=larkpost', '/organizations/larkpost/', '/networks/partnerstack/']) {
			await page.goto(address);
			await shown(page, LARKPOST);
		}
		await page.goto('/compare/?programs=larkpost,zinkhammer');
		const cells = page.getByRole('row', { name: 'Estimate' }).getByRole('cell');
		expect(await cells.nth(0).innerText()).toContain(`${LARKPOST}\nin the first year (780 payments × €30)`);
		expect(await cells.nth(1).innerText()).toBe('No estimate is possible without a clear figure.');
		await page.goto('/programs/larkpost/');
		expect(await page.locator('.estimate output').innerText()).toBe(LARKPOST);
		await page.evaluate(() => localStorage.setItem('saved', '[{"slug":"larkpost"}]'));
		await page.goto('/saved/');
		await shown(page, LARKPOST);
	});

	test('says above a list in its order that currencies are not converted, and whether the numbers are an example', async () => {
		const page = await visit('/programs/search/?sort=estimate');
		const note = page.locator('.matches > .notice');
		expect(await note.innerText()).toMatch(/^This order uses an example: a price of 50 .*not converted/s);
		await page.goto('/programs/');
		await enter(page);
		await page.getByRole('button', { name: 'Sort programs by this estimate' }).click();
		await note.waitFor();
		expect(await note.innerText()).toMatch(/^Amounts are in each program’s own currency and are not converted\./);
		await page.getByLabel('Sort by').selectOption('newest');
		await note.waitFor({ state: 'detached' });
	});

	test('sorts all matching programs, from the list of a category too', async () => {
		const page = await visit('/categories/shops/');
		await enter(page);
		await page.getByRole('button', { name: 'Sort programs by this estimate' }).click();
		await page.waitForURL('/programs/search/?category=shops&price=100&customers=10&churn=0&months=&sort=estimate');
		await expectDescending(page);
	});

	test.each([
		['/categories/shops/', 'Sort programs by this estimate'],
		['/programs/search/?sort=estimate', 'Show results'],
	])('sorts without JavaScript: %s', async (address, button) => {
		const page = await visit(address, { javaScriptEnabled: false });
		const price = page.getByLabel('Price per payment');
		if (!(await price.isVisible())) await page.getByText('What would I earn?').click();
		await price.fill('100');
		await page.getByRole('button', { name: button }).first().click();
		await page.waitForURL('**/programs/search/?**price=100**');
		expect(new URL(page.url()).searchParams.getAll('sort')).toEqual(['estimate']);
		await expectDescending(page);
	});

	test.each([true, false])(
		'stays on the comparison when the visitor presses Enter: JavaScript %s',
		async (javaScriptEnabled) => {
			const page = await visit('/compare/?programs=larkpost,zinkhammer', { javaScriptEnabled });
			const price = page.getByLabel('Price per payment');
			if (!(await price.isVisible())) await page.getByText('What would I earn?').click();
			await page.getByLabel('New customers per month').fill('10');
			await page.getByLabel('Churn per month, %').fill('0');
			await price.fill('100');
			await price.press('Enter');
			await page.waitForURL('/compare/?programs=larkpost%2Czinkhammer&price=100&customers=10&churn=0&months=');
			await shown(page, LARKPOST);
			expect(await price.inputValue()).toBe('100');
		},
	);

	test('stays in the form and in the address while the visitor filters, and sorts in place', async () => {
		const page = await visit('/programs/');
		await enter(page);
		await page.getByRole('button', { name: 'Sort programs by this estimate' }).click();
		await page.waitForURL('/programs/search/?sort=estimate&price=100&customers=10&churn=0');
		await page.getByRole('radio', { name: /^Recurring/ }).check();
		await page.waitForURL('/programs/search/?commission_type=recurring&sort=estimate&price=100&customers=10&churn=0');
		await page.getByRole('link', { name: 'Remove Recurring' }).click();
		await page.waitForURL('/programs/search/?sort=estimate&price=100&customers=10&churn=0');
		await expectDescending(page);
		expect(await page.getByLabel('Price per payment').inputValue()).toBe('100');
	});

	test('uses the values in a shared address, but keeps those that the visitor entered', async () => {
		const page = await visit('/programs/');
		await enter(page);
		await page.goto('/programs/search/?q=larkpost&price=200&customers=10&churn=0');
		await shown(page, '€46,800');
		await page.goto('/programs/search/?q=larkpost');
		await shown(page, LARKPOST);
	});

	test('is a range from 0 for a maximum, with its calculation', async () => {
		const page = await visit('/programs/search/?q=snofokk&price=100&customers=10&churn=0', {
			javaScriptEnabled: false,
		});
		const text = await page.locator('row-estimate').first().innerText();
		expect(text).toMatch(/^\D0–\D[\d,]+\s+in the first year \([\d,]+ customers × \D0–\D[\d.,]+\)$/);
	});

	test('is the same in all tabs', async () => {
		const page = await visit('/programs/search/?q=larkpost');
		const other = await page.context().newPage();
		await other.goto('/programs/');
		await enter(other);
		await shown(page, LARKPOST);
		await page.getByText('What would I earn?').click();
		expect(await page.getByLabel('Price per payment').inputValue()).toBe('100');
	});

	test('works for the open page if the browser has no storage', async () => {
		const page = await visitWithNewBrowser();
		await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => JSON.parse('off') }));
		await page.goto('/organizations/larkpost/');
		await enter(page);
		await shown(page, LARKPOST);
	});

	test('has no errors by WCAG 2.2 AA, and fits on a phone', async () => {
		const page = await visit('/programs/search/?price=100&sort=estimate', { viewport: { width: 320, height: 800 } });
		await page.getByText('How it is calculated').click();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
		await expectNoFaults(page);
	});
});

/** Enters a price of 100 and 10 customers a month, all of whom stay. */
async function enter(page: Page): Promise<void> {
	const price = page.getByLabel('Price per payment');
	if (!(await price.isVisible())) await page.getByText('What would I earn?').click();
	await price.fill('100');
	await page.getByLabel('New customers per month').fill('10');
	await page.getByLabel('Churn per month').fill('0');
}

/** Waits until a program of the page has an estimate. */
function shown(page: Page, amount: string): Promise<void> {
	return page.locator('row-estimate', { hasText: amount }).first().waitFor();
}

/** Checks that there are estimates in one currency, and that they are sorted: amounts first, then maximums. */
async function expectDescending(page: Page): Promise<void> {
	await page.locator('.sort option[value="estimate"]:checked').waitFor({ state: 'attached' });
	const texts = await page.locator('row-estimate .total').allInnerTexts();
	const amounts = texts
		.filter((text) => /^\$[1-9]/.test(text))
		.map((text) => Number.parseInt(text.replace(/[$,]/g, ''), 10));
	expect(amounts.length).toBeGreaterThan(1);
	expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
}

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import site from '../../data/site.json' with { type: 'json' };
import { useBrowser, useSharedPages } from './sites.ts';

const visit = useSharedPages();
const visitWithNewBrowser = useBrowser();

const FOUR = '/compare/?programs=larkpost,fernhollow-hosting,zinkhammer,tamarisk-shop';

describe('Selecting programs to compare', () => {
	test('works in any list and across pages, and leads to the comparison', async () => {
		const page = await visit('/categories/hosting/');
		expect(await bar(page).isVisible()).toBe(false);
		await page.getByRole('checkbox', { name: 'Compare Fernhollow Hosting' }).check();
		await page.goto('/programs/larkpost/');
		await page.getByRole('checkbox', { name: 'Compare Larkpost', exact: true }).check();
		expect(await bar(page).getByRole('status').innerText()).toBe('2 of 4 selected');
		await bar(page).getByRole('link', { name: 'Compare' }).click();
		await page.waitForURL('/compare/?programs=fernhollow-hosting,larkpost');
		expect(await columns(page)).toEqual(['Fernhollow Hosting', 'Larkpost']);
	});

	test('stops at four, and continues when one is removed', async () => {
		const page = await visit('/programs/');
		const boxes = page.getByRole('checkbox', { name: /^Compare / });
		for (let box = 0; box < 4; box++) await boxes.nth(box).check();
		expect(await boxes.nth(4).isDisabled()).toBe(true);
		await boxes.nth(0).uncheck();
		expect(await boxes.nth(4).isDisabled()).toBe(false);
	});

	test('can be undone with one click', async () => {
		const page = await visit('/programs/');
		const box = page.getByRole('checkbox', { name: /^Compare / }).first();
		await box.check();
		await bar(page).getByRole('button', { name: 'Clear' }).click();
		expect(await bar(page).isVisible()).toBe(false);
		expect(await box.isChecked()).toBe(false);
		await page.reload();
		expect(await box.isChecked()).toBe(false);
	});

	test('continues on the page of the comparison', async () => {
		const page = await visit('/compare/?q=larkpost');
		await page.getByRole('link', { name: 'Add Larkpost', exact: true }).click();
		await page.waitForURL('/compare/?programs=larkpost');
		await page.getByRole('searchbox', { name: 'Words' }).fill('zinkhammer');
		await page.getByRole('button', { name: 'Find' }).click();
		await page.getByRole('link', { name: 'Add Zinkhammer' }).click();
		await page.waitForURL('/compare/?programs=larkpost,zinkhammer');
		expect(await bar(page).isVisible()).toBe(false);
		await page.getByRole('link', { name: 'Remove Larkpost', exact: true }).click();
		await page.waitForURL('/compare/?programs=zinkhammer');
		await page.goto('/programs/zinkhammer/');
		expect(await bar(page).getByRole('status').innerText()).toBe('1 of 4 selected');
		expect(await page.getByRole('checkbox', { name: 'Compare Zinkhammer' }).isChecked()).toBe(true);
	});

	test('works in rows that are added later, and shows which of them are selected', async () => {
		const page = await visit('/programs/');
		await page
			.getByRole('checkbox', { name: /^Compare / })
			.first()
			.check();
		await page.evaluate(() => {
			for (const label of document.querySelectorAll('tr .compare-box')) label.remove();
			const body = document.querySelector('tbody')!;
			body.innerHTML = String(body.innerHTML);
		});
		const boxes = page.getByRole('checkbox', { name: /^Compare / });
		await boxes.nth(24).waitFor();
		expect(await boxes.first().isChecked()).toBe(true);
	});

	test.each([
		['is full', () => (Storage.prototype.setItem = () => void JSON.parse('full'))],
		['is turned off', () => Object.defineProperty(window, 'sessionStorage', { get: () => JSON.parse('off') })],
	])('works on one page if the storage of the browser %s', async (_, breakStorage) => {
		const page = await visitWithNewBrowser();
		await page.addInitScript(breakStorage);
		await page.goto('/categories/shops/');
		for (const box of (await page.getByRole('checkbox', { name: /^Compare/ }).all()).slice(0, 2)) await box.check();
		expect(await bar(page).innerText()).toContain('2 of 4 selected');
		await bar(page).getByRole('link', { name: 'Compare' }).click();
		await page.waitForURL('/compare/?programs=*');
		expect(await columns(page)).toHaveLength(2);
	});

	test('works by keyboard', async () => {
		const page = await visit('/programs/larkpost/');
		const box = page.getByRole('checkbox', { name: 'Compare Larkpost', exact: true });
		await tabTo(page, () => box.evaluate((element) => element === document.activeElement));
		await page.keyboard.press('Space');
		await tabTo(page, () => page.evaluate(() => document.activeElement?.matches('compare-bar a') ?? false));
		await page.keyboard.press('Enter');
		await page.waitForURL('/compare/?programs=larkpost');
		await tabTo(page, () => page.evaluate(() => document.activeElement?.matches('input[name="q"]') ?? false));
		await page.keyboard.type('tamarisk');
		await page.keyboard.press('Enter');
		await page.waitForURL('**q=tamarisk');
		await tabTo(page, () => page.evaluate(() => /^Add\s/.test(document.activeElement?.textContent?.trim() ?? '')));
		await page.keyboard.press('Enter');
		await page.getByRole('columnheader').nth(1).waitFor();
		expect((await columns(page))[0]).toBe('Larkpost');
	});

	test('works without JavaScript', async () => {
		const page = await visit('/programs/larkpost/', { javaScriptEnabled: false });
		expect(await bar(page).isVisible()).toBe(false);
		await page.getByRole('link', { name: 'Compare', exact: true }).click();
		await page.waitForURL('/compare/?programs=larkpost');
		await page.getByRole('searchbox', { name: 'Words' }).fill('tamarisk shop');
		await page.getByRole('button', { name: 'Find' }).click();
		await page.getByRole('link', { name: 'Add Tamarisk Shop', exact: true }).click();
		await page.waitForURL('/compare/?programs=larkpost,tamarisk-shop');
		expect(await columns(page)).toEqual(['Larkpost', 'Tamarisk Shop']);
	});
});

describe('A comparison that someone shared', () => {
	test('does not change the selection of the visitor, whose bar stays', async () => {
		const page = await visit('/programs/stackotter/');
		await page.getByRole('checkbox', { name: 'Compare Stackotter' }).check();
		await page.goto(FOUR);
		expect(await bar(page).getByRole('status').innerText()).toBe('1 of 4 selected');
		expect(await notice(page).innerText()).toContain('Shared list:');
		await page.getByRole('link', { name: 'Remove Zinkhammer' }).click();
		await page.waitForURL('/compare/?programs=larkpost,fernhollow-hosting,tamarisk-shop');
		expect(await bar(page).getByRole('link').getAttribute('href')).toBe('/compare/?programs=stackotter');
		await page.goto('/programs/');
		expect(await bar(page).getByRole('status').innerText()).toBe('1 of 4 selected');
	});

	test('becomes the selection of the visitor with a button', async () => {
		const page = await visit('/programs/stackotter/');
		await page.getByRole('checkbox', { name: 'Compare Stackotter' }).check();
		await page.goto(FOUR);
		await page.getByRole('button', { name: 'Replace mine' }).click();
		expect(await notice(page).innerText()).toBe('You have selected 4 programs to compare.');
		expect(
			await notice(page)
				.locator('p')
				.evaluate((text) => text === document.activeElement),
		).toBe(true);
		expect(await bar(page).isVisible()).toBe(false);
		await page.goto('/programs/larkpost/');
		expect(await bar(page).getByRole('status').innerText()).toBe('4 of 4 selected');
		await page.goto(FOUR);
		expect(await notice(page).isVisible()).toBe(false);
	});

	test('selects nothing for a visitor who has no selection', async () => {
		const page = await visit(FOUR);
		expect(await page.getByRole('button', { name: 'Select these programs' }).isVisible()).toBe(true);
		await page.goto('/programs/larkpost/');
		expect(await bar(page).isVisible()).toBe(false);
	});

	test('is complete without JavaScript, and offers no selection', async () => {
		const page = await visit(FOUR, { javaScriptEnabled: false });
		expect(await columns(page)).toHaveLength(4);
		expect(await notice(page).isVisible()).toBe(false);
	});
});

describe('A comparison', () => {
	test('shows each fact of all programs side by side, and marks the best', async () => {
		const page = await visit(FOUR);
		expect(await columns(page)).toEqual(['Larkpost', 'Fernhollow Hosting', 'Zinkhammer®', 'Tamarisk Shop']);
		expect(await cells(page, 'Commission')).toEqual([
			expect.stringMatching(/^30% 30% of each payment for 24 months/),
			'120% Month 1: 120% of each payment · from month 2: 5% for life',
			'not stated',
			'$50 + 10% $50 + 10% of each payment for 12 months',
		]);
		expect(await cells(page, 'Cookie')).toEqual(['60 days longest', '30 days', 'not stated', '30 days']);
	});

	test('marks equal rows with a word, and hides them on request, also without JavaScript', async () => {
		const page = await visit('/compare/?programs=fernhollow-hosting,tamarisk-shop', { javaScriptEnabled: false });
		const same = page.getByRole('row').filter({ has: page.getByText('same', { exact: true }) });
		expect(await same.first().isVisible()).toBe(true);
		const rows = await page.getByRole('row').count();
		const [equal, all] = [await same.count(), rows];
		await page.getByRole('checkbox', { name: 'Show differences only' }).check();
		expect(await page.getByRole('row').count()).toBe(all - equal);
		expect(await same.count()).toBe(0);
	});

	test('says what to do if there is nothing, or not enough, to compare', async () => {
		const page = await visit('/compare/');
		expect(await page.locator('main').innerText()).toContain('Find them below');
		await page.goto('/compare/?programs=larkpost');
		expect(await page.locator('main').innerText()).toContain('Add another program');
		await page.goto('/compare/?programs=larkpost&q=qqqqqq');
		expect(await page.locator('main').innerText()).toContain('No other program matches.');
	});

	test('continues without programs that are not in the directory', async () => {
		const page = await visit('/compare/?programs=larkpost,no-such-program,..%2Fcategories,%3Cscript%3E');
		expect(await page.locator('main').innerText()).toContain(
			'3 of the programs are not in the directory, or no longer listed.',
		);
		await page.getByRole('link', { name: 'Continue without them' }).click();
		await page.waitForURL('/compare/?programs=larkpost');
	});

	test('shows the first four if there are more, and names the others', async () => {
		const page = await visit(`${FOUR},fernhollow-backup`);
		expect(await columns(page)).toHaveLength(4);
		expect(await page.locator('p.notice').innerText()).toContain('make room for Fernhollow Backup');
	});

	test('is hidden from search engines, and may be cached for a minute', async () => {
		const page = await visit();
		const response = await page.goto(FOUR);
		expect(response?.headers()['cache-control']).toBe('public, max-age=60');
		expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
		expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/compare/`);
	});

	test('scrolls inside its own box on a narrow screen, and the names of the facts stay visible', async () => {
		const page = await visit(FOUR, { viewport: { width: 360, height: 800 } });
		const name = page.getByRole('rowheader', { name: 'Commission' }).first();
		const before = await name.boundingBox();
		await page.locator('.compare-scroll').evaluate((element) => element.scrollBy(400, 0));
		expect((await name.boundingBox())?.x).toBe(before?.x);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
	});
});

function notice(page: Page) {
	return page.locator('shown-comparison');
}

function bar(page: Page) {
	return page.locator('compare-bar');
}

/** The names of the compared programs. */
function columns(page: Page): Promise<string[]> {
	return page.locator('thead .name').allInnerTexts();
}

/** The cells of the first row with a fact. */
async function cells(page: Page, fact: string): Promise<string[]> {
	const row = page
		.getByRole('row')
		.filter({ has: page.getByRole('rowheader', { name: fact }) })
		.first();
	return (await row.locator('td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
	for (let press = 0; press < 150; press++) {
		await page.keyboard.press('Tab');
		if (await isThere()) return;
	}
	throw new Error('It cannot be reached.');
}

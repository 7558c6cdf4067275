import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();
const RESULTS = '**/programs/search/?*';

describe('The explorer, while the user types,', () => {
	test('replaces the list without a new page, keeps focus and caret, and announces the number of results', async () => {
		const page = await openPrograms();
		const words = page.getByRole('searchbox');
		await words.pressSequentially('larkpst');
		for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowLeft');
		await page.keyboard.press('o');
		await waitForTotal(page, /^4 programs$/);
		await page.keyboard.type('!');
		expect(await words.inputValue()).toBe('larkpo!st');
		expect(await page.evaluate(() => document.activeElement?.id)).toBe('words');
		expect(await isSamePage(page)).toBe(true);
	});

	test('keeps the address clean, and makes one history entry of continuous typing', async () => {
		const page = await openPrograms();
		await page.getByRole('searchbox').pressSequentially('larkpost ');
		await page.waitForURL('/programs/search/?q=larkpost');
		await waitForTotal(page, /^4 programs$/);
		await page.goBack();
		await page.waitForURL('/programs/');
		await waitForTotal(page, '1–25 of 56 programs');
		expect(await page.getByRole('searchbox').inputValue()).toBe('');
		await page.goForward();
		await waitForTotal(page, /^4 programs$/);
		expect(await page.getByRole('searchbox').inputValue()).toBe('larkpost');
		expect(await isSamePage(page)).toBe(true);
	});

	test('shows as chips what the words mean, and keeps the words in the field until a chip is removed', async () => {
		const page = await openPrograms();
		const words = page.getByRole('searchbox');
		await words.pressSequentially('recurring landing pages 20%+');
		await page.getByRole('link', { name: 'Remove Commission 20% or more' }).waitFor();
		expect(await words.inputValue()).toBe('recurring landing pages 20%+');
		await page.getByRole('link', { name: 'Remove Recurring' }).click();
		await page.waitForURL('/programs/search/?q=landing+pages&min_guaranteed=20');
		await page.getByRole('link', { name: 'Remove Recurring' }).waitFor({ state: 'detached' });
		expect(await words.inputValue()).toBe('landing pages');
		const commission = page.getByRole('group', { name: 'Commission, %' });
		expect(await commission.getByLabel('from', { exact: true }).inputValue()).toBe('20');
	});

	test('waits until a tag is complete, and offers the tags that most programs have first', async () => {
		const page = await openPrograms();
		const tag = page.getByRole('combobox', { name: 'Tag' });
		await tag.pressSequentially('newsletter');
		expect(new URL(page.url()).pathname).toBe('/programs/');
		await tag.pressSequentially('s');
		await page.waitForURL('/programs/search/?tag=newsletters');
		await waitForTotal(page, /^4 programs$/);
		const offered = await page
			.locator('#tag-choices option')
			.evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value));
		expect(offered.slice(0, 2)).toEqual(['newsletters', 'privacy']);
		expect(offered.slice(20)).toEqual(offered.slice(20).sort());
		await tag.fill('nothing');
		await tag.press('Enter');
		await waitForTotal(page, 'No programs match');
		await page.getByRole('link', { name: 'Remove nothing' }).waitFor();
	});

	test('sends one request at a time, and shows the last answer', async () => {
		const page = await openPrograms();
		const held: Route[] = [];
		await page.route(RESULTS, (route) => void held.push(route));
		const failed: string[] = [];
		page.on('requestfailed', (request) => failed.push(new URL(request.url()).search));
		for (const [typed, letter] of [...'lar'].entries()) {
			await page.getByRole('searchbox').press(letter);
			await expect.poll(() => held.length).toBe(typed + 1);
		}
		await expect.poll(() => failed).toEqual(['?q=l', '?q=la']);
		await Promise.all(held.map((route) => route.continue().catch(() => {})));
		await page.getByRole('link', { name: 'Remove “lar”' }).waitFor();
		expect(await page.getByRole('searchbox').inputValue()).toBe('lar');
	});
});

describe('The explorer, when the user selects something,', () => {
	test('restores the list, the form and the scroll position on Back and Forward', async () => {
		const page = await openPrograms();
		await page.getByRole('searchbox').fill('the');
		await waitForTotal(page, '1–25 of 33 programs');
		await page.getByRole('link', { name: 'Next' }).click();
		await waitForTotal(page, '26–33 of 33 programs');
		await page.evaluate(() => scrollTo(0, 500));
		// With a script, because the page would be scrolled before a click with the pointer.
		await page.getByLabel('Recurring').evaluate((radio) => (radio as HTMLElement).click());
		await page.getByRole('link', { name: 'Remove Recurring' }).waitFor();
		await page.getByLabel('Category', { exact: true }).selectOption('hosting');
		await page.getByRole('link', { name: /^Remove Hosting/ }).waitFor();
		await page.goBack();
		await page.getByRole('link', { name: /^Remove Hosting/ }).waitFor({ state: 'detached' });
		expect(await page.getByLabel('Category', { exact: true }).inputValue()).toBe('');
		expect(await page.getByLabel('Recurring').isChecked()).toBe(true);
		await page.goBack();
		await waitForTotal(page, '26–33 of 33 programs');
		expect(await page.getByLabel('Recurring').isChecked()).toBe(false);
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);
		await page.goForward();
		await page.getByRole('link', { name: 'Remove Recurring' }).waitFor();
		expect(await isSamePage(page)).toBe(true);
	});

	test('is unchanged after the user opens a program and comes back', async () => {
		const page = await openPrograms();
		await page.getByRole('searchbox').fill('the');
		await waitForTotal(page, '1–25 of 33 programs');
		await page.evaluate(() => scrollTo(0, 700));
		await page.locator('tbody a.name').nth(6).click();
		await page.waitForURL('/programs/*/');
		await page.goBack();
		await waitForTotal(page, '1–25 of 33 programs');
		expect(await page.getByRole('searchbox').inputValue()).toBe('the');
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
	});

	test('keeps the focus, also in a heading that sorts', async () => {
		const page = await openPrograms();
		await page.getByRole('link', { name: 'Cookie' }).focus();
		await page.keyboard.press('Enter');
		await page.locator('[aria-sort="descending"]').waitFor();
		expect(await page.evaluate(() => document.activeElement?.id)).toBe('sort-cookie');
	});

	test('disables choices that would show nothing', async () => {
		const page = await openPrograms();
		await page.getByRole('searchbox').fill('larkpost');
		await waitForTotal(page, /^4 programs$/);
		expect(await page.getByLabel('Hybrid').isDisabled()).toBe(true);
		await page.getByRole('link', { name: 'Clear all' }).click();
		await waitForTotal(page, '1–25 of 56 programs');
		expect(await page.getByLabel('Hybrid').isDisabled()).toBe(false);
		expect(new URL(page.url()).pathname).toBe('/programs/');
	});
});

describe('The filters on a phone', () => {
	test('have a button that closes them, and a link that clears them', async () => {
		const page = await visit('/programs/search/?category=travel', { viewport: { width: 360, height: 740 } });
		const open = page.getByRole('link', { name: 'Filters (1)' });
		await open.click();
		const dialog = page.getByRole('dialog', { name: 'Filters' });
		await dialog.getByRole('button', { name: 'Close' }).click();
		await dialog.waitFor({ state: 'hidden' });
		await open.click();
		await dialog.getByRole('link', { name: 'Clear', exact: true }).click();
		await dialog.getByRole('button', { name: 'Show 56 programs' }).waitFor();
		expect(new URL(page.url()).pathname).toBe('/programs/');
	});

	test('stay open while the list changes, show the number of programs, and close with Escape', async () => {
		const page = await openPrograms({ viewport: { width: 360, height: 800 } });
		await page.getByRole('link', { name: 'Filters', exact: true }).click();
		const dialog = page.getByRole('dialog', { name: 'Filters' });
		await dialog.getByLabel('Category', { exact: true }).selectOption('travel');
		const shown = dialog.getByRole('button', { name: /^Show \d+ programs$/ });
		await expect.poll(() => shown.innerText()).not.toBe('Show 56 programs');
		const count = await shown.innerText();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'hidden' });
		await waitForTotal(page, count.replace('Show ', ''));
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Filters (1)');
	});
});

describe('By keyboard', () => {
	test('a user finds, filters and opens a program', async () => {
		const page = await openPrograms();
		await tabTo(page, '#words');
		await page.keyboard.type('hosting');
		await page.getByRole('link', { name: 'Remove “hosting”' }).waitFor();
		await tabTo(page, '[name="commission_type"]');
		await page.keyboard.press('ArrowDown');
		await page.waitForURL('/programs/search/?q=hosting&commission_type=*');
		await tabTo(page, '[name="provenance"]');
		await page.keyboard.press('ArrowDown');
		await page.getByRole('link', { name: 'Remove Checked by an editor' }).waitFor();
		await tabTo(page, 'a.name');
		await page.keyboard.press('Enter');
		await page.waitForURL('/programs/*/');
	});
});

describe('Without an answer from the server', () => {
	test('the list and the form stay, an error appears, and another attempt works', async () => {
		const page = await openPrograms();
		const before = await page.locator('tbody').innerText();
		await page.route(RESULTS, (route) => route.abort());
		await page.getByRole('searchbox').fill('larkpost');
		await waitForTotal(page, 'Could not load the results');
		expect(await page.locator('tbody').innerText()).toBe(before);
		expect(await page.getByRole('searchbox').inputValue()).toBe('larkpost');
		await page.unroute(RESULTS);
		await page.getByRole('link', { name: 'Try again' }).click();
		await waitForTotal(page, /^4 programs$/);
	});

	test('an error page is not shown as a list', async () => {
		const page = await openPrograms();
		await page.route(RESULTS, (route) => route.fulfill({ status: 503, body: 'Later.' }));
		await page.getByLabel('Recurring').check();
		await waitForTotal(page, 'Could not load the results');
		expect(await page.locator('tbody tr').count()).toBe(25);
	});
});

/** Opens the list of all programs, and marks the page to recognize it later. */
async function openPrograms(options?: Parameters<typeof visit>[1]): Promise<Page> {
	const page = await visit('/programs/', options);
	await page.evaluate(() => Object.assign(window, { same: true }));
	return page;
}

function isSamePage(page: Page): Promise<boolean> {
	return page.evaluate(() => 'same' in window);
}

function waitForTotal(page: Page, text: string | RegExp): Promise<void> {
	return page.getByRole('status').filter({ hasText: text }).waitFor();
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
	for (let step = 0; step < 100; step++) {
		if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`${selector} is not reached`);
}

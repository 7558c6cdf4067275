import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ARABIC, SCRIPT } from './extremes.ts';
import { SITES, settled, useBrowser, useSharedPages } from './sites.ts';

/** A page that loads fast. The search is the same on all pages. */
const ANY_PAGE = '/about/data/';
const visit = useSharedPages();
/** For tests of what is loaded and when, because shared pages keep loaded files. */
const visitWithNewBrowser = useBrowser();

describe('Site-wide search', () => {
	test('opens with / on any page, and finds a program by its name, with its commission', async () => {
		const page = await visit('/categories/shops/');
		const dialog = await openByKey(page);
		await page.keyboard.type('larkpost');
		const [first] = await results(dialog, 'Larkpost');
		expect(await first!.innerText()).toMatch(/^Larkpost\s+30%\s+recurring\s+cookie 60\u00a0days\s+Newsletter software/);
		await first!.click();
		await page.waitForURL('/programs/larkpost/');
	});

	test.each([
		['a category', 'hosting', 'Hosting & domains', '/categories/hosting/'],
		['an organization', 'quillburrow', 'Quillburrow Press', '/organizations/quillburrow-press/'],
		['a network', 'partnerstack', 'PartnerStack', '/networks/partnerstack/'],
		['a review by its words', 'sold one to my mother in law', 'Reviews of 8128', '/programs/8128/#reviews'],
		['a name with accents that is typed without them', 'anas', 'Ånäs', '/programs/anas/'],
	])('finds %s', async (_, words, name, address) => {
		const page = await visit(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText(words);
		await results(dialog, name);
		const link = dialog.getByRole('link').filter({ has: page.getByText(name, { exact: true }) });
		expect(await link.first().getAttribute('href')).toBe(address);
	});

	test('shows the words of a review that match, marked', async () => {
		const page = await visit(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText('larkpost payout easter');
		await results(dialog, 'Reviews of Larkpost');
		const review = dialog.getByRole('link').filter({ hasText: 'Reviews of Larkpost' }).first();
		expect(await review.locator('mark').allInnerTexts()).toEqual(expect.arrayContaining(['Payout', 'Easter.']));
		await review.click();
		await page.waitForURL('/programs/larkpost/#reviews');
	});

	test('finds only reviews with a phrase if the words are in quotes', async () => {
		const page = await visit(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText('"late once over"');
		await results(dialog, 'Reviews of Larkpost');
		expect(await addresses(dialog)).toEqual(['/programs/larkpost/#reviews']);
		await dialog.getByRole('textbox').fill('"once late over"');
		await dialog.getByRole('status').filter({ hasText: 'Nothing found for' }).waitFor();
	});

	test('saves a program of the results', async () => {
		const page = await visit('/categories/shops/');
		const dialog = await openByKey(page);
		await page.keyboard.insertText('larkpost');
		await results(dialog, 'Larkpost');
		await dialog.getByRole('button', { name: 'Save Larkpost', exact: true }).click();
		expect(await dialog.getByRole('button', { name: 'Saved Larkpost', exact: true }).isVisible()).toBe(true);
		await dialog.getByRole('button', { name: 'Close' }).click();
		expect(await page.getByRole('link', { name: 'Saved 1 program' }).isVisible()).toBe(true);
	});

	test('finds programs on the server, and other pages below them, but no program twice', async () => {
		const page = await visit(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText('commission');
		await answered(dialog, 'commission');
		const kinds = await dialog.locator('.found-pages .kind').allInnerTexts();
		expect(kinds).toContain('Documentation');
		expect(kinds).not.toContain('Program');
		expect(await dialog.locator('section').first().getByRole('heading').innerText()).toBe('Programs');
		await dialog.getByRole('textbox').fill('pagination');
		await results(dialog, 'Pagination');
		expect(await addresses(dialog)).toContain('/docs/pagination/');
	});

	test('says how many results it shows, and what to do if there are none', async () => {
		const page = await visit(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText('larkpost');
		await dialog
			.getByRole('status')
			.filter({ hasText: /^\d+ results for “larkpost”$/ })
			.waitFor();
		await page.keyboard.press('ControlOrMeta+a');
		await page.keyboard.insertText('qqqq');
		await dialog
			.getByRole('status')
			.filter({ hasText: 'Nothing found for “qqqq”. Try fewer or different words.' })
			.waitFor();
		expect(await dialog.locator('section:not([hidden])').count()).toBe(0);
	});

	test('shows results for the most similar name if a name is misspelt, and says so', async () => {
		const page = await visit(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText('larkpots');
		const [first] = await results(dialog, 'Larkpost');
		expect(await first!.getAttribute('href')).toBe('/programs/larkpost/');
		expect(await dialog.locator('.found-programs').innerText()).toContain(
			'Nothing matches “larkpots”. These match “larkpost”.',
		);
		expect(await addresses(dialog)).toContain('/programs/larkpost/#reviews');
	});

	test('says which filters it read, and leads to the explorer with the typed words', async () => {
		const page = await visit(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText('recurring 10%+');
		await dialog.getByText('Filters: Recurring, Commission 10% or more').waitFor();
		const all = dialog.getByRole('link', { name: /^All \d+ programs for “recurring 10%\+”$/ });
		expect(await all.getAttribute('href')).toBe('/programs/search/?q=recurring+10%25%2B');
	});

	test('continues in the program search with the same words, with the Enter key and with the link to all', async () => {
		const page = await visit(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText('a & the');
		await answered(dialog, 'a & the');
		const all = dialog.getByRole('link', { name: /^All \d+ programs for “a & the”$/ });
		expect(await all.getAttribute('href')).toBe('/programs/search/?q=a+%26+the');
		const asked = page.waitForRequest(/\/programs\/search\/\?/);
		await dialog.getByRole('textbox').press('Enter');
		expect(new URL((await asked).url()).searchParams.get('q')).toBe('a & the');
	});
});

describe('The dialog of the search', () => {
	test.each([360, 1440])('works by keyboard on a screen of %i pixels', async (width) => {
		const page = await visit(ANY_PAGE, { viewport: { width, height: 800 } });
		await page.getByRole('link', { name: 'Search', exact: true }).focus();
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('dialog', { name: 'Search the directory' });
		await page.keyboard.type('lark');
		await results(dialog, 'Larkpost');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowDown');
		expect(await focusedText(page)).toMatch(/^Larkpost (?:Academy|Pages)/);
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('ArrowUp');
		expect(await dialog.getByRole('textbox').evaluate((input) => input === document.activeElement)).toBe(true);
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'hidden' });
		expect(await focusedText(page)).toMatch(/^Search/);
		await page.keyboard.press('/');
		expect(await dialog.getByRole('textbox').inputValue()).toBe('lark');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.waitForURL('/programs/larkpost/');
	});

	test('closes with its button, which fits on a narrow screen, and with a click outside the dialog', async () => {
		const page = await visit(ANY_PAGE, { viewport: { width: 360, height: 740 } });
		const dialog = await openByKey(page);
		const close = dialog.getByRole('button', { name: 'Close' });
		const { x, width, height } = (await close.boundingBox())!;
		expect(x + width).toBeLessThanOrEqual(360);
		expect(height).toBeLessThan(80);
		await close.click();
		await dialog.waitFor({ state: 'hidden' });
		await page.getByRole('link', { name: 'Search', exact: true }).click();
		await dialog.waitFor();
		await page.mouse.click(5, 500);
		await dialog.waitFor({ state: 'hidden' });
	});

	test('does not open with / while the user types in a field', async () => {
		const page = await visit('/nothing/');
		const field = page.getByRole('searchbox', { name: /^Find programs/ });
		await field.pressSequentially('a/b');
		expect(await field.inputValue()).toBe('a/b');
		expect(await page.getByRole('dialog').count()).toBe(0);
	});

	test('loads the index only when the user is likely to search', async () => {
		const page = await visitWithNewBrowser();
		const requests: string[] = [];
		page.on('request', (request) => requests.push(new URL(request.url()).pathname));
		await page.goto('/');
		await settled(page);
		expect(requests.filter((path) => /^\/(?:pagefind\/|search-parts)/.test(path))).toEqual([]);
		const loaded = page.waitForRequest(/\/pagefind\/\w+\/pagefind\.js/);
		await page.getByRole('link', { name: 'Search', exact: true }).hover();
		await loaded;
	});

	test('still finds programs if the index cannot be loaded, and other pages if the server cannot be reached', async () => {
		const page = await visitWithNewBrowser();
		await page.route('/pagefind/**', (route) => route.abort());
		await page.goto(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.type('larkpost');
		await results(dialog, 'Larkpost');
		await page.unroute('/pagefind/**');
		await page.route('/programs/search/suggestions/**', (route) => route.abort());
		// A browser does not load a module again that it could not load.
		await page.reload();
		await openByKey(page);
		await page.keyboard.type('pagination');
		await results(dialog, 'Pagination');
		await page.route('/search-parts.json', (route) => route.abort());
		await page.reload();
		await openByKey(page);
		await page.keyboard.type('lark');
		await dialog.getByRole('status').filter({ hasText: 'Could not load the search' }).waitFor();
		expect(await dialog.locator('section:not([hidden])').count()).toBe(0);
	});

	test('loads the index again after a failure, for example if a new build has replaced it', async () => {
		const page = await visitWithNewBrowser();
		let gone = true;
		await page.route('/pagefind/*/fragment/**', (route) => {
			if (!gone) return route.continue();
			gone = false;
			return route.fulfill({ status: 404 });
		});
		await page.goto(ANY_PAGE);
		const dialog = await openByKey(page);
		await page.keyboard.insertText('pagination');
		await expect.poll(() => gone).toBe(false);
		await dialog.getByRole('textbox').fill('rate limits');
		await results(dialog, 'Limits');
	});

	test.each([
		['markup', 'onerror', SCRIPT],
		['Arabic', 'شركة', ARABIC],
	])('shows results unchanged: %s', async (_, words, name) => {
		const page = await visit(ANY_PAGE, { baseURL: SITES.extremes.origin });
		const dialog = await openByKey(page);
		await page.keyboard.insertText(words);
		await results(dialog, name.slice(0, 20));
		expect(await page.evaluate(() => (window as { broken?: unknown }).broken)).toBeUndefined();
		expect(await dialog.locator('img, script').count()).toBe(0);
	});

	test('is a link to the programs and their filters without JavaScript', async () => {
		const page = await visit('/', { javaScriptEnabled: false });
		const link = page.getByRole('link', { name: 'Search', exact: true });
		expect(await link.getAttribute('href')).toBe('/programs/');
		expect(await page.getByRole('dialog').count()).toBe(0);
	});
});

async function openByKey(page: Page): Promise<Locator> {
	const dialog = page.getByRole('dialog', { name: 'Search the directory' });
	await page.keyboard.press('/');
	await dialog.waitFor();
	return dialog;
}

/** The results for the typed words, once a result with this name is shown. */
async function results(dialog: Locator, name: string): Promise<Locator[]> {
	await answered(dialog, await dialog.getByRole('textbox').inputValue());
	await dialog.locator('li .name').filter({ hasText: name }).first().waitFor();
	return dialog.locator('section:not([hidden]) li a').all();
}

/** The addresses of the links in the dialog. */
function addresses(dialog: Locator): Promise<(string | null)[]> {
	return dialog.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
}

/** Waits until the results for these words are shown. */
function answered(dialog: Locator, words: string): Promise<void> {
	return dialog
		.getByRole('status')
		.filter({ hasText: `for “${words}”` })
		.waitFor();
}

async function focusedText(page: Page): Promise<string> {
	return (await page.evaluate(() => document.activeElement?.textContent ?? '')).trim();
}

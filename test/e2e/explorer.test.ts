import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe.each([
	['with JavaScript', true],
	['without JavaScript', false],
])('A visitor %s', (_, javaScriptEnabled) => {
	test('finds programs by words, filters and sorts the list and turns its pages', async () => {
		const page = await visit('/programs/', { javaScriptEnabled });
		await page.getByRole('searchbox').fill('the');
		await page.getByRole('button', { name: 'Show results' }).first().click();
		await page.waitForURL('/programs/search/?*q=the*');
		await expectTotal(page, '1–25 of 33 programs');
		const sort = page.getByLabel('Sort by').locator('option:checked');
		await sort.filter({ hasText: 'Best match' }).waitFor({ state: 'attached' });

		await page.getByRole('link', { name: 'Next' }).click();
		await page.waitForURL('/programs/search/?q=the&page=2');
		await expectTotal(page, '26–33 of 33 programs');
		expect(await names(page)).toHaveLength(8);

		await page.getByRole('link', { name: 'Commission', exact: true }).click();
		await page.waitForURL('/programs/search/?q=the&sort=guaranteed_desc');
		await page.locator('[aria-sort="descending"]').waitFor();
		expect(await page.locator('[aria-sort]').innerText()).toContain('Commission');
		const highest = await names(page);
		await page.getByRole('link', { name: 'Commission', exact: true }).click();
		await page.locator('[aria-sort="ascending"]').waitFor();
		expect(await names(page)).not.toEqual(highest);

		await page.getByRole('link', { name: 'Remove “the”' }).click();
		await page.waitForURL('/programs/search/?sort=guaranteed_asc');
		await expectTotal(page, '1–25 of 56 programs');
		expect(await page.getByRole('searchbox').inputValue()).toBe('');
	});

	test('gets results for a corrected word, and for the original one on demand', async () => {
		const page = await visit('/programs/search/?q=newsleter', { javaScriptEnabled });
		const notice = page.locator('.notice');
		expect(await notice.innerText()).toMatch(/^Nothing matches “newsleter”\. Showing results for “newsletters”\./);
		expect((await names(page)).length).toBeGreaterThan(1);
		await notice.getByRole('link').click();
		await expectTotal(page, 'No programs match');
		expect(await page.locator('.empty-state').innerText()).toContain('remove a filter');
		expect(await page.getByRole('searchbox').inputValue()).toBe('"newsleter"');
	});

	test('sees beside a field that its value is invalid', async () => {
		const page = await visit(undefined, { javaScriptEnabled });
		const response = await page.goto('/programs/search/?min_guaranteed=lots&sort=price&utm_source=mail&page=99');
		expect(response?.status()).toBe(200);
		const field = page.getByRole('group', { name: 'Commission, %' }).getByLabel('from', { exact: true });
		const problem = await field.evaluate(({ ariaDescribedByElements }) => ariaDescribedByElements?.[0]?.textContent);
		expect(problem).toBe('“lots” is not a number (0 or higher), so it was ignored.');
		expect(await page.locator('#sort-problem').innerText()).toContain('“price” is not a sort order');
		await expectTotal(page, '51–56 of 56 programs');
	});
});

describe('An address of the explorer', () => {
	test('shows other visitors the same list and the same form', async () => {
		const address =
			'/programs/search/?q=a&category=marketing&commission_type=recurring&min_cookie_days=30&sort=cookie_desc';
		const [ours, theirs] = [await visit(), await visit(undefined, { javaScriptEnabled: false })];
		await ours.goto('/programs/');
		await ours.getByRole('searchbox').fill('a');
		await ours.getByLabel('Category', { exact: true }).selectOption('marketing');
		await ours.getByLabel('Recurring').check();
		await ours.getByRole('group', { name: 'Cookie, days' }).getByLabel('from', { exact: true }).fill('30');
		await ours.getByLabel('Sort by').selectOption('cookie_desc');
		await ours.locator('[aria-sort="descending"]').waitFor();
		expect(pathOf(ours)).toBe(address);
		await theirs.goto(address);
		expect(await names(theirs)).toEqual(await names(ours));
		expect(await formValues(theirs)).toEqual(await formValues(ours));
	});

	test('is hidden from crawlers, refers them to the list of all programs, and may be cached for a minute', async () => {
		const page = await visit();
		const response = await page.goto('/programs/search/?sort=newest&page=2');
		expect(response?.headers()['cache-control']).toBe('public, max-age=60');
		expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
		expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/[^/]\/programs\/$/);
		const followed = await page
			.locator('program-explorer a[href*="?"]:not([rel~="nofollow"])')
			.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
		expect(followed).toEqual([]);
	});
});

function names(page: Page): Promise<string[]> {
	return page.locator('tbody a.name').allInnerTexts();
}

function pathOf(page: Page): string {
	const { pathname, search } = new URL(page.url());
	return pathname + search;
}

async function expectTotal(page: Page, text: string | RegExp): Promise<void> {
	await page.getByRole('status').filter({ hasText: text }).waitFor();
}

/** The values of the form, by field. */
function formValues(page: Page): Promise<{ [name: string]: unknown }> {
	return page.locator('form#explorer').evaluate((form) => Object.fromEntries(new FormData(form as HTMLFormElement)));
}

import { expect, test } from 'vitest';
import { expectGoodPage, expectValidHtml } from './good-page.ts';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

test('The page of changes can be reached from the footer, and filtered without JavaScript', async () => {
	const page = await visit('/', { javaScriptEnabled: false });
	await page.locator('footer').getByRole('link', { name: 'Changes' }).click();
	await page.waitForURL('/changes/');
	await page.getByLabel('Kind of record').selectOption('Program');
	await page.getByLabel('Change', { exact: true }).selectOption('Added');
	await page.getByRole('button', { name: 'Show changes' }).click();
	await page.waitForURL('/changes/?kind=program&op=added');
	expect(await page.getByLabel('Kind of record').inputValue()).toBe('program');
	await page.getByRole('link', { name: 'Show all changes' }).click();
	await page.waitForURL('/changes/');
});

test('The page of changes is accessible, fits a phone and has valid HTML', async () => {
	const page = await visit();
	const response = await page.goto('/changes/');
	await expectValidHtml(await response!.text(), '/changes/');
	await expectGoodPage(page);
});

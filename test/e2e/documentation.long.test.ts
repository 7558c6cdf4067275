import { describe, expect, test } from 'vitest';
import { ACCOUNT_ENDPOINTS } from '../../src/api/account/endpoints.ts';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { ERRORS } from '../../src/api/error.ts';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('The documentation', () => {
	test('shows the contents beside the text, or above it on a phone', async () => {
		const page = await visit('/docs/errors/', { viewport: { width: 1440, height: 900 } });
		const contents = page.getByRole('navigation', { name: 'Documentation' });
		expect(await contents.getByRole('link', { name: 'Error codes' }).isVisible()).toBe(true);
		expect(await contents.locator('[aria-current=page]').innerText()).toBe('Errors');
		await page.setViewportSize({ width: 360, height: 740 });
		expect(await contents.isVisible()).toBe(false);
		await page.getByText('Contents', { exact: true }).click();
		await contents.getByRole('link', { name: 'Limits' }).click();
		await page.waitForURL('/docs/limits/');
	});

	test('leads to the next page, and from the old address of the API', async () => {
		const page = await visit('/about/api/');
		expect(new URL(page.url()).pathname).toBe('/docs/');
		await page.locator('main .button', { hasText: 'Quick start' }).click();
		await page.getByRole('link', { name: 'Next API reference' }).click();
		await page.waitForURL('/docs/reference/');
	});

	test('has a section for each endpoint and error code, which links lead to', async () => {
		const page = await visit('/docs/account-reference/');
		for (const { operation } of ACCOUNT_ENDPOINTS) expect(await page.locator(`h3#${operation}`).count()).toBe(1);
		await page.goto('/docs/reference/');
		for (const { operation } of ENDPOINTS) expect(await page.locator(`h3#${operation}`).count()).toBe(1);
		const broken = await page.evaluate(() =>
			[...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')]
				.map(({ hash }) => hash)
				.filter((hash) => !document.querySelector(hash)),
		);
		expect(broken).toEqual([]);
		const targets = await page
			.locator('main .error-codes a')
			.evaluateAll((links) => links.map((link) => link.getAttribute('href')!.split('#')[1]));
		await page.goto('/docs/errors/');
		for (const id of new Set(targets)) expect(await page.locator(`h3#${id}`).count(), id).toBe(1);
		expect(await page.locator('h3').count()).toBe(Object.keys(ERRORS).length);
	});
});

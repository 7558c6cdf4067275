import { describe, expect, test } from 'vitest';
import { PASSWORD, useAccountSite } from './account-site.ts';

const site = useAccountSite();

describe.each([true, false])('A user with an account (JavaScript: %j)', (javaScriptEnabled) => {
	const options = { javaScriptEnabled };

	test('finds the page to create an account in the header, and is signed in afterwards', async () => {
		const page = await site.visit('/', options);
		await page.getByRole('link', { name: 'Account' }).click();
		await page.getByRole('link', { name: 'Create account' }).click();
		await page.getByLabel('Email address').fill(`new-${javaScriptEnabled}@site.example`);
		await page.getByLabel('Password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Create account' }).click();
		await page.waitForURL('/account/keys/');
		await page.goto('/account/');
		await page.waitForURL('/account/keys/');
	});

	test('creates an API key, which works until they revoke it', async () => {
		const { page } = await site.visitSignedIn('/account/keys/', options);
		await page.getByRole('link', { name: 'Create API key' }).click();
		await page.getByLabel('Name').fill('laptop');
		await page.getByRole('button', { name: 'Create API key' }).click();
		const key = await page.locator('copy-text code').first().innerText();
		const use = () => page.request.get('/v1/categories', { headers: { 'X-API-Key': key } });
		expect((await use()).status()).toBe(200);
		await page.getByRole('link', { name: 'Go to your keys' }).click();
		await page.getByRole('link', { name: 'Revoke' }).click();
		await page.getByRole('button', { name: 'Revoke key' }).click();
		expect(await page.getByRole('main').getByRole('status').first().innerText()).toBe('The key was revoked.');
		expect((await use()).status()).toBe(401);
	});
});

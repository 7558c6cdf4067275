import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoFaults } from '../../support/axe.ts';
import { signInAt } from '../../support/loopback-providers-setting.ts';
import { type OAuthProvider, startOAuthProvider } from '../../support/oauth-provider.ts';
import { PASSWORD, said, signIn, useAccountSite } from '../account-site.ts';

let provider: OAuthProvider;
beforeAll(async () => {
	provider = await startOAuthProvider({ id: '1', email: 'nobody@home.example', verified: true });
});
afterAll(() => provider?.close());
const site = useAccountSite(() => signInAt(provider));

/** Opens a page that gets the providers' pages from `provider`. Their links lead back to this site. */
async function visit(options?: BrowserContextOptions): Promise<Page> {
	const page = await site.visit(undefined, options);
	await page.route(/^https:/, async (route) => {
		const { host, pathname, search } = new URL(route.request().url());
		const shown = await fetch(`${provider.url}/${host}${pathname}${search}`);
		const body = (await shown.text()).replaceAll(/https?:[^"]*?(?=\/account\/)/g, new URL(page.url()).origin);
		await route.fulfill({ status: shown.status, contentType: 'text/html', body });
	});
	return page;
}

async function useProvider(page: Page, name: string, button: 'Allow' | 'Cancel' = 'Allow'): Promise<void> {
	await page.getByRole('button', { name }).click();
	await page.waitForURL(/^https:/);
	await page.getByRole('link', { name: button }).click();
}

describe.each([true, false])('With a provider (JavaScript: %j)', (javaScriptEnabled) => {
	const options = { javaScriptEnabled };
	const mail = `by-provider-${javaScriptEnabled}@home.example`;

	test('a user creates an account, sets a password, and deletes the account', async () => {
		provider.person = { id: `10${Number(javaScriptEnabled)}`, email: mail, verified: true };
		const page = await visit(options);
		await page.goto('/account/sign-up/');
		await useProvider(page, 'Continue with GitHub');
		await page.waitForURL('/account/keys/');
		await page.goto('/account/history/');
		expect(await page.locator('tbody td:first-child').allInnerTexts()).toEqual(['Account created\nGitHub']);
		await page.goto('/account/settings/');
		expect(await page.locator('dd bdi').innerText()).toBe(mail);
		await page.getByRole('link', { name: 'Set password' }).click();
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await page.getByRole('button', { name: 'Set password' }).click();
		expect(await said(page)).toMatch(/^Your password was set,/);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await signIn(page, mail);
		await page.waitForURL('/account/keys/');
		await page.goto('/account/settings/delete/');
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Delete account' }).click();
		expect(await said(page)).toMatch(/^Your account and all of its data were deleted/);
	});

	test('a user connects an existing account, signs in, and disconnects it', async () => {
		const { page: first, email } = await site.visitSignedIn(undefined, options);
		await first.close();
		provider.person = { id: `20${Number(javaScriptEnabled)}`, email, verified: true };
		const page = await visit(options);
		await page.goto('/account/sign-in/');
		await useProvider(page, 'Continue with Google', 'Cancel');
		expect(await said(page)).toBe('You did not allow the sign-in with Google. Try again, or sign in another way.');
		await useProvider(page, 'Continue with Google');
		expect(await said(page)).toMatch(/^You already have an account here with this email address\./);
		if (javaScriptEnabled) await expectNoFaults(page);
		await signIn(page, email);
		await page.waitForURL('/account/keys/');
		await page.goto('/account/settings/');
		await page.getByRole('link', { name: 'Change connected accounts' }).click();
		if (javaScriptEnabled) await expectNoFaults(page);
		await page.getByLabel('Your password').fill(PASSWORD);
		await useProvider(page, 'Connect Google');
		expect(await said(page)).toBe('Google was connected. You can now sign in with it.');
		await page.getByRole('button', { name: 'Sign out' }).click();
		await useProvider(page, 'Continue with Google');
		await page.waitForURL('/account/keys/');
		await page.goto('/account/settings/connected/');
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Disconnect Google' }).click();
		expect(await said(page)).toBe('Google was disconnected. You can no longer sign in with it.');
	});
});

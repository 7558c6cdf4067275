import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_PAGES } from '../../../src/website/addresses.ts';
import { appCode } from '../../support/app-code.ts';
import { PASSWORD, said, signIn, useAccountSite } from '../account-site.ts';

const site = useAccountSite();
const SIGNED_OUT = '/account/sign-in/?done=signed-out';

describe.each([true, false])('A user with an account (JavaScript: %j)', (javaScriptEnabled) => {
	const options = { javaScriptEnabled };

	test('gets to the requested page after creating an account, even by way of the sign-in page', async () => {
		const page = await site.visit('/docs/quick-start/', options);
		await page.getByRole('link', { name: 'Create an API key' }).click();
		await page.getByRole('link', { name: 'Create account' }).click();
		await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
		await page.getByRole('link', { name: 'Create account' }).click();
		await page.getByLabel('Email address').fill(`way-${javaScriptEnabled}@site.example`);
		await page.getByLabel('Password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Create account' }).click();
		await page.waitForURL('/account/keys/new/');
	});

	test('sees errors beside the fields, keeps the typed address, and the focus is on the errors', async () => {
		const page = await site.visit('/account/sign-up/', options);
		await page.getByLabel('Email address').fill('someone@site.example');
		await page.getByLabel('Password').fill('passwordpassword');
		await page.getByRole('button', { name: 'Create account' }).click();
		const sentence = 'This password is too common and easy to guess. Choose a different one.';
		expect(await said(page)).toBe(sentence);
		expect(await page.getByLabel('Email address').inputValue()).toBe('someone@site.example');
		const password = page.getByLabel('Password');
		expect([await password.inputValue(), await password.getAttribute('aria-invalid')]).toEqual(['', 'true']);
		const described = (await password.getAttribute('aria-describedby'))!.split(' ');
		expect(await page.locator(`#${described.at(-1)}`).innerText()).toBe(sentence);
		expect(await page.title()).toMatch(/^Error: /);
		if (javaScriptEnabled) await page.locator('.problems:focus').waitFor();
		await page.locator('.problems').getByRole('link').click();
		await page.keyboard.type(PASSWORD);
		expect(await password.inputValue()).toBe(PASSWORD);
	});

	test('signs out, mistypes the password, and gets to the requested page', async () => {
		const { page, email } = await site.visitSignedIn(undefined, options);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.waitForURL(SIGNED_OUT);
		await page.goto('/account/history/');
		await signIn(page, email, 'something else');
		expect(await said(page)).toBe('The email address or the password is wrong.');
		expect(await page.getByLabel('Email address').inputValue()).toBe(email);
		await signIn(page, email);
		await page.waitForURL('/account/history/');
		expect(await page.locator('tbody td:first-child').allInnerTexts()).toEqual([
			'Signed in',
			'Sign-in failed',
			'Account created',
		]);
		expect(await page.locator('tbody td:last-child').first().innerText()).toMatch(/^203\.0\.113\.x$/);
	});

	test('turns two-factor on, and signs in with a code, or once with a recovery code', async () => {
		const { page, email } = await site.visitSignedIn(undefined, options);
		await page.getByRole('link', { name: 'Turn on two-factor' }).click();
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Set up' }).click();
		const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
		const [recoveryCode] = await page.locator('.recovery-codes li').allInnerTexts();
		const code = page.getByLabel('Code', { exact: true });
		if (javaScriptEnabled) {
			await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
			await page.getByRole('button', { name: 'Copy codes' }).click();
			await page.getByText('Copied', { exact: true }).waitFor();
			const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
			expect([copied[0], copied.length]).toEqual([recoveryCode, 10]);
		}
		await code.fill('000000');
		await page.getByRole('button', { name: 'Turn on two-factor' }).click();
		expect(await said(page)).toBe('This code is wrong, has expired or was used before. Enter another one.');
		expect((await page.locator('.secret').innerText()).replaceAll(' ', '')).toBe(secret);
		expect(await page.getByRole('img', { name: 'QR code of the key' }).isVisible()).toBe(true);
		expect((await page.locator('.recovery-codes li').allInnerTexts())[0]).toBe(recoveryCode);
		await code.fill(appCode(secret));
		await page.getByRole('button', { name: 'Turn on two-factor' }).click();
		expect(await said(page)).toMatch(/^Two-factor authentication is on\./);

		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.goto('/account/settings/');
		await signIn(page, email);
		expect(await page.getByLabel('Code', { exact: true }).getAttribute('autocomplete')).toBe('one-time-code');
		await code.fill(appCode(secret, 1));
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL('/account/settings/');

		for (const outcome of ['/account/settings/', undefined]) {
			await page.getByRole('button', { name: 'Sign out' }).click();
			await page.goto('/account/settings/');
			await signIn(page, email);
			await page.getByRole('link', { name: 'Use a recovery code' }).click();
			await page.getByLabel('Recovery code').fill(recoveryCode!);
			await page.getByRole('button', { name: 'Sign in' }).click();
			if (outcome === undefined)
				expect(await said(page)).toBe('This code is wrong, has expired or was used before. Enter another one.');
			else await page.waitForURL(outcome);
		}
	});

	// (ASVS 7.5.2)
	test('sees their sessions, and ends one of them, then all', async () => {
		const { page, email } = await site.visitSignedIn(undefined, options);
		const others = await Promise.all(
			[0, 1].map(async () => {
				const other = await site.visit('/account/settings/', options);
				await signIn(other, email);
				await other.waitForURL('/account/settings/');
				return other;
			}),
		);
		await page.goto('/account/settings/sessions/');
		expect(await page.getByRole('radio').count()).toBe(2);
		await page.getByRole('radio').first().check();
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Sign out session' }).click();
		await page.waitForURL('**/?done=session');
		expect(await page.getByRole('radio').count()).toBe(1);
		await page.getByRole('button', { name: 'Sign out everywhere' }).click();
		expect(await said(page)).toBe('You were signed out everywhere.');
		for (const other of [page, ...others]) {
			await other.goto('/account/settings/');
			await other.waitForURL('/account/sign-in/?to=*');
		}
	});

	test('changes the password and the email address, each time with the current password', async () => {
		const { page, email } = await site.visitSignedIn(undefined, options);
		await page.getByRole('link', { name: 'Change password' }).click();
		await page.getByLabel('Current password').fill('something else');
		await page.getByLabel('New password').fill('quite another one');
		await page.getByRole('button', { name: 'Change password' }).click();
		expect(await said(page)).toBe('The password is wrong.');
		await page.getByLabel('Current password').fill(PASSWORD);
		await page.getByLabel('New password').fill('quite another one');
		await page.getByRole('button', { name: 'Change password' }).click();
		expect(await said(page)).toMatch(/^Your password was changed/);
		await page.getByRole('link', { name: 'Change email address' }).click();
		await page.getByLabel('New email address').fill(`changed-${email}`);
		await page.getByLabel('Your password').fill('quite another one');
		await page.getByRole('button', { name: 'Change address' }).click();
		expect(await said(page)).toBe('Your email address was changed.');
		expect(await page.locator('dd bdi').innerText()).toBe(`changed-${email}`);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await signIn(page, `changed-${email}`, 'quite another one');
		await page.waitForURL('/account/keys/');
	});

	test('downloads their data, and deletes the account', async () => {
		const { page, email } = await site.visitSignedIn(undefined, options);
		const downloading = page.waitForEvent('download');
		await page.getByRole('link', { name: 'Download your data' }).click();
		const download = await downloading;
		expect(download.suggestedFilename()).toBe('account.json');
		const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
		expect(data.account).toMatchObject([{ email, plan: 'free' }]);
		await page.getByRole('link', { name: 'Delete account' }).click();
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Delete account' }).click();
		expect(await said(page)).toMatch(/^Your account and all of its data were deleted/);
		await signIn(page, email);
		expect(await said(page)).toBe('The email address or the password is wrong.');
	});
});

/** The fragment of the link past the header can stay in the address after the form is sent. */
const KEYS = /\/account\/keys\/(?:#content)?$/;

describe('By keyboard', () => {
	test('a user creates an account, signs out and signs in again', async () => {
		const page = await site.visit();
		const { keyboard } = page;
		/** Follows the link past the header, then fills in and sends the form. */
		async function fillIn(): Promise<void> {
			await keyboard.press('Tab');
			await keyboard.press('Enter');
			await keyboard.press('Tab');
			await keyboard.type('keys@site.example');
			await keyboard.press('Tab');
			await keyboard.type(PASSWORD);
			await keyboard.press('Enter');
			await page.waitForURL(KEYS);
		}
		await page.goto('/account/sign-up/');
		await fillIn();
		await page.goto('/account/settings/');
		await keyboard.press('Tab');
		await keyboard.press('Enter');
		// Behind the links is the button to sign out.
		for (let link = 0; link <= ACCOUNT_PAGES.length; link++) await keyboard.press('Tab');
		await keyboard.press('Enter');
		await page.waitForURL(SIGNED_OUT);
		await fillIn();
	});
});

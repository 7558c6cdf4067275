import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCode } from '../../support/app-code.ts';
import { expectNoFaults } from '../../support/axe.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { succeed } from '../../support/run-command.ts';
import { PASSWORD, said, sendForm, signIn, signUp, useAccountSite } from '../account-site.ts';

let mail: MailServer;
beforeAll(async () => {
	mail = await startMailServer();
});
afterAll(() => mail?.close());
const site = useAccountSite(() => ({ SMTP_URL: mail.url, MAIL_FROM: 'directory@site.example' }));

/** The path of the link in the email that an action sends. */
async function linkAfter(step: () => Promise<unknown>): Promise<string> {
	const before = mail.mails.length;
	await step();
	const { text } = await mail.arrived(before + 1);
	const link = new URL(/https?:\S+token=\S+/.exec(text)![0]);
	return link.pathname + link.search;
}

async function makeConfirmed(email: string) {
	const page = await site.visit();
	const link = await linkAfter(() => signUp(page, email));
	expect((await sendForm(page, link, { password: PASSWORD })).status()).toBe(303);
	await page.goto('/account/keys/');
	return page;
}

describe('With mail', () => {
	test('an address is confirmed by its link with the password of the sign-up, and the link works once', async () => {
		const page = await site.visit('/account/sign-up/');
		await page.getByLabel('Email address').fill('ada@site.example');
		await page.getByLabel('Password').fill(PASSWORD);
		const link = await linkAfter(() => page.getByRole('button', { name: 'Create account' }).click());
		expect(await page.locator('h1').innerText()).toBe('Check your email');
		expect(await page.getByRole('main').innerText()).toMatch(
			/We are sending a link to ada@site\.example\..*If nothing has arrived after ten minutes/s,
		);
		await page.goto(link);
		await expectNoFaults(page);
		await page.getByLabel('Password').fill('quite another one');
		await page.getByRole('button', { name: 'Confirm and sign in' }).click();
		expect(await said(page)).toMatch(/^This is not the password that you signed up with\./);
		await page.goto('/account/sign-in/');
		await signIn(page, 'ada@site.example');
		expect(await said(page)).toBe('The email address or the password is wrong.');
		expect(await page.getByRole('main').innerText()).toContain('Just signed up? First open the link in our email.');
		await page.goto(link);
		await page.getByLabel('Password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Confirm and sign in' }).click();
		await page.waitForURL('/account/keys/');
		await page.goto(link);
		expect(await said(page)).toMatch(/^This link has been used or has expired,/);
		await expectNoFaults(page);
	});

	test('a sign-up that began with a review leads back to the review', async () => {
		const page = await site.visit('/programs/');
		await page.goto(
			await page
				.locator('main tbody a')
				.first()
				.evaluate((link: HTMLAnchorElement) => link.href),
		);
		await page.getByRole('link', { name: 'Write a review' }).click();
		await page.getByRole('link', { name: 'Create account' }).click();
		await page.getByLabel('Email address').fill('rita@site.example');
		await page.getByLabel('Password').fill(PASSWORD);
		const link = await linkAfter(() => page.getByRole('button', { name: 'Create account' }).click());
		const elsewhere = await site.visit(link);
		await elsewhere.getByLabel('Password').fill(PASSWORD);
		await elsewhere.getByRole('button', { name: 'Confirm and sign in' }).click();
		await elsewhere.waitForURL(/\/account\/reviews\/[a-z0-9-]+\/$/);
	});

	test('a forgotten password is replaced by a link that works once', async () => {
		const page = await makeConfirmed('bob@site.example');
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.getByRole('link', { name: 'Forgot your password?' }).click();
		await page.getByLabel('Email address').fill('bob@site.example');
		const link = await linkAfter(() => page.getByRole('button', { name: 'Send link' }).click());
		await page.goto(link);
		expect(await page.getByRole('checkbox').count()).toBe(0);
		await page.getByLabel('New password').fill('short');
		await page.evaluate(() => document.querySelector('form[method=post]')!.setAttribute('novalidate', ''));
		await page.getByRole('button', { name: 'Set password' }).click();
		expect(await said(page)).toBe('The password must have at least 12 characters.');
		await page.getByLabel('New password').fill('quite another one');
		await page.getByRole('button', { name: 'Set password' }).click();
		expect(await said(page)).toMatch(/^Your new password was set/);
		await signIn(page, 'bob@site.example', 'quite another one');
		await page.waitForURL('/account/keys/');
		await page.goto(link);
		expect(await said(page)).toMatch(/^This link has been used/);
	});

	test('a reset offers to revoke the keys, and to turn two-factor off with a recovery code', async () => {
		const email = 'grace@site.example';
		const page = await makeConfirmed(email);
		const key = (await succeed('keys', ['create', '--account', email, '--name', 'ci', '--state', site.state])).trim();
		await page.goto('/account/settings/two-factor/');
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Set up' }).click();
		const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
		const [recoveryCode] = await page.locator('.recovery-codes li').allInnerTexts();
		await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
		await page.getByRole('button', { name: 'Turn on two-factor' }).click();
		await page.waitForURL('**/?done=two-factor-on');
		await page.goto('/account/forgotten/');
		await page.getByLabel('Email address').fill(email);
		await page.goto(await linkAfter(() => page.getByRole('button', { name: 'Send link' }).click()));
		await expectNoFaults(page);
		const keys = page.getByRole('checkbox', { name: /^Also revoke all API keys \(1 active\)/ });
		expect(await keys.isChecked()).toBe(false);
		await keys.check();
		await page.getByLabel('New password').fill('quite another one');
		await page.getByLabel('Recovery code').fill('0000-0000-0000-0000-0000-0000');
		await page.getByRole('button', { name: 'Set password' }).click();
		expect(await said(page)).toMatch(/^This recovery code is wrong\./);
		expect(await keys.isChecked()).toBe(true);
		await page.getByLabel('New password').fill('quite another one');
		await page.getByLabel('Recovery code').fill(recoveryCode!);
		await page.getByRole('button', { name: 'Set password' }).click();
		await signIn(page, email, 'quite another one');
		await page.waitForURL('/account/keys/');
		expect(
			await page
				.getByRole('row')
				.filter({ hasText: key.slice(0, 12) })
				.innerText(),
		).toContain('Revoked');
	});

	test('a new address replaces the old one after its link was followed and the user signed in', async () => {
		const page = await makeConfirmed('eve@site.example');
		await page.goto('/account/settings/email/');
		await page.getByLabel('New email address').fill('new-eve@site.example');
		await page.getByLabel('Your password').fill(PASSWORD);
		const before = mail.mails.length;
		await page.getByRole('button', { name: 'Change address' }).click();
		expect(await said(page)).toMatch(/^We are sending a link to the new address\./);
		expect(await page.locator('dd bdi').innerText()).toBe('eve@site.example');
		await mail.arrived(before + 2);
		const text = mail.mails.slice(before).find(({ to }) => to.includes('new-eve@site.example'))!.text;
		const link = new URL(/https?:\S+token=\S+/.exec(text)![0]);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.goto(link.pathname + link.search);
		await signIn(page, 'eve@site.example');
		await page.getByRole('button', { name: 'Change address' }).click();
		expect(await said(page)).toBe('Your email address was changed.');
		expect(await page.locator('dd bdi').innerText()).toBe('new-eve@site.example');
	});
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { PASSWORD, said, signIn, useAccountSite } from './account-site.ts';

let mail: MailServer;
beforeAll(async () => {
	mail = await startMailServer();
});
afterAll(() => mail?.close());
const site = useAccountSite(() => ({ SMTP_URL: mail.url, MAIL_FROM: 'directory@site.example' }));

/** The path of the link in the mail that something sends. */
async function linkAfter(step: () => Promise<unknown>): Promise<string> {
	const before = mail.mails.length;
	await step();
	const { text } = await mail.arrived(before + 1);
	const link = new URL(/https?:\S+token=\S+/.exec(text)![0]);
	return link.pathname + link.search;
}

async function makeAccount(email: string) {
	const page = await site.visit();
	await page.goto('/account/sign-up/');
	await page.getByLabel('E-mail address').fill(email);
	await page.getByLabel('Password').fill(PASSWORD);
	const link = await linkAfter(() => page.getByRole('button', { name: 'Make an account' }).click());
	expect(await page.locator('h1').innerText()).toBe('Look into your mail');
	return { page, link };
}

async function makeConfirmed(email: string) {
	const { page, link } = await makeAccount(email);
	await page.goto(link);
	await page.getByRole('button', { name: 'Confirm the address' }).click();
	expect(await said(page)).toMatch(/^Your e-mail address is confirmed\./);
	return page;
}

describe('Where there is mail', () => {
	test('an address is confirmed by a button behind the link, not by opening it', async () => {
		const { page, link } = await makeAccount('ada@site.example');
		await page.goto(link);
		await page.goto('/account/sign-in/');
		await signIn(page, 'ada@site.example');
		expect(await said(page)).toMatch(/^Confirm your e-mail address first\./);
		await page.goto(link);
		await page.getByRole('button', { name: 'Confirm the address' }).click();
		await signIn(page, 'ada@site.example');
		await page.waitForURL('/account/keys/');
	});

	test('a forgotten password is replaced by a link that works once', async () => {
		const page = await makeConfirmed('bob@site.example');
		await page.getByRole('link', { name: 'Set a new password' }).click();
		await page.getByLabel('E-mail address').fill('bob@site.example');
		const link = await linkAfter(() => page.getByRole('button', { name: 'Send the link' }).click());
		await page.goto(link);
		await page.getByLabel('New password').fill('short');
		await page.evaluate(() => document.querySelector('form[method=post]')!.setAttribute('novalidate', ''));
		await page.getByRole('button', { name: 'Set the password' }).click();
		expect(await said(page)).toBe('A password has at least 12 characters.');
		await page.getByLabel('New password').fill('quite another one');
		await page.getByRole('button', { name: 'Set the password' }).click();
		expect(await said(page)).toMatch(/^Your new password is set/);
		await signIn(page, 'bob@site.example', 'quite another one');
		await page.waitForURL('/account/keys/');
		await page.goto(link);
		await page.getByLabel('New password').fill('yet another one');
		await page.getByRole('button', { name: 'Set the password' }).click();
		expect(await said(page)).toMatch(/^This link has been used/);
	});

	test('a new address takes the place of the old one when its link is followed, after signing in', async () => {
		const page = await makeConfirmed('eve@site.example');
		await page.goto('/account/settings/email/');
		await signIn(page, 'eve@site.example');
		await page.getByLabel('New e-mail address').fill('new-eve@site.example');
		await page.getByLabel('Your password').fill(PASSWORD);
		const before = mail.mails.length;
		await page.getByRole('button', { name: 'Change the address' }).click();
		expect(await said(page)).toMatch(/^We have written to the new address\./);
		expect(await page.locator('dd bdi').innerText()).toBe('eve@site.example');
		await mail.arrived(before + 2);
		const text = mail.mails.slice(before).find(({ to }) => to.includes('new-eve@site.example'))!.text;
		const link = new URL(/https?:\S+token=\S+/.exec(text)![0]);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.goto(link.pathname + link.search);
		await signIn(page, 'eve@site.example');
		await page.getByRole('button', { name: 'Change the address' }).click();
		expect(await said(page)).toBe('Your e-mail address is changed.');
		expect(await page.locator('dd bdi').innerText()).toBe('new-eve@site.example');
	});
});

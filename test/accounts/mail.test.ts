import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '../../src/keys/scope.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { ADA, BOB, Browser, openDesk, resultOf, type TestDesk } from './desk.ts';

let mail: MailServer;
let desk: TestDesk;
let ada: Browser;

beforeEach(async () => {
	mail = await startMailServer(['refused@site.example']);
	desk = await openDesk({ mail: { smtpUrl: mail.url, from: 'Directory <directory@site.example>' } });
	ada = new Browser();
});
afterEach(async () => {
	await desk.close();
	await mail.close();
});

const tokenOf = (text: string, page: string) =>
	new RegExp(`https://directory\\.example/account/${page}/\\?token=(\\S+)`).exec(text)![1]!;

/** Makes Ada's account, confirms it and signs in. */
async function arrive(): Promise<void> {
	resultOf(await desk.accounts.signUp(ada, ADA));
	const { text } = await mail.arrived(1);
	resultOf(await desk.accounts.confirmEmail(tokenOf(text, 'verify-email')));
	resultOf(ada.take(await desk.accounts.signIn(ada, ADA)));
}

describe('With mail', () => {
	test('an account is signed in to once its address is confirmed, and the link signs nobody in', async () => {
		expect(resultOf(ada.take(await desk.accounts.signUp(ada, ADA)))).toBe('confirm');
		await mail.arrived(1);
		expect(await desk.accounts.whoIs(ada)).toBe(undefined);
		expect(await desk.accounts.signIn(ada, ADA)).toMatchObject({ ok: false, code: 'UNCONFIRMED' });
		const { to, subject, text } = await mail.arrived(2);
		expect([to, subject]).toEqual([[ADA.email], 'Directory: Confirm your e-mail address']);
		ada.take(await desk.accounts.confirmEmail(tokenOf(text, 'verify-email')));
		expect(ada.cookies.size).toBe(0);
		resultOf(ada.take(await desk.accounts.signIn(ada, ADA)));
		expect((await desk.accounts.whoIs(ada))?.emailVerified).toBe(true);
	});

	test('five links an hour go to an address that nobody confirms', async () => {
		await desk.accounts.signUp(ada, ADA);
		await mail.arrived(1);
		const signIn = (i: number) => desk.accounts.signIn(new Browser(`198.51.100.${i}`), ADA);
		for (let i = 0; i < 4; i++) expect(await signIn(i)).toMatchObject({ code: 'UNCONFIRMED' });
		expect(await signIn(4)).toMatchObject({ code: 'TOO_MANY' });
		await desk.accounts.signUp(new Browser('192.0.2.1'), BOB);
		await mail.arrived(6);
		expect(mail.mails.filter(({ to }) => to.includes(ADA.email))).toHaveLength(5);
	});

	test.each([
		['a change of address', () => desk.accounts.changeEmail(ada, { password: ADA.password, email: BOB.email })],
		['a reset', () => desk.accounts.requestPasswordReset(ada, ADA.email)],
		['a sign-up', () => desk.accounts.signUp(new Browser(), BOB)],
	])('%s is answered before anything is written down', async (_, ask) => {
		await arrive();
		const other = new Database(join(desk.folder, 'state.sqlite'));
		other.exec('BEGIN IMMEDIATE');
		const answer = await ask();
		other.exec('ROLLBACK');
		other.close();
		expect(answer).toMatchObject({ ok: true });
		await mail.arrived(2);
	});

	test('a link that was changed confirms nothing', async () => {
		await desk.accounts.signUp(ada, ADA);
		const token = tokenOf((await mail.arrived(1)).text, 'verify-email');
		expect(await desk.accounts.confirmEmail(`${token.slice(0, -3)}xxx`)).toMatchObject({ code: 'LINK_INVALID' });
		expect(await desk.accounts.confirmEmail('')).toMatchObject({ code: 'LINK_INVALID' });
	});

	test('to sign up with an address that has an account is answered the same, and its owner is told', async () => {
		await arrive();
		const [known, unknown] = [new Browser('198.51.100.1'), new Browser('198.51.100.2')];
		const answers = [
			await desk.accounts.signUp(known, { ...ADA, password: 'something else' }),
			await desk.accounts.signUp(unknown, BOB),
		];
		expect(answers[0]).toEqual(answers[1]);
		await mail.arrived(3);
		expect(mail.mails.slice(1).map(({ to, subject }) => [...to, subject])).toEqual(
			expect.arrayContaining([
				[ADA.email, 'Directory: You have an account already'],
				[BOB.email, 'Directory: Confirm your e-mail address'],
			]),
		);
		resultOf(await desk.accounts.signIn(ada, ADA));
	});

	test('a password is reset by a link that works once, and ends all sessions', async () => {
		await arrive();
		const answers = [
			await desk.accounts.requestPasswordReset(new Browser(), ADA.email),
			await desk.accounts.requestPasswordReset(new Browser(), 'nobody@site.example'),
		];
		expect(answers[0]).toEqual(answers[1]);
		const { to, text } = await mail.arrived(2);
		expect(to).toEqual([ADA.email]);
		const wish = { token: tokenOf(text, 'reset-password'), newPassword: BOB.password };
		resultOf(await desk.accounts.resetPassword(new Browser(), wish));
		expect(await desk.accounts.resetPassword(new Browser(), wish)).toMatchObject({ code: 'LINK_INVALID' });
		expect(await desk.accounts.whoIs(ada)).toBe(undefined);
		resultOf(await desk.accounts.signIn(ada, { ...ADA, password: BOB.password }));
		expect((await mail.arrived(3)).subject).toBe('Directory: Your password was changed');
	});

	test('a third of a person’s links in an hour is the last', async () => {
		for (let i = 0; i < 3; i++) resultOf(await desk.accounts.requestPasswordReset(ada, ADA.email));
		expect(await desk.accounts.requestPasswordReset(new Browser('198.51.100.1'), ADA.email)).toMatchObject({
			code: 'TOO_MANY',
		});
	});

	test('an address is changed when the new one is confirmed, by whoever asked, once', async () => {
		await arrive();
		const wish = { password: ADA.password, email: 'ada.new@site.example' };
		expect(resultOf(await desk.accounts.changeEmail(ada, wish))).toBe('confirm');
		await mail.arrived(3);
		const [toNew, toOld] = [wish.email, ADA.email].map((to) => mail.mails.slice(1).find((one) => one.to.includes(to))!);
		expect(toOld!.text).not.toContain('token=');
		const token = tokenOf(toNew!.text, 'change-email');
		expect(await desk.accounts.confirmNewEmail(new Browser(), token)).toMatchObject({ code: 'SIGNED_OUT' });
		expect((await desk.accounts.whoIs(ada))?.account.email).toBe(ADA.email);
		resultOf(await desk.accounts.confirmNewEmail(ada, token));
		expect(await desk.accounts.whoIs(ada)).toMatchObject({ account: { email: wish.email }, emailVerified: true });
		expect(await desk.accounts.confirmNewEmail(ada, token)).toMatchObject({ code: 'LINK_INVALID' });
	});

	test('to change to an address that has an account is answered the same, and sends nothing', async () => {
		await arrive();
		await desk.state.accounts.add({ id: 'acc_1', email: BOB.email, plan: 'free', created_at: '2026-05-01T12:00:00Z' });
		expect(resultOf(await desk.accounts.changeEmail(ada, { password: ADA.password, email: BOB.email }))).toBe(
			'confirm',
		);
		await desk.accounts.close();
		expect(mail.mails).toHaveLength(1);
		desk.state.close();
		desk = await openDesk();
	});

	test('the owner of a leaked key is told which, and not the key', async () => {
		await arrive();
		const wish = { name: 'laptop', scopes: READ_SCOPES, expires_at: null };
		const { key, secret } = resultOf(await desk.accounts.createKey(ada, wish));
		await desk.accounts.revokeLeakedKey(new Browser(), secret);
		const { to, text } = await mail.arrived(2);
		expect(to).toEqual([ADA.email]);
		expect(text).toContain(`laptop (${key.prefix}…)`);
		expect(text).not.toContain(secret.slice(12));
	});
});

describe('A mail server that fails', () => {
	test('is told of without the address, and changes no answer', async () => {
		const refused = { ...ADA, email: 'refused@site.example' };
		expect(resultOf(await desk.accounts.signUp(ada, refused))).toBe('confirm');
		await desk.accounts.close();
		expect(desk.faults.map(String)).toEqual([expect.stringMatching(/^Error: SMTP EENVELOPE/)]);
		expect(String(desk.faults)).not.toContain('refused@');
		desk.state.close();
		desk = await openDesk();
	});

	test('nor does one that is not there', async () => {
		const nowhere = await openDesk({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'directory@site.example' } });
		expect(resultOf(await nowhere.accounts.signUp(ada, ADA))).toBe('confirm');
		await nowhere.close();
		expect(nowhere.faults.map(String)).toEqual(['Error: SMTP ESOCKET CONN']);
	});

	test('sends no address that is not one, whatever is in it', async () => {
		for (const email of ['a@site.example, b@site.example', 'a@site.example\r\nBcc: b@site.example', '<a@b.example>']) {
			expect(await desk.accounts.signUp(ada, { ...ADA, email })).toMatchObject({ code: 'INVALID_EMAIL' });
			expect(await desk.accounts.requestPasswordReset(ada, email)).toMatchObject({ code: 'INVALID_EMAIL' });
		}
		expect(mail.mails).toEqual([]);
	});
});

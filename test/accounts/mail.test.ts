import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { ENGINE } from '../support/states.ts';
import { type AccountsFixture, ADA, BOB, Browser, openFixture, resultOf } from './fixture.ts';

let mail: MailServer;
let fixture: AccountsFixture;
let ada: Browser;

beforeEach(async () => {
	mail = await startMailServer({ refused: ['refused@site.example'] });
	fixture = await openFixture({ mail: { smtpUrl: mail.url, from: 'Directory <directory@site.example>' } });
	ada = new Browser();
});
afterEach(async () => {
	await fixture.close();
	await mail.close();
});

const tokenOf = (text: string, page: string) =>
	new RegExp(`https://directory\\.example/account/${page}/\\?token=(\\S+)`).exec(text)![1]!;

/** Creates Ada's account, and signs in. */
async function arrive(): Promise<void> {
	resultOf(await fixture.accounts.signUp(ada, ADA));
	const token = tokenOf((await mail.arrived(1)).text, 'verify-email');
	resultOf(ada.take(await fixture.accounts.confirmSignUp(ada, { token, password: ADA.password })));
}

describe('With mail', () => {
	test('an account is created only when its address is confirmed, and not by the link alone', async () => {
		expect(resultOf(ada.take(await fixture.accounts.signUp(ada, ADA)))).toBe('confirm');
		const { to, subject, text } = await mail.arrived(1);
		expect([to, subject]).toEqual([[ADA.email], 'Directory: Confirm your email address']);
		const token = tokenOf(text, 'verify-email');
		expect(await fixture.accounts.signUpAddress(token)).toBe(ADA.email);
		for (const password of ['', BOB.password, 'x'.repeat(200_000)]) {
			const refused = await fixture.accounts.confirmSignUp(ada, { token, password });
			expect(refused).toMatchObject({ ok: false, code: 'SIGN_UP_PASSWORD' });
		}
		expect(await fixture.accounts.signIn(ada, ADA)).toMatchObject({ ok: false, code: 'WRONG_CREDENTIALS' });
		expect([await fixture.state.accounts.all(), ada.cookies.size]).toEqual([[], 0]);
		expect(resultOf(ada.take(await fixture.accounts.confirmSignUp(ada, { token, password: ADA.password })))).toBe(
			'signed in',
		);
		expect(await fixture.accounts.findSession(ada)).toMatchObject({
			account: { email: ADA.email },
			emailVerified: true,
		});
		const again = await fixture.accounts.confirmSignUp(new Browser(), { token, password: ADA.password });
		expect(again).toMatchObject({ code: 'SIGN_UP_LINK_INVALID' });
	});

	test('a sign-up expires after an hour, and its data is removed', async () => {
		await fixture.accounts.signUp(ada, ADA);
		const token = tokenOf((await mail.arrived(1)).text, 'verify-email');
		const rows = () => fixture.rows('SELECT * FROM sign_ups');
		await fixture.state.prune(new Date(Date.now() + 59 * 60_000));
		expect(await rows()).toHaveLength(1);
		expect(JSON.stringify(await rows())).not.toContain(token);
		await fixture.rows('UPDATE sign_ups SET expires_at = @time', { time: '2026-05-01T12:00:00Z' });
		expect(await fixture.accounts.signUpAddress(token)).toBe(undefined);
		const late = await fixture.accounts.confirmSignUp(ada, { token, password: ADA.password });
		expect(late).toMatchObject({ code: 'SIGN_UP_LINK_INVALID' });
		await fixture.state.prune(new Date());
		expect(await rows()).toEqual([]);
	});

	test('only one of several simultaneous confirmations creates the account', async () => {
		await fixture.accounts.signUp(ada, ADA);
		const token = tokenOf((await mail.arrived(1)).text, 'verify-email');
		const confirm = () => fixture.accounts.confirmSignUp(new Browser(), { token, password: ADA.password });
		const results = await Promise.all([1, 2, 3].map(confirm));
		expect(results.map((result) => (result.ok ? 'ok' : result.code)).sort()).toEqual([
			'SIGN_UP_LINK_INVALID',
			'SIGN_UP_LINK_INVALID',
			'ok',
		]);
		expect(await fixture.state.accounts.all()).toHaveLength(1);
	});

	test('a reset that is requested before the address is confirmed sends nothing', async () => {
		await fixture.accounts.signUp(ada, ADA);
		await mail.arrived(1);
		resultOf(await fixture.accounts.requestPasswordReset(ada, ADA.email));
		await fixture.accounts.close();
		expect(mail.mails).toHaveLength(1);
		fixture.state.close();
		fixture = await openFixture();
	});

	test.skipIf(ENGINE !== 'SQLite').each([
		['a change of address', () => fixture.accounts.changeEmail(ada, { password: ADA.password, email: BOB.email })],
		['a reset', () => fixture.accounts.requestPasswordReset(ada, ADA.email)],
		['a sign-up', () => fixture.accounts.signUp(new Browser(), BOB)],
	])('the response to %s is sent before anything is stored', async (_, ask) => {
		await arrive();
		const other = new Database(join(fixture.folder, 'state.sqlite'));
		other.exec('BEGIN IMMEDIATE');
		const answer = await ask();
		other.exec('ROLLBACK');
		other.close();
		expect(answer).toMatchObject({ ok: true });
		await mail.arrived(2);
	});

	test('a modified link confirms nothing', async () => {
		await fixture.accounts.signUp(ada, ADA);
		const token = tokenOf((await mail.arrived(1)).text, 'verify-email');
		for (const changed of [`${token.slice(0, -3)}xxx`, '']) {
			const refused = await fixture.accounts.confirmSignUp(ada, { token: changed, password: ADA.password });
			expect(refused).toMatchObject({ code: 'SIGN_UP_LINK_INVALID' });
		}
	});

	// (ASVS 6.3.8)
	test('a sign-up with an address that has an account gets the same response, and the owner gets an email', async () => {
		await arrive();
		const [known, unknown] = [new Browser('198.51.100.1'), new Browser('198.51.100.2')];
		const answers = [
			await fixture.accounts.signUp(known, { ...ADA, password: 'something else' }),
			await fixture.accounts.signUp(unknown, BOB),
		];
		expect(answers[0]).toEqual(answers[1]);
		await mail.arrived(3);
		expect(mail.mails.slice(1).map(({ to, subject }) => [...to, subject])).toEqual(
			expect.arrayContaining([
				[ADA.email, 'Directory: You already have an account'],
				[BOB.email, 'Directory: Confirm your email address'],
			]),
		);
		resultOf(await fixture.accounts.signIn(ada, ADA));
	});

	// (ASVS 6.3.8)
	test('a link resets the password once, and ends all sessions', async () => {
		await arrive();
		const answers = [
			await fixture.accounts.requestPasswordReset(new Browser(), ADA.email),
			await fixture.accounts.requestPasswordReset(new Browser(), 'nobody@site.example'),
		];
		expect(answers[0]).toEqual(answers[1]);
		const { to, text } = await mail.arrived(2);
		expect(to).toEqual([ADA.email]);
		const wish = { token: tokenOf(text, 'reset-password'), newPassword: BOB.password };
		resultOf(await fixture.accounts.resetPassword(new Browser(), wish));
		expect(await fixture.accounts.resetPassword(new Browser(), wish)).toMatchObject({ code: 'LINK_INVALID' });
		expect(await fixture.accounts.findSession(ada)).toBe(undefined);
		resultOf(await fixture.accounts.signIn(ada, { ...ADA, password: BOB.password }));
		expect((await mail.arrived(3)).subject).toBe('Directory: Your password was changed');
	});

	test('an address that was added before the site had mail is confirmed in the settings', async () => {
		await arrive();
		await fixture.rows('UPDATE accounts SET email_verified = FALSE');
		const wish = { password: ADA.password, email: ADA.email };
		expect(resultOf(await fixture.accounts.changeEmail(ada, wish))).toBe('confirm');
		const token = tokenOf((await mail.arrived(2)).text, 'change-email');
		expect(await fixture.accounts.confirmNewEmail(new Browser(), token)).toMatchObject({ code: 'SIGNED_OUT' });
		resultOf(await fixture.accounts.confirmNewEmail(ada, token));
		expect(await fixture.accounts.findSession(ada)).toMatchObject({
			account: { email: ADA.email },
			emailVerified: true,
		});
		expect(await fixture.accounts.changeEmail(ada, wish)).toMatchObject({ code: 'SAME_EMAIL' });
		expect(mail.mails).toHaveLength(2);
	});

	test('an address is changed once the same user confirms the new one', async () => {
		await arrive();
		const wish = { password: ADA.password, email: 'ada.new@site.example' };
		expect(resultOf(await fixture.accounts.changeEmail(ada, wish))).toBe('confirm');
		await mail.arrived(3);
		const [toNew, toOld] = [wish.email, ADA.email].map((to) => mail.mails.slice(1).find((one) => one.to.includes(to))!);
		expect(toOld!.text).not.toContain('token=');
		const token = tokenOf(toNew!.text, 'change-email');
		expect(await fixture.accounts.confirmNewEmail(new Browser(), token)).toMatchObject({ code: 'SIGNED_OUT' });
		expect((await fixture.accounts.findSession(ada))?.account.email).toBe(ADA.email);
		resultOf(await fixture.accounts.confirmNewEmail(ada, token));
		expect(await fixture.accounts.findSession(ada)).toMatchObject({
			account: { email: wish.email },
			emailVerified: true,
		});
		expect(await fixture.accounts.confirmNewEmail(ada, token)).toMatchObject({ code: 'LINK_INVALID' });
	});

	test('a change to an address that has an account gets the same response, and sends nothing', async () => {
		await arrive();
		await fixture.state.accounts.add({
			id: 'acc_1',
			email: BOB.email,
			plan: 'free',
			created_at: '2026-05-01T12:00:00Z',
		});
		expect(resultOf(await fixture.accounts.changeEmail(ada, { password: ADA.password, email: BOB.email }))).toBe(
			'confirm',
		);
		await fixture.accounts.close();
		expect(mail.mails).toHaveLength(1);
		fixture.state.close();
		fixture = await openFixture();
	});

	test('the email about a leaked key names the key, but does not contain it', async () => {
		await arrive();
		const wish = { name: 'laptop', scopes: READ_SCOPES, expires_at: null };
		const { key, secret } = resultOf(await fixture.accounts.createKey(ada, wish));
		await fixture.accounts.revokeLeakedKey(new Browser(), secret);
		const { to, text } = await mail.arrived(2);
		expect(to).toEqual([ADA.email]);
		expect(text).toContain(`laptop (${key.prefix}…)`);
		expect(text).not.toContain(secret.slice(12));
	});
});

describe('Requests of strangers for an address', () => {
	const stranger = (i: number) => new Browser(`198.51.100.${i}`);

	// (ASVS 6.3.1)
	test('send five reset links an hour at most, and do not block the owner', async () => {
		await arrive();
		for (let i = 0; i < 7; i++) resultOf(await fixture.accounts.requestPasswordReset(stranger(i), ADA.email));
		expect(await fixture.accounts.requestPasswordReset(ada, ADA.email)).toEqual(
			await fixture.accounts.requestPasswordReset(ada, 'nobody@site.example'),
		);
		await fixture.accounts.close();
		const links = mail.mails.slice(1);
		expect(links.map(({ to }) => to)).toEqual(Array(5).fill([ADA.email]));
		fixture = await reopen();
		// The link in the owner's mailbox works, no matter who requested it.
		const token = tokenOf(links[2]!.text, 'reset-password');
		resultOf(await fixture.accounts.resetPassword(new Browser(), { token, newPassword: BOB.password }));
	});

	test('block only the client that sends too many', async () => {
		for (let i = 0; i < 3; i++) resultOf(await fixture.accounts.requestPasswordReset(stranger(1), ADA.email));
		expect(await fixture.accounts.requestPasswordReset(stranger(1), ADA.email)).toMatchObject({ code: 'TOO_MANY' });
		resultOf(await fixture.accounts.requestPasswordReset(ada, ADA.email));
		for (let i = 0; i < 10; i++) resultOf(await fixture.accounts.signUp(stranger(1), ADA));
		expect(await fixture.accounts.signUp(stranger(1), ADA)).toMatchObject({ code: 'TOO_MANY' });
		resultOf(await fixture.accounts.signUp(ada, ADA));
	});

	test('to sign in with wrong passwords do not block the IP address where the owner confirmed the account', async () => {
		await arrive();
		const wrong = { ...ADA, password: BOB.password };
		for (let i = 0; i < 100; i++) await fixture.accounts.signIn(stranger(i), wrong);
		expect(await fixture.accounts.signIn(stranger(100), ADA)).toMatchObject({ code: 'TOO_MANY' });
		resultOf(await fixture.accounts.signIn(ada, ADA));
	});

	test('to sign up do not break the link of the owner', async () => {
		for (let i = 0; i < 6; i++)
			resultOf(await fixture.accounts.signUp(stranger(i), { ...ADA, password: BOB.password }));
		await mail.arrived(6);
		resultOf(await fixture.accounts.signUp(ada, ADA));
		const token = tokenOf((await mail.arrived(7)).text, 'verify-email');
		for (let i = 6; i < 20; i++)
			resultOf(await fixture.accounts.signUp(stranger(i), { ...ADA, password: BOB.password }));
		await fixture.accounts.close();
		expect(mail.mails).toHaveLength(20);
		fixture = await reopen();
		expect(await fixture.rows('SELECT * FROM sign_ups')).toHaveLength(20);
		resultOf(await fixture.accounts.confirmSignUp(ada, { token, password: ADA.password }));
		expect(await fixture.rows('SELECT * FROM sign_ups')).toEqual([]);
	});

	/** Closes the accounts, so that all emails are sent, and opens them again. */
	async function reopen(): Promise<AccountsFixture> {
		fixture.state.close();
		const { folder } = fixture;
		const next = await openFixture({ folder, mail: { smtpUrl: mail.url, from: 'directory@site.example' } });
		return {
			...next,
			close: async () => {
				await next.close();
				rmSync(folder, { recursive: true });
			},
		};
	}
});

describe('A mail server that fails', () => {
	test('is reported without the recipient, and changes no response', async () => {
		const refused = { ...ADA, email: 'refused@site.example' };
		expect(resultOf(await fixture.accounts.signUp(ada, refused))).toBe('confirm');
		await fixture.accounts.close();
		expect(fixture.errors.map(String)).toEqual([
			expect.stringMatching(/^Error: 127\.0\.0\.1:\d+ answered 550 to RCPT TO$/),
		]);
		expect(String(fixture.errors)).not.toContain('refused@');
		fixture.state.close();
		fixture = await openFixture();
	});

	test('gets each recipient as one address, whatever characters it contains', async () => {
		for (const email of ['a@site.example, b@site.example', 'a@site.example\r\nBcc: b@site.example', '<a@b.example>']) {
			expect(await fixture.accounts.signUp(ada, { ...ADA, email })).toMatchObject({ code: 'INVALID_EMAIL' });
			expect(await fixture.accounts.requestPasswordReset(ada, email)).toMatchObject({ code: 'INVALID_EMAIL' });
		}
		expect(mail.mails).toEqual([]);
	});
});

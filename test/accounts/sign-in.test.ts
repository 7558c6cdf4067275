import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ENGINE } from '../support/states.ts';
import { type AccountsFixture, ADA, BOB, Browser, openFixture, resultOf } from './fixture.ts';

let fixture: AccountsFixture;
let browser: Browser;

beforeEach(async () => {
	fixture = await openFixture();
	browser = new Browser();
});
afterEach(() => fixture.close());

const kinds = async () => resultOf(await fixture.accounts.history(browser)).map(({ kind }) => kind);

// (ASVS 6.3.2)
test('A new directory has no accounts', async () => {
	expect(await fixture.state.accounts.all()).toEqual([]);
});

describe('Without mail', () => {
	test('a sign-up signs in immediately', async () => {
		expect(resultOf(browser.take(await fixture.accounts.signUp(browser, ADA)))).toBe('signed in');
		const session = await fixture.accounts.findSession(browser);
		expect(session).toMatchObject({
			account: { email: ADA.email, plan: 'free' },
			emailVerified: false,
			twoFactor: false,
		});
		expect(session!.account.id).toMatch(/^acc_\w{16}$/);
		expect(session!.account.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		expect(await fixture.state.accounts.all()).toEqual([session!.account]);
	});

	// (ASVS 7.2.4)
	test('a sign-up ends the previous session of the browser', async () => {
		browser.take(await fixture.accounts.signUp(browser, BOB));
		const before = new Browser();
		for (const [name, value] of browser.cookies) before.cookies.set(name, value);
		browser.take(await fixture.accounts.signUp(browser, ADA));
		expect((await fixture.accounts.findSession(browser))?.account.email).toBe(ADA.email);
		expect(await fixture.accounts.findSession(before)).toBe(undefined);
	});

	test('an address has one account, in upper or lower case', async () => {
		await fixture.accounts.signUp(browser, ADA);
		const again = await fixture.accounts.signUp(new Browser(), { ...ADA, email: ' Ada@Site.Example ' });
		expect(again).toMatchObject({ ok: false, code: 'EMAIL_TAKEN' });
	});

	test('only one of many simultaneous sign-ups with an address creates the account', async () => {
		const results = await Promise.all(
			[1, 2, 3, 4].map((n) => fixture.accounts.signUp(new Browser(`203.0.113.${n}`), ADA)),
		);
		expect(results.filter(({ ok }) => ok)).toHaveLength(1);
		expect(results.filter((result) => !result.ok && result.code === 'EMAIL_TAKEN')).toHaveLength(3);
	});

	// (ASVS 8.2.3)
	test('users cannot choose their own plan or ID', async () => {
		const wish = { ...ADA, plan: 'pro', id: 'acc_mine', emailVerified: true };
		browser.take(await fixture.accounts.signUp(browser, wish));
		const session = (await fixture.accounts.findSession(browser))!;
		expect([session.account.plan, session.emailVerified]).toEqual(['free', false]);
		expect(session.account.id).not.toBe('acc_mine');
	});

	// (ASVS 6.2.1, 6.2.11)
	test.each([
		['short', 'PASSWORD_TOO_SHORT'],
		['x'.repeat(128), 'PASSWORD_TOO_COMMON'],
		['hello world '.repeat(11), 'PASSWORD_TOO_LONG'],
		['Password1234!', 'PASSWORD_TOO_COMMON'],
		['123456789012', 'PASSWORD_TOO_COMMON'],
		['ababababababab', 'PASSWORD_TOO_COMMON'],
		['ada@site.example', 'PASSWORD_TOO_COMMON'],
	])('the password %j is refused', async (password, code) => {
		expect(await fixture.accounts.signUp(browser, { ...ADA, password })).toMatchObject({ ok: false, code });
	});

	test('all errors of the form are reported at once', async () => {
		for (const [password, code] of [
			['short', 'PASSWORD_TOO_SHORT'],
			['Password1234!', 'PASSWORD_TOO_COMMON'],
		] as const) {
			const wrong = await fixture.accounts.signUp(browser, { email: 'ada', password });
			expect(wrong).toMatchObject({ code: 'INVALID_EMAIL', others: [{ code }] });
		}
	});

	test('a sign-up that is refused for its password, and a sign-in with a password that cannot be one, do not count', async () => {
		const long = { ...ADA, password: 'x'.repeat(1000) };
		for (let i = 0; i < 30; i++) {
			const common = await fixture.accounts.signUp(browser, { ...ADA, password: 'Password1234!' });
			expect(common).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
			expect(await fixture.accounts.signIn(browser, long)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
		}
		resultOf(await fixture.accounts.signUp(browser, ADA));
		resultOf(await fixture.accounts.signIn(browser, ADA));
	});

	// (ASVS 6.2.9)
	test('a password of 128 characters is accepted, and all of them count', async () => {
		const password = Array.from({ length: 128 }, (_, i) => String.fromCharCode(33 + (i % 90))).join('');
		resultOf(await fixture.accounts.signUp(browser, { ...ADA, password }));
		const other = { ...ADA, password: `${password.slice(0, -1)}~` };
		expect(await fixture.accounts.signIn(browser, other)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
		expect(resultOf(await fixture.accounts.signIn(browser, { ...ADA, password }))).toBe('signed in');
	});

	// (ASVS 6.2.5, 6.2.8)
	test.each([
		'correct horse 🐎 battery',
		'            tabs\tand spaces',
		'密码密码一二三四五六七八',
		"'; DROP TABLE x",
	])('the password %j is accepted', async (password) => {
		resultOf(await fixture.accounts.signUp(browser, { ...ADA, password }));
		expect(resultOf(await fixture.accounts.signIn(browser, { ...ADA, password }))).toBe('signed in');
	});
});

describe('Signing in', () => {
	beforeEach(async () => void resultOf(await fixture.accounts.signUp(new Browser(), ADA)));

	// (ASVS 7.2.3)
	test('opens a session with the right password, and stores only a hash of its token', async () => {
		resultOf(browser.take(await fixture.accounts.signIn(browser, ADA)));
		expect((await fixture.accounts.findSession(browser))?.account.email).toBe(ADA.email);
		const [cookie] = [...browser.cookies.values()];
		const token = decodeURIComponent(cookie!).split('.')[0]!;
		expect(token.length).toBeGreaterThan(20);
		expect((await fixture.content()).includes(token)).toBe(false);
		expect((await fixture.content()).includes(ADA.password)).toBe(false);
	});

	// (ASVS 6.3.8)
	test('gives the same response for a wrong password and an unknown address', async () => {
		const wrong = await fixture.accounts.signIn(browser, { ...ADA, password: 'something else' });
		const unknown = await fixture.accounts.signIn(browser, BOB);
		expect(wrong).toEqual(unknown);
		expect(wrong).toMatchObject({ ok: false, code: 'WRONG_CREDENTIALS' });
	});

	test.skipIf(ENGINE !== 'SQLite')('responds for a known address before it stores anything', async () => {
		const other = new Database(join(fixture.folder, 'state.sqlite'));
		other.exec('BEGIN IMMEDIATE');
		const wrong = await fixture.accounts.signIn(browser, { ...ADA, password: 'something else' });
		other.exec('ROLLBACK');
		other.close();
		expect(wrong).toMatchObject({ code: 'WRONG_CREDENTIALS' });
		await vi.waitFor(async () => expect((await fixture.content()).includes('sign_in_failed')).toBe(true));
	});

	// (ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4)
	test('sets a cookie that scripts cannot read, other sites do not get, and plain HTTP does not carry', async () => {
		const result = await fixture.accounts.signIn(browser, ADA);
		const cookies = result.ok ? result.cookies : [];
		expect(cookies).toHaveLength(1);
		expect(cookies[0]).toMatch(/^__Host-directory\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
	});

	// (ASVS 7.2.2, 7.2.4)
	test('starts a new session each time and ends the previous one', async () => {
		browser.take(await fixture.accounts.signIn(browser, ADA));
		const before = new Browser();
		for (const [name, value] of browser.cookies) before.cookies.set(name, value);
		browser.take(await fixture.accounts.signIn(browser, ADA));
		expect(await fixture.accounts.findSession(before)).toBe(undefined);
		expect(await fixture.accounts.findSession(browser)).toBeDefined();
	});

	test('is blocked for a while after ten wrong passwords, even with the right one, but not from elsewhere', async () => {
		const wrong = { ...ADA, password: 'something else' };
		const guesser = new Browser('198.51.100.1');
		for (let i = 0; i < 10; i++) await fixture.accounts.signIn(guesser, wrong);
		const refused = await fixture.accounts.signIn(guesser, ADA);
		expect(refused).toMatchObject({ ok: false, code: 'TOO_MANY' });
		expect(refused.ok === false && refused.retryAfter! > 800).toBe(true);
		expect(resultOf(await fixture.accounts.signIn(browser, ADA))).toBe('signed in');
	});

	// (ASVS 16.3.1)
	test('is in the history, as are failures, without the last part of the IP address', async () => {
		await fixture.accounts.signIn(new Browser('2001:db8:1:2:3:4:5:6'), { ...ADA, password: 'something else' });
		await vi.waitFor(async () => expect((await fixture.content()).includes('sign_in_failed')).toBe(true));
		browser.take(await fixture.accounts.signIn(browser, ADA));
		const history = resultOf(await fixture.accounts.history(browser));
		expect(history.map(({ kind, address }) => [kind, address])).toEqual([
			['signed_in', '203.0.113.x'],
			['sign_in_failed', '2001:db8:1::x'],
			['signed_up', '203.0.113.x'],
		]);
	});

	// (ASVS 7.2.1)
	test('fails with a modified cookie', async () => {
		browser.take(await fixture.accounts.signIn(browser, ADA));
		for (const [name, value] of browser.cookies) {
			browser.cookies.set(name, (value.startsWith('x') ? 'y' : 'x') + value.slice(1));
		}
		expect(await fixture.accounts.findSession(browser)).toBe(undefined);
	});
});

describe('Signing out', () => {
	const everywhere: Browser[] = [];
	beforeEach(async () => {
		browser.take(await fixture.accounts.signUp(browser, ADA));
		const other = new Browser();
		other.take(await fixture.accounts.signIn(other, ADA));
		everywhere.splice(0, 2, browser, other);
	});
	const signedIn = async () =>
		Promise.all(everywhere.map(async (one) => (await fixture.accounts.findSession(one)) !== undefined));

	// (ASVS 7.4.1)
	test('ends only this session', async () => {
		const kept = new Browser();
		for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
		browser.take(await fixture.accounts.signOut(browser));
		expect(browser.cookies.size).toBe(0);
		expect(await fixture.accounts.findSession(kept)).toBe(undefined);
		expect(await signedIn()).toEqual([false, true]);
	});

	test('everywhere ends all sessions, in every process', async () => {
		const process = await openFixture({ folder: fixture.folder });
		expect(await process.accounts.findSession(browser)).toBeDefined();
		resultOf(await fixture.accounts.signOutEverywhere(browser));
		expect(await signedIn()).toEqual([false, false]);
		expect(await process.accounts.findSession(browser)).toBe(undefined);
		await process.close();
	});

	// (ASVS 7.5.2)
	test('ends one session of the list, but no session of another account', async () => {
		const sessions = resultOf(await fixture.accounts.sessions(browser));
		const own = (await fixture.accounts.findSession(browser))!.sessionId;
		expect(sessions.map(({ user_agent }) => user_agent)).toEqual(['Test', 'Test']);
		const bob = new Browser();
		bob.take(await fixture.accounts.signUp(bob, BOB));
		for (const { id } of sessions) await fixture.accounts.endSession(bob, { id, password: BOB.password });
		for (const { id } of sessions) await fixture.accounts.endSession(browser, { id, password: 'something else' });
		expect(await signedIn()).toEqual([true, true]);
		const other = sessions.find(({ id }) => id !== own)!.id;
		resultOf(await fixture.accounts.endSession(browser, { id: other, password: ADA.password }));
		expect(await signedIn()).toEqual([true, false]);
	});

	const age = (column: string, days: number) =>
		fixture.rows(`UPDATE sessions SET ${column} = @time`, {
			time: new Date(Date.now() + days * 86_400_000).toISOString(),
		});

	// (ASVS 7.3.1)
	test('happens automatically after a week without use', async () => {
		await age('expires_at', 0.001);
		expect(await signedIn()).toEqual([true, true]);
		await age('expires_at', -0.001);
		expect(await signedIn()).toEqual([false, false]);
	});

	// (ASVS 7.3.2)
	test('happens automatically after thirty days, even if the session was used, and the session is no longer listed', async () => {
		const { account } = (await fixture.accounts.findSession(browser))!;
		const listed = () => fixture.state.sessions.ofAccount(account.id, new Date().toISOString());
		await age('created_at', -29);
		expect(await signedIn()).toEqual([true, true]);
		expect(await listed()).toHaveLength(2);
		await age('created_at', -31);
		expect(await signedIn()).toEqual([false, false]);
		expect(await listed()).toEqual([]);
		// The server may have the wrong time, so it removes them only later.
		expect(await fixture.rows('SELECT id FROM sessions')).toHaveLength(2);
	});

	test('does nothing for a user who is signed out', async () => {
		expect(await fixture.accounts.signOutEverywhere(new Browser())).toMatchObject({ ok: false, code: 'SIGNED_OUT' });
	});
});

describe('The secret for sessions', () => {
	test('is made on the first start and kept, and another one ends all sessions', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'secret-'));
		const first = await openFixture({ folder });
		browser.take(await first.accounts.signUp(browser, ADA));
		await first.close();
		const [second, third] = [await openFixture({ folder }), await openFixture({ folder, secret: 'x'.repeat(32) })];
		expect((await second.accounts.findSession(browser))?.account.email).toBe(ADA.email);
		expect(await third.accounts.findSession(browser)).toBe(undefined);
		await second.close();
		await third.close();
		rmSync(folder, { recursive: true });
	});
});

describe('Changing a password', () => {
	const next = 'an even longer one';
	beforeEach(async () => void browser.take(await fixture.accounts.signUp(browser, ADA)));

	// (ASVS 6.2.3)
	test('needs the old password', async () => {
		const result = await fixture.accounts.changePassword(browser, { password: 'not the old one', newPassword: next });
		expect(result).toMatchObject({ ok: false, code: 'WRONG_PASSWORD' });
	});

	// (ASVS 6.2.2, 7.4.3)
	test('ends the other sessions and renews this one', async () => {
		const other = new Browser();
		other.take(await fixture.accounts.signIn(other, ADA));
		const before = new Map(browser.cookies);
		resultOf(
			browser.take(await fixture.accounts.changePassword(browser, { password: ADA.password, newPassword: next })),
		);
		expect(browser.cookies).not.toEqual(before);
		expect(await fixture.accounts.findSession(other)).toBe(undefined);
		expect(await kinds()).toContain('password_changed');
		expect(await fixture.accounts.signIn(other, ADA)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
		expect(resultOf(await fixture.accounts.signIn(other, { ...ADA, password: next }))).toBe('signed in');
	});

	test('works for its owner while others guess it', async () => {
		const wrong = { ...ADA, password: 'something else' };
		for (let i = 0; i <= 10; i++) await fixture.accounts.signIn(browser, wrong);
		expect(await fixture.accounts.signIn(browser, wrong)).toMatchObject({ code: 'TOO_MANY' });
		resultOf(await fixture.accounts.changePassword(browser, { password: ADA.password, newPassword: next }));
	});

	test('cannot be tried repeatedly from a stolen session', async () => {
		const wrong = { password: 'not the old one', newPassword: next };
		for (let i = 0; i < 10; i++) await fixture.accounts.changePassword(browser, wrong);
		expect(await fixture.accounts.changePassword(browser, wrong)).toMatchObject({ code: 'TOO_MANY' });
	});
});

describe('The operator’s link', () => {
	// (ASVS 6.4.1)
	test('sets a password once, ends all sessions, and lets an account from the command line sign in', async () => {
		await fixture.state.accounts.add({
			id: 'acc_1',
			email: BOB.email,
			plan: 'pro',
			created_at: '2026-05-01T12:00:00Z',
		});
		const link = (await fixture.accounts.resetLink(BOB.email))!;
		expect(link).toMatch(/^https:\/\/directory\.example\/account\/reset-password\/\?token=\w{32}$/);
		const token = new URL(link).searchParams.get('token')!;
		expect((await fixture.content()).includes(token)).toBe(false);
		const wish = { token, newPassword: BOB.password };
		expect(await fixture.accounts.resetPassword(browser, { token, newPassword: '123456789012' })).toMatchObject({
			code: 'PASSWORD_TOO_COMMON',
		});
		resultOf(await fixture.accounts.resetPassword(browser, wish));
		expect(await fixture.accounts.resetPassword(browser, wish)).toMatchObject({ code: 'LINK_INVALID' });
		resultOf(browser.take(await fixture.accounts.signIn(browser, BOB)));
		expect((await fixture.accounts.findSession(browser))?.account).toMatchObject({ id: 'acc_1', plan: 'pro' });
	});

	// (ASVS 6.4.1)
	test.each(['a new password', 'another link', 'another email address'])('stops working after %s', async (what) => {
		browser.take(await fixture.accounts.signUp(browser, ADA));
		const newLink = async () => new URL((await fixture.accounts.resetLink(ADA.email))!).searchParams.get('token')!;
		const [token, other] = [await newLink(), await newLink()];
		const newPassword = 'an even longer one';
		if (what === 'a new password') {
			resultOf(await fixture.accounts.changePassword(browser, { password: ADA.password, newPassword }));
		} else if (what === 'another link') {
			resultOf(await fixture.accounts.resetPassword(browser, { token: other, newPassword }));
		} else resultOf(await fixture.accounts.changeEmail(browser, { password: ADA.password, email: BOB.email }));
		const wish = { token, newPassword: 'the one of a thief' };
		expect(await fixture.accounts.resetPassword(browser, wish)).toMatchObject({ code: 'LINK_INVALID' });
	});

	test('does not exist for an address without an account', async () => {
		expect(await fixture.accounts.resetLink('nobody@site.example')).toBe(undefined);
	});

	test('cannot be requested by mail if the site has no mail', async () => {
		expect(await fixture.accounts.requestPasswordReset(browser, ADA.email)).toMatchObject({ code: 'NO_MAIL' });
	});
});

describe('Changing an email address', () => {
	beforeEach(async () => void browser.take(await fixture.accounts.signUp(browser, ADA)));

	// (ASVS 7.5.1)
	test('takes effect immediately without mail, and needs the password', async () => {
		const wish = { password: ADA.password, email: 'Ada.New@site.example' };
		expect(await fixture.accounts.changeEmail(browser, { ...wish, password: 'wrong' })).toMatchObject({
			code: 'WRONG_PASSWORD',
		});
		expect(resultOf(await fixture.accounts.changeEmail(browser, wish))).toBe('changed');
		expect((await fixture.accounts.findSession(browser))?.account.email).toBe('ada.new@site.example');
	});

	test('is refused if the new address has an account', async () => {
		await fixture.accounts.signUp(new Browser(), BOB);
		const wish = { password: ADA.password, email: BOB.email };
		expect(await fixture.accounts.changeEmail(browser, wish)).toMatchObject({ code: 'EMAIL_TAKEN' });
		expect((await fixture.accounts.findSession(browser))?.account.email).toBe(ADA.email);
	});
});

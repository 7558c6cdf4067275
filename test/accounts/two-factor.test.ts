import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appCode } from '../support/app-code.ts';
import { type AccountsFixture, ADA, BOB, Browser, openFixture, resultOf } from './fixture.ts';

let fixture: AccountsFixture;
let ada: Browser;

beforeEach(async () => {
	fixture = await openFixture();
	ada = new Browser();
	ada.take(await fixture.accounts.signUp(ada, ADA));
});
afterEach(() => fixture.close());

async function turnOn() {
	const setup = resultOf(ada.take(await fixture.accounts.startTwoFactor(ada, ADA.password)));
	resultOf(ada.take(await fixture.accounts.confirmTwoFactor(ada, appCode(setup.secret))));
	return setup;
}

async function storedCodes(): Promise<readonly string[]> {
	const [row] = await fixture.rows('SELECT recovery_codes FROM two_factors');
	return JSON.parse(row!.recovery_codes as string);
}

describe('Two-factor', () => {
	test('is turned on with the password and a code from the app', async () => {
		expect(await fixture.accounts.startTwoFactor(ada, 'something else')).toMatchObject({ code: 'WRONG_PASSWORD' });
		const setup = resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Directory:ada(?:@|%40)site\.example\?/);
		expect(setup.recoveryCodes).toHaveLength(10);
		expect(await fixture.accounts.confirmTwoFactor(ada, '000000')).toMatchObject({ code: 'WRONG_CODE' });
		expect((await fixture.accounts.findSession(ada))?.twoFactor).toBe(false);
		resultOf(ada.take(await fixture.accounts.confirmTwoFactor(ada, appCode(setup.secret))));
		expect((await fixture.accounts.findSession(ada))?.twoFactor).toBe(true);
	});

	test('can still be set up after wrong codes, with the recovery codes that were shown', async () => {
		const isPending = (codes: readonly string[], user = ada) => fixture.accounts.isTwoFactorSetupPending(user, codes);
		const setup = resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		expect(await fixture.accounts.confirmTwoFactor(ada, '000000')).toMatchObject({ code: 'WRONG_CODE' });
		expect(await isPending(setup.recoveryCodes)).toBe(true);
		const bob = new Browser();
		bob.take(await fixture.accounts.signUp(bob, BOB));
		expect([await isPending([]), await isPending(setup.recoveryCodes, bob)]).toEqual([false, false]);
		const next = resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		expect([await isPending(setup.recoveryCodes), await isPending(next.recoveryCodes)]).toEqual([false, true]);
		resultOf(ada.take(await fixture.accounts.confirmTwoFactor(ada, appCode(next.secret))));
		expect(await isPending(next.recoveryCodes)).toBe(false);
	});

	test('asks for a code after the password, and until then nobody is signed in', async () => {
		const { secret } = await turnOn();
		const browser = new Browser();
		expect(resultOf(browser.take(await fixture.accounts.signIn(browser, ADA)))).toBe('code');
		expect(await fixture.accounts.findSession(browser)).toBe(undefined);
		expect(await fixture.accounts.signInWithCode(browser, '000000', 'app')).toMatchObject({ code: 'WRONG_CODE' });
		const code = appCode(secret, 1);
		resultOf(
			browser.take(await fixture.accounts.signInWithCode(browser, `${code.slice(0, 3)} ${code.slice(3)}`, 'app')),
		);
		expect((await fixture.accounts.findSession(browser))?.account.email).toBe(ADA.email);
	});

	// (ASVS 6.5.1)
	test('accepts a code from the app once', async () => {
		const { secret } = await turnOn();
		const [first, second] = [new Browser(), new Browser()];
		for (const browser of [first, second]) browser.take(await fixture.accounts.signIn(browser, ADA));
		const code = appCode(secret, 1);
		resultOf(first.take(await fixture.accounts.signInWithCode(first, code, 'app')));
		const replayed = second.take(await fixture.accounts.signInWithCode(second, code, 'app'));
		expect(replayed).toMatchObject({ code: 'WRONG_CODE' });
		const sessions = (await fixture.rows('SELECT id FROM sessions')).length;
		expect([await fixture.accounts.findSession(second), sessions]).toEqual([undefined, 2]);
	});

	test('refuses the code that turned it on if it is sent again', async () => {
		const setup = resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		const code = appCode(setup.secret);
		resultOf(ada.take(await fixture.accounts.confirmTwoFactor(ada, code)));
		const browser = new Browser();
		browser.take(await fixture.accounts.signIn(browser, ADA));
		expect(await fixture.accounts.signInWithCode(browser, code, 'app')).toMatchObject({ code: 'WRONG_CODE' });
	});

	// (ASVS 6.5.5)
	test('does not accept a code from a minute ago', async () => {
		const { secret } = await turnOn();
		const browser = new Browser();
		browser.take(await fixture.accounts.signIn(browser, ADA));
		for (const steps of [-3, -2]) {
			const refused = await fixture.accounts.signInWithCode(browser, appCode(secret, steps), 'app');
			expect(refused).toMatchObject({ code: 'WRONG_CODE' });
		}
	});

	// (ASVS 6.6.3)
	test('accepts five codes per password, then asks for the password again', async () => {
		const { secret } = await turnOn();
		const browser = new Browser();
		browser.take(await fixture.accounts.signIn(browser, ADA));
		for (let i = 0; i < 5; i++) await fixture.accounts.signInWithCode(browser, '000000', 'app');
		expect(await fixture.accounts.signInWithCode(browser, appCode(secret, 1), 'app')).toMatchObject({
			code: 'CODE_EXPIRED',
		});
	});

	// (ASVS 6.5.1)
	test('accepts a recovery code once', async () => {
		const { recoveryCodes } = await turnOn();
		const [first, second] = [new Browser(), new Browser()];
		for (const browser of [first, second]) browser.take(await fixture.accounts.signIn(browser, ADA));
		resultOf(first.take(await fixture.accounts.signInWithCode(first, recoveryCodes[0]!, 'recovery')));
		expect((await fixture.accounts.findSession(first))?.account.email).toBe(ADA.email);
		expect(await fixture.accounts.signInWithCode(second, recoveryCodes[0]!, 'recovery')).toMatchObject({
			code: 'WRONG_CODE',
		});
	});

	test.each(['recovery', 'app'] as const)(
		'accepts one %s code once if several sign-ins send it at once',
		async (kind) => {
			const { recoveryCodes, secret } = await turnOn();
			const code = kind === 'app' ? appCode(secret, 1) : recoveryCodes[0]!;
			const browsers = Array.from({ length: 4 }, () => new Browser());
			for (const browser of browsers) browser.take(await fixture.accounts.signIn(browser, ADA));
			const results = await Promise.all(
				browsers.map(async (browser) => browser.take(await fixture.accounts.signInWithCode(browser, code, kind))),
			);
			const codes = results.map((result) => (result.ok ? 'signed in' : result.code));
			expect(codes.sort()).toEqual(['WRONG_CODE', 'WRONG_CODE', 'WRONG_CODE', 'signed in']);
			const sessions = await Promise.all(browsers.map((browser) => fixture.accounts.findSession(browser)));
			expect(sessions.filter((session) => session !== undefined)).toHaveLength(1);
		},
	);

	test('accepts recovery codes as people type them, but never a hash', async () => {
		const { recoveryCodes } = await turnOn();
		const [first, second] = [recoveryCodes[0]!, recoveryCodes[1]!];
		const stored = await storedCodes();
		const typed = [
			first.replaceAll('-', ' ').toUpperCase(),
			` ${second.replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'l')} `,
		];
		for (const code of typed) {
			const browser = new Browser();
			browser.take(await fixture.accounts.signIn(browser, ADA));
			expect(await fixture.accounts.signInWithCode(browser, stored[2]!, 'recovery')).toMatchObject({
				code: 'WRONG_CODE',
			});
			expect(resultOf(await fixture.accounts.signInWithCode(browser, code, 'recovery'))).toBe('signed in');
		}
		expect(await storedCodes()).toEqual(stored.slice(2));
	});

	test('no longer accepts a code if the password was reset after it was typed', async () => {
		const { secret } = await turnOn();
		const thief = new Browser();
		thief.take(await fixture.accounts.signIn(thief, ADA));
		const token = new URL((await fixture.accounts.resetLink(ADA.email))!).searchParams.get('token')!;
		resultOf(await fixture.accounts.resetPassword(ada, { token, newPassword: 'an even longer one' }));
		const refused = await fixture.accounts.signInWithCode(thief, appCode(secret, 1), 'app');
		expect(refused).toMatchObject({ code: 'CODE_EXPIRED' });
	});

	test('keeps a user who sends a code again signed in', async () => {
		const { recoveryCodes } = await turnOn();
		resultOf(ada.take(await fixture.accounts.signInWithCode(ada, recoveryCodes[0]!, 'recovery')));
		expect((await fixture.accounts.findSession(ada))?.account.email).toBe(ADA.email);
	});

	// (ASVS 7.2.4)
	test('ends the previous session as soon as the password is right', async () => {
		await turnOn();
		const before = new Browser();
		for (const [name, value] of ada.cookies) before.cookies.set(name, value);
		expect(resultOf(ada.take(await fixture.accounts.signIn(ada, ADA)))).toBe('code');
		expect(await fixture.accounts.findSession(before)).toBe(undefined);
	});

	test('creates new recovery codes, and the old ones no longer work', async () => {
		const { recoveryCodes } = await turnOn();
		const next = resultOf(await fixture.accounts.newRecoveryCodes(ada, ADA.password));
		expect(next).toHaveLength(10);
		const browser = new Browser();
		browser.take(await fixture.accounts.signIn(browser, ADA));
		expect(await fixture.accounts.signInWithCode(browser, recoveryCodes[1]!, 'recovery')).toMatchObject({ ok: false });
		resultOf(browser.take(await fixture.accounts.signInWithCode(browser, next[0]!, 'recovery')));
	});

	// (ASVS 7.4.3)
	test('ends all other sessions when it is turned on', async () => {
		const other = new Browser();
		other.take(await fixture.accounts.signIn(other, ADA));
		await turnOn();
		expect([await fixture.accounts.findSession(other), (await fixture.accounts.findSession(ada))?.twoFactor]).toEqual([
			undefined,
			true,
		]);
	});

	test('is turned off with the password', async () => {
		await turnOn();
		expect(await fixture.accounts.stopTwoFactor(ada, 'something else')).toMatchObject({ code: 'WRONG_PASSWORD' });
		resultOf(ada.take(await fixture.accounts.stopTwoFactor(ada, ADA.password)));
		expect((await fixture.accounts.findSession(ada))?.twoFactor).toBe(false);
		expect(resultOf(await fixture.accounts.signIn(new Browser(), ADA))).toBe('signed in');
	});

	// (ASVS 6.5.2, 6.5.3, 6.5.4)
	test('has recovery codes of 120 bits without letters that look alike, and stores their hashes', async () => {
		const { recoveryCodes } = await turnOn();
		for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){5}$/);
		expect(await storedCodes()).toEqual(recoveryCodes.map((code) => hash('sha256', code.replaceAll('-', ''), 'hex')));
	});

	test('stores neither the secret nor the codes in plain text', async () => {
		const { secret, recoveryCodes } = await turnOn();
		const rows = JSON.stringify(await fixture.rows('SELECT * FROM two_factors'));
		for (const text of [secret, ...recoveryCodes]) expect(rows).not.toContain(text);
	});
});

describe('If the operator requires two-factor', () => {
	let strict: AccountsFixture;
	beforeEach(async () => {
		strict = await openFixture({ folder: fixture.folder, requireTwoFactor: true });
	});
	afterEach(() => strict.close());

	// (ASVS 6.3.3)
	test('it cannot be turned off', async () => {
		await turnOn();
		expect(await strict.accounts.stopTwoFactor(ada, ADA.password)).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
		expect((await strict.accounts.findSession(ada))?.twoFactor).toBe(true);
	});
});

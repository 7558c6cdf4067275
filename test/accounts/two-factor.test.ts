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

describe('Two-factor', () => {
	test('is turned on with the password and a code of the app', async () => {
		expect(await fixture.accounts.startTwoFactor(ada, 'something else')).toMatchObject({ code: 'WRONG_PASSWORD' });
		const setup = resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Directory:ada(?:@|%40)site\.example\?/);
		expect(setup.recoveryCodes).toHaveLength(10);
		expect(await fixture.accounts.confirmTwoFactor(ada, '000000')).toMatchObject({ code: 'WRONG_CODE' });
		expect((await fixture.accounts.findSession(ada))?.twoFactor).toBe(false);
		resultOf(ada.take(await fixture.accounts.confirmTwoFactor(ada, appCode(setup.secret))));
		expect((await fixture.accounts.findSession(ada))?.twoFactor).toBe(true);
	});

	test('is set up on while codes are wrong, with the recovery codes that were shown', async () => {
		const isBegun = (codes: readonly string[], who = ada) => fixture.accounts.isTwoFactorSetupPending(who, codes);
		const setup = resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		expect(await fixture.accounts.confirmTwoFactor(ada, '000000')).toMatchObject({ code: 'WRONG_CODE' });
		expect(await isBegun(setup.recoveryCodes)).toBe(true);
		const bob = new Browser();
		bob.take(await fixture.accounts.signUp(bob, BOB));
		expect([await isBegun([]), await isBegun(setup.recoveryCodes, bob)]).toEqual([false, false]);
		const next = resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		expect([await isBegun(setup.recoveryCodes), await isBegun(next.recoveryCodes)]).toEqual([false, true]);
		resultOf(ada.take(await fixture.accounts.confirmTwoFactor(ada, appCode(next.secret))));
		expect(await isBegun(next.recoveryCodes)).toBe(false);
	});

	test('then is asked for after the password, and until then nobody is signed in', async () => {
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

	test('takes a code of the app once', async () => {
		const { secret } = await turnOn();
		const [first, second] = [new Browser(), new Browser()];
		for (const browser of [first, second]) browser.take(await fixture.accounts.signIn(browser, ADA));
		const code = appCode(secret, 1);
		resultOf(first.take(await fixture.accounts.signInWithCode(first, code, 'app')));
		const replayed = second.take(await fixture.accounts.signInWithCode(second, code, 'app'));
		expect(replayed).toMatchObject({ code: 'WRONG_CODE' });
		const sessions = fixture.state.database.prepare('SELECT count(*) FROM sessions').pluck().get();
		expect([await fixture.accounts.findSession(second), sessions]).toEqual([undefined, 2]);
	});

	test('takes the code that turned it on for nothing else', async () => {
		const setup = resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		const code = appCode(setup.secret);
		resultOf(ada.take(await fixture.accounts.confirmTwoFactor(ada, code)));
		const browser = new Browser();
		browser.take(await fixture.accounts.signIn(browser, ADA));
		expect(await fixture.accounts.signInWithCode(browser, code, 'app')).toMatchObject({ code: 'WRONG_CODE' });
	});

	test('takes no code of a minute ago', async () => {
		const { secret } = await turnOn();
		const browser = new Browser();
		browser.take(await fixture.accounts.signIn(browser, ADA));
		for (const steps of [-3, -2]) {
			const refused = await fixture.accounts.signInWithCode(browser, appCode(secret, steps), 'app');
			expect(refused).toMatchObject({ code: 'WRONG_CODE' });
		}
	});

	test('takes five codes for a password, then asks for the password again', async () => {
		const { secret } = await turnOn();
		const browser = new Browser();
		browser.take(await fixture.accounts.signIn(browser, ADA));
		for (let i = 0; i < 5; i++) await fixture.accounts.signInWithCode(browser, '000000', 'app');
		expect(await fixture.accounts.signInWithCode(browser, appCode(secret, 1), 'app')).toMatchObject({
			code: 'CODE_EXPIRED',
		});
	});

	test('takes a recovery code once', async () => {
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
		'takes one %s code once when several sign-ins send it together',
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
			const visitors = await Promise.all(browsers.map((browser) => fixture.accounts.findSession(browser)));
			expect(visitors.filter((who) => who !== undefined)).toHaveLength(1);
		},
	);

	test.each(['recovery', 'app'] as const)(
		'signs in once when one sign-in sends its %s code twice at once',
		async (kind) => {
			const { recoveryCodes, secret } = await turnOn();
			const code = kind === 'app' ? appCode(secret, 1) : recoveryCodes[0]!;
			const browser = new Browser();
			browser.take(await fixture.accounts.signIn(browser, ADA));
			const twice = [browser, browser].map(() => fixture.accounts.signInWithCode(browser, code, kind));
			const results = await Promise.all(twice);
			expect(results.filter(({ ok }) => ok)).toHaveLength(1);
		},
	);

	test('takes a recovery code as people type it, another while others are left, and never its hash', async () => {
		const { recoveryCodes } = await turnOn();
		const [first, second] = [recoveryCodes[0]!, recoveryCodes[1]!];
		const stored = JSON.parse(
			fixture.state.database.prepare<[], string>('SELECT recovery_codes FROM two_factors').pluck().get()!,
		);
		const typed = [
			first.replaceAll('-', ' ').toUpperCase(),
			` ${second.replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'l')} `,
		];
		for (const code of typed) {
			const browser = new Browser();
			browser.take(await fixture.accounts.signIn(browser, ADA));
			expect(await fixture.accounts.signInWithCode(browser, stored[2], 'recovery')).toMatchObject({
				code: 'WRONG_CODE',
			});
			expect(resultOf(await fixture.accounts.signInWithCode(browser, code, 'recovery'))).toBe('signed in');
		}
		const left = fixture.state.database.prepare<[], string>('SELECT recovery_codes FROM two_factors').pluck().get()!;
		expect(JSON.parse(left)).toEqual(stored.slice(2));
	});

	test('is asked for also after a reset of the password', async () => {
		await turnOn();
		const token = new URL((await fixture.accounts.resetLink(ADA.email))!).searchParams.get('token')!;
		resultOf(await fixture.accounts.resetPassword(ada, { token, newPassword: 'an even longer one' }));
		const signedIn = await fixture.accounts.signIn(new Browser(), { ...ADA, password: 'an even longer one' });
		expect(resultOf(signedIn)).toBe('code');
	});

	test('is not asked for any more where the password was reset after it was typed', async () => {
		const { secret } = await turnOn();
		const thief = new Browser();
		thief.take(await fixture.accounts.signIn(thief, ADA));
		const token = new URL((await fixture.accounts.resetLink(ADA.email))!).searchParams.get('token')!;
		resultOf(await fixture.accounts.resetPassword(ada, { token, newPassword: 'an even longer one' }));
		const refused = await fixture.accounts.signInWithCode(thief, appCode(secret, 1), 'app');
		expect(refused).toMatchObject({ code: 'CODE_EXPIRED' });
	});

	test('signs nobody out who sends a code once more', async () => {
		const { recoveryCodes } = await turnOn();
		resultOf(ada.take(await fixture.accounts.signInWithCode(ada, recoveryCodes[0]!, 'recovery')));
		expect((await fixture.accounts.findSession(ada))?.account.email).toBe(ADA.email);
	});

	test('ends the session of whoever was signed in before, once the password is right', async () => {
		await turnOn();
		const before = new Browser();
		for (const [name, value] of ada.cookies) before.cookies.set(name, value);
		expect(resultOf(ada.take(await fixture.accounts.signIn(ada, ADA)))).toBe('code');
		expect(await fixture.accounts.findSession(before)).toBe(undefined);
	});

	test('gives new recovery codes, and the old ones work no more', async () => {
		const { recoveryCodes } = await turnOn();
		const next = resultOf(await fixture.accounts.newRecoveryCodes(ada, ADA.password));
		expect(next).toHaveLength(10);
		const browser = new Browser();
		browser.take(await fixture.accounts.signIn(browser, ADA));
		expect(await fixture.accounts.signInWithCode(browser, recoveryCodes[1]!, 'recovery')).toMatchObject({ ok: false });
		resultOf(browser.take(await fixture.accounts.signInWithCode(browser, next[0]!, 'recovery')));
	});

	test('ends all other sessions when it is turned on, which were opened without it', async () => {
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

	test('has recovery codes of 120 bits without letters that look like others, and keeps hashes of them', async () => {
		const { recoveryCodes } = await turnOn();
		for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){5}$/);
		const stored = fixture.state.database.prepare<[], string>('SELECT recovery_codes FROM two_factors').pluck().get()!;
		expect(JSON.parse(stored)).toEqual(recoveryCodes.map((code) => hash('sha256', code.replaceAll('-', ''), 'hex')));
	});

	test('keeps neither the secret nor the codes in the clear', async () => {
		const { secret, recoveryCodes } = await turnOn();
		const rows = JSON.stringify(fixture.state.database.prepare('SELECT * FROM two_factors').all());
		for (const text of [secret, ...recoveryCodes]) expect(rows).not.toContain(text);
	});
});

describe('Where the operator requires two-factor', () => {
	let strict: AccountsFixture;
	beforeEach(async () => {
		strict = await openFixture({ folder: fixture.folder, requireTwoFactor: true });
	});
	afterEach(() => strict.close());

	test('it is asked of whoever is signed in without it, and of nobody else', async () => {
		const asked = () => Promise.all([ada, new Browser()].map((one) => strict.accounts.mustTurnOnTwoFactor(one)));
		expect(await asked()).toEqual([true, false]);
		expect(await fixture.accounts.mustTurnOnTwoFactor(ada)).toBe(false);
		await turnOn();
		expect(await asked()).toEqual([false, false]);
	});

	test('it stays on', async () => {
		await turnOn();
		expect(await strict.accounts.stopTwoFactor(ada, ADA.password)).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
		expect((await strict.accounts.findSession(ada))?.twoFactor).toBe(true);
	});
});

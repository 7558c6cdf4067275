/**
 * Attacks by a stranger who uses an address before its owner has an account, to keep access afterwards: the five
 * classes of "Pre-hijacked accounts" (Sudhodanan and Paverd, USENIX Security 2022).
 */
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { keyVerifier } from '../../src/state/keys/verify.ts';
import { appCode } from '../support/app-code.ts';
import { findProvidersAt } from '../support/loopback-providers.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { CLIENT, type OAuthProvider, startOAuthProvider } from '../support/oauth-provider.ts';
import { type AccountsFixture, ADA, Browser, openFixture, resultOf } from './fixture.ts';

/** The sign-up of a stranger: Ada's address and the stranger's password. */
const STOLEN = { email: ADA.email, password: 'what the stranger chose' } as const;

let provider: OAuthProvider;
let findOutside: () => void;
let mail: MailServer;
let fixture: AccountsFixture;
let stranger: Browser;
let ada: Browser;

beforeAll(async () => {
	provider = await startOAuthProvider({ id: '4221', email: ADA.email, verified: true });
	findOutside = findProvidersAt(provider.url);
});
afterAll(async () => {
	findOutside();
	await provider.close();
});
beforeEach(async () => {
	provider.person = { id: '4221', email: ADA.email, verified: true };
	mail = await startMailServer();
	fixture = await openFixture(mailing());
	stranger = new Browser('198.51.100.9');
	ada = new Browser();
});
afterEach(async () => {
	await fixture.close();
	await mail.close();
});

const mailing = () => ({
	mail: { smtpUrl: mail.url, from: 'directory@site.example' },
	providers: { github: CLIENT },
});

/** Waits for this number of emails. Returns the token in the last one. */
const tokenIn = async (count: number) => /token=(\S+)/.exec((await mail.arrived(count)).text)![1]!;

async function useProvider(browser: Browser, started: Promise<{ readonly ok: boolean }>): Promise<string> {
	const address = resultOf(browser.take((await started) as never)) as string;
	const back = new URL(await provider.press('allow', address));
	return resultOf(browser.take(await fixture.accounts.finishWithProvider(browser, 'github', back.search))).result;
}
const signInByGitHub = (browser: Browser) =>
	useProvider(browser, fixture.accounts.startWithProvider(browser, 'github'));

const isOpen = async (browser: Browser) => (await fixture.accounts.findSession(browser)) !== undefined;

describe('With mail, a stranger who signs up first with an address', () => {
	test('gains nothing when the owner confirms the address, even if the owner opens the wrong link first', async () => {
		resultOf(await fixture.accounts.signUp(stranger, STOLEN));
		const strange = await tokenIn(1);
		resultOf(await fixture.accounts.signUp(ada, ADA));
		const own = await tokenIn(2);
		// The owner opens the wrong email first: its link needs the stranger's password, so it refuses the owner's.
		const confused = await fixture.accounts.confirmSignUp(ada, { token: strange, password: ADA.password });
		expect(confused).toMatchObject({ code: 'SIGN_UP_PASSWORD' });
		resultOf(ada.take(await fixture.accounts.confirmSignUp(ada, { token: own, password: ADA.password })));
		expect((await fixture.accounts.findSession(ada))?.account.email).toBe(ADA.email);
		expect(await fixture.accounts.signIn(stranger, STOLEN)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
		for (const password of [STOLEN.password, ADA.password]) {
			const late = await fixture.accounts.confirmSignUp(stranger, { token: strange, password });
			expect(late).toMatchObject({ code: 'SIGN_UP_LINK_INVALID' });
		}
		expect(await fixture.rows('SELECT * FROM sign_ups')).toEqual([]);
	});

	test('has no session (unexpired session), cannot connect a provider (trojan identifier), and cannot create a key', async () => {
		stranger.take(await fixture.accounts.signUp(stranger, STOLEN));
		await mail.arrived(1);
		expect(await isOpen(stranger)).toBe(false);
		const { password } = STOLEN;
		const refusals = [
			await fixture.accounts.signIn(stranger, STOLEN),
			await fixture.accounts.connectProvider(stranger, { provider: 'github', password }),
			await fixture.accounts.createKey(stranger, { name: 'ci', scopes: READ_SCOPES, expires_at: null }),
			await fixture.accounts.startTwoFactor(stranger, password),
			await fixture.accounts.changeEmail(stranger, { email: 'stranger@evil.example', password }),
		];
		expect(refusals.filter(({ ok }) => ok)).toEqual([]);
	});

	test('shares no account with the owner, who signs in with a provider (classic-federated merge)', async () => {
		resultOf(await fixture.accounts.signUp(stranger, STOLEN));
		const strange = await tokenIn(1);
		expect(await signInByGitHub(ada)).toBe('signed in');
		const late = await fixture.accounts.confirmSignUp(stranger, { token: strange, password: STOLEN.password });
		expect(late).toMatchObject({ code: 'SIGN_UP_LINK_INVALID' });
		expect(await fixture.accounts.signIn(stranger, STOLEN)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
		expect(await fixture.rows('SELECT * FROM sign_ups')).toEqual([]);
	});

	test('cannot sign in with a provider that has not verified the address (non-verifying provider)', async () => {
		provider.person = { id: '666', email: ADA.email, verified: false };
		resultOf(await fixture.accounts.signUp(ada, ADA));
		const own = await tokenIn(1);
		expect(await signInByGitHub(stranger)).toBe('unconfirmed');
		resultOf(await fixture.accounts.confirmSignUp(ada, { token: own, password: ADA.password }));
		expect(await signInByGitHub(stranger)).toBe('unconfirmed');
		expect(await isOpen(stranger)).toBe(false);
	});
});

describe('An account that a stranger created while the site could not send mail', () => {
	let key: string;
	let oldLink: string;
	let secret: string;

	beforeEach(async () => {
		// Without mail, an account works immediately, even with another person's address.
		await fixture.close();
		const before = await openFixture({ providers: { github: CLIENT } });
		fixture = before;
		resultOf(stranger.take(await before.accounts.signUp(stranger, STOLEN)));
		const wish = { name: 'kept', scopes: READ_SCOPES, expires_at: null };
		key = resultOf(await before.accounts.createKey(stranger, wish)).secret;
		provider.person = { id: '666', email: 'stranger@evil.example', verified: true };
		const { password } = STOLEN;
		expect(
			await useProvider(stranger, before.accounts.connectProvider(stranger, { provider: 'github', password })),
		).toBe('connected');
		secret = resultOf(stranger.take(await before.accounts.startTwoFactor(stranger, password))).secret;
		resultOf(stranger.take(await before.accounts.confirmTwoFactor(stranger, appCode(secret))));
	});

	const works = async () => (await keyVerifier(fixture.state.keyReader, 'svc_')(key)).ok;

	/** The operator sets up mail, and the stranger starts to change the address of the account. */
	async function setUpMail(): Promise<void> {
		await fixture.accounts.close();
		fixture.state.close();
		const { folder } = fixture;
		const next = await openFixture({ ...mailing(), folder });
		fixture = {
			...next,
			close: async () => {
				await next.close();
				rmSync(folder, { recursive: true });
			},
		};
		const move = { email: 'stranger@evil.example', password: STOLEN.password };
		resultOf(await fixture.accounts.changeEmail(stranger, move));
		await mail.arrived(2);
		oldLink = /change-email\/\?token=(\S+)/.exec(mail.mails.map(({ text }) => text).join('\n'))![1]!;
	}

	test('belongs only to the owner after a reset by mail, which ends all earlier access', async () => {
		await setUpMail();
		expect([await works(), await isOpen(stranger)]).toEqual([true, true]);
		resultOf(await fixture.accounts.requestPasswordReset(ada, ADA.email));
		const token = await tokenIn(3);
		expect(await fixture.accounts.resetOffer(token)).toEqual({
			isConfirmed: false,
			isFirstProof: true,
			keys: 1,
			providers: ['github'],
			twoFactor: true,
		});
		resultOf(await fixture.accounts.resetPassword(ada, { token, newPassword: ADA.password }));
		expect([await works(), await isOpen(stranger)]).toEqual([false, false]);
		expect(resultOf(ada.take(await fixture.accounts.signIn(ada, ADA)))).toBe('signed in');
		expect(await fixture.accounts.findSession(ada)).toMatchObject({ emailVerified: true, twoFactor: false });
		// The pending change of address, the connected provider and the old password no longer work.
		expect(await fixture.accounts.confirmNewEmail(ada, oldLink)).toMatchObject({ code: 'LINK_INVALID' });
		expect(await signInByGitHub(stranger)).toBe('signed in');
		expect((await fixture.accounts.findSession(stranger))?.account.email).toBe('stranger@evil.example');
		expect(await fixture.accounts.signIn(new Browser(), STOLEN)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
		// A failed sign-in is recorded after the response, so it may already be there.
		const kinds = resultOf(await fixture.accounts.history(ada))
			.map(({ kind }) => kind)
			.filter((kind) => kind !== 'sign_in_failed');
		expect(kinds.slice(1, 5)).toEqual(['two_factor_off', 'provider_disconnected', 'key_revoked', 'password_reset']);
		const changed = () => mail.mails.find(({ subject }) => subject.endsWith('Your password was changed'));
		await expect.poll(changed).toBeDefined();
		const { text } = changed()!;
		for (const sentence of ['kept (svc_', 'GitHub was disconnected.', 'Two-factor authentication was turned off.']) {
			expect(text).toContain(sentence);
		}
	});

	test('keeps its keys and two-factor after a reset with the operator’s link, if the owner wants that', async () => {
		const token = new URL((await fixture.accounts.resetLink(ADA.email))!).searchParams.get('token')!;
		expect(await fixture.accounts.resetOffer(token)).toMatchObject({
			isConfirmed: false,
			isFirstProof: false,
			keys: 1,
		});
		resultOf(await fixture.accounts.resetPassword(ada, { token, newPassword: ADA.password }));
		expect([await works(), await isOpen(stranger)]).toEqual([true, false]);
		expect(resultOf(await fixture.accounts.signIn(ada, ADA))).toBe('code');
	});
});

describe('A password reset of a confirmed account', () => {
	let recoveryCodes: readonly string[];
	let key: string;

	beforeEach(async () => {
		resultOf(await fixture.accounts.signUp(ada, ADA));
		const token = await tokenIn(1);
		resultOf(ada.take(await fixture.accounts.confirmSignUp(ada, { token, password: ADA.password })));
		key = resultOf(await fixture.accounts.createKey(ada, { name: 'ci', scopes: READ_SCOPES, expires_at: null })).secret;
		const setup = resultOf(ada.take(await fixture.accounts.startTwoFactor(ada, ADA.password)));
		resultOf(ada.take(await fixture.accounts.confirmTwoFactor(ada, appCode(setup.secret))));
		recoveryCodes = setup.recoveryCodes;
		resultOf(await fixture.accounts.requestPasswordReset(ada, ADA.email));
	});

	const works = async () => (await keyVerifier(fixture.state.keyReader, 'svc_')(key)).ok;
	const newPassword = 'an even longer one';

	test('ends neither keys nor two-factor by itself', async () => {
		resultOf(await fixture.accounts.resetPassword(ada, { token: await tokenIn(2), newPassword }));
		expect(await works()).toBe(true);
		expect(resultOf(await fixture.accounts.signIn(ada, { ...ADA, password: newPassword }))).toBe('code');
	});

	test('revokes all keys if requested', async () => {
		resultOf(await fixture.accounts.resetPassword(ada, { token: await tokenIn(2), newPassword, endsAccess: true }));
		expect(await works()).toBe(false);
	});

	// (ASVS 6.4.3)
	test('turns two-factor off only with a recovery code', async () => {
		const token = await tokenIn(2);
		const wrong = { token, newPassword: 'short', recoveryCode: '0000-0000-0000-0000-0000-0000' };
		expect(await fixture.accounts.resetPassword(ada, wrong)).toMatchObject({
			code: 'PASSWORD_TOO_SHORT',
			others: [{ code: 'WRONG_RECOVERY_CODE' }],
		});
		resultOf(await fixture.accounts.resetPassword(ada, { token, newPassword, recoveryCode: ` ${recoveryCodes[3]} ` }));
		expect(resultOf(await fixture.accounts.signIn(ada, { ...ADA, password: newPassword }))).toBe('signed in');
	});
});

describe('A sign-up that fails halfway', () => {
	test.each([true, false])('leaves the address free (with mail: %j)', async (isMailing) => {
		const { folder, state } = fixture;
		const open = isMailing ? fixture : await openFixture({ folder });
		async function signUp() {
			if (!isMailing) return open.accounts.signUp(ada, ADA);
			const before = mail.mails.length;
			resultOf(await open.accounts.signUp(ada, ADA));
			return open.accounts.confirmSignUp(ada, { token: await tokenIn(before + 1), password: ADA.password });
		}
		await fixture.rows('ALTER TABLE credentials RENAME TO renamed');
		await expect(signUp()).rejects.toThrow('credentials');
		expect(await state.accounts.all()).toEqual([]);
		await fixture.rows('ALTER TABLE renamed RENAME TO credentials');
		expect(resultOf(await signUp())).toBe('signed in');
		if (open !== fixture) await open.close();
	});
});

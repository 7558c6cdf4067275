import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ProviderReturn } from '../../src/accounts/providers.ts';
import { appCode } from '../support/app-code.ts';
import { findProvidersAt } from '../support/loopback-providers.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Answer, CLIENT, type OAuthProvider, startOAuthProvider } from '../support/oauth-provider.ts';
import { type AccountsFixture, ADA, BOB, Browser, openFixture, resultOf } from './fixture.ts';

const PROVIDERS = ['github', 'google'] as const;
const PERSON = { id: '4221', email: ADA.email, verified: true };

let provider: OAuthProvider;
let fixture: AccountsFixture;
let browser: Browser;
let findOutside: () => void;

beforeAll(async () => {
	provider = await startOAuthProvider(PERSON);
	findOutside = findProvidersAt(provider.url);
});
afterAll(async () => {
	findOutside();
	await provider.close();
});
beforeEach(async () => {
	Object.assign(provider, { person: PERSON, claims: {} });
	provider.answers.clear();
	fixture = await openFixture({ providers: { github: CLIENT, google: CLIENT } });
	browser = new Browser();
});
afterEach(() => fixture.close());

const start = async (browser: Browser, name: string) =>
	resultOf(browser.take(await fixture.accounts.startWithProvider(browser, name)));

async function finish(browser: Browser, name: string, back: string): Promise<ProviderReturn> {
	return resultOf(browser.take(await fixture.accounts.finishWithProvider(browser, name, new URL(back).search)));
}

/** Signs in with a provider. Returns the result. */
async function signIn(name: string, browser: Browser, button: 'allow' | 'cancel' = 'allow'): Promise<string> {
	return (await finish(browser, name, await provider.press(button, await start(browser, name)))).result;
}

async function connect(name: string, browser: Browser, password: string): Promise<string> {
	const address = resultOf(browser.take(await fixture.accounts.connectProvider(browser, { provider: name, password })));
	return (await finish(browser, name, await provider.press('allow', address))).result;
}

const accounts = () => fixture.state.accounts.all();
const history = async (browser: Browser) =>
	resultOf(await fixture.accounts.history(browser)).map(({ kind, detail }) =>
		detail === null ? kind : `${kind} ${detail}`,
	);
const idOf = async (browser: Browser) => (await fixture.accounts.findSession(browser))?.account.id;

/** Makes all sessions old. */
const wait = () =>
	fixture.rows('UPDATE sessions SET created_at = @time', {
		time: new Date(Date.now() - 16 * 60 * 1000).toISOString(),
	});

describe('Signing in with a provider', () => {
	test('is offered if the provider is set up', async () => {
		const other = await openFixture({ providers: { github: CLIENT } });
		expect(other.accounts.providers).toEqual(['github']);
		for (const name of ['google', 'https://evil.example', 'credential', '__proto__']) {
			expect(await other.accounts.startWithProvider(browser, name)).toMatchObject({ code: 'PROVIDER_UNKNOWN' });
			expect(await other.accounts.finishWithProvider(browser, name, '')).toMatchObject({ code: 'PROVIDER_UNKNOWN' });
		}
		await other.close();
	});

	test.each(PROVIDERS)('redirects to %s with a unique state, PKCE and no secret', async (name) => {
		const addresses = [await start(browser, name), await start(new Browser(), name)].map((one) => new URL(one));
		const of = (field: string) => addresses.map(({ searchParams }) => searchParams.get(field)!);
		const back = `https://directory.example/account/auth/callback/${name}`;
		expect(of('redirect_uri')).toEqual([back, back]);
		expect(of('code_challenge_method')).toEqual(['S256', 'S256']);
		for (const field of ['state', 'code_challenge']) {
			expect(new Set(of(field)).size).toBe(2);
			expect(of(field)[0]!.length).toBeGreaterThan(20);
		}
		expect(addresses[0]!.href).not.toContain(CLIENT.clientSecret);
	});

	// (ASVS 10.2.3)
	test('requests only the identity of the user', async () => {
		const scopes = await Promise.all(PROVIDERS.map(async (name) => new URL(await start(browser, name)).searchParams));
		expect(scopes.map((fields) => fields.get('scope'))).toEqual(['read:user user:email', 'email profile openid']);
	});

	test.each(PROVIDERS)('creates an account with the confirmed address the first time: %s', async (name) => {
		expect(await signIn(name, browser)).toBe('signed in');
		const session = (await fixture.accounts.findSession(browser))!;
		expect(session).toMatchObject({
			account: { email: ADA.email, plan: 'free' },
			emailVerified: true,
			twoFactor: false,
		});
		expect(await fixture.accounts.hasPassword(session)).toBe(false);
		expect(await history(browser)).toEqual([`signed_up ${name === 'github' ? 'GitHub' : 'Google'}`]);
	});

	// (ASVS 10.5.2)
	test.each(PROVIDERS)('finds the account again, even if the address at the provider has changed: %s', async (name) => {
		await signIn(name, browser);
		provider.person = { ...PERSON, email: 'ada.new@site.example' };
		const other = new Browser();
		expect(await signIn(name, other)).toBe('signed in');
		expect(await idOf(other)).toBe(await idOf(browser));
		expect((await accounts()).map(({ email }) => email)).toEqual([ADA.email]);
		expect((await history(browser))[0]).toMatch(/^signed_in G/);
	});

	test.each(PROVIDERS)('does not open another account with the same address: %s', async (name) => {
		await signIn(name, browser);
		provider.person = { ...PERSON, id: '9999' };
		const other = new Browser();
		expect(await signIn(name, other)).toBe('known');
		expect(await fixture.accounts.findSession(other)).toBe(undefined);
	});

	test.each(PROVIDERS)('fails if the address is not confirmed at the provider: %s', async (name) => {
		await fixture.accounts.signUp(new Browser(), ADA);
		for (const email of [ADA.email, BOB.email]) {
			provider.person = { id: '1', email, verified: false };
			expect(await signIn(name, browser)).toBe('unconfirmed');
		}
		expect(await fixture.accounts.findSession(browser)).toBe(undefined);
		expect(await accounts()).toHaveLength(1);
	});

	test.each(['not an address', 'a@b.example, c@d.example', `${'x'.repeat(40_000)}@site.example`, ''])(
		'treats the address %j as missing',
		async (email) => {
			provider.person = { ...PERSON, email };
			expect(await signIn('github', browser)).toBe('unconfirmed');
			expect(await accounts()).toEqual([]);
		},
	);

	test('starts a new session and ends the previous one', async () => {
		await signIn('github', browser);
		const before = new Browser();
		for (const [name, value] of browser.cookies) before.cookies.set(name, value);
		await signIn('github', browser);
		expect(await idOf(browser)).toBeDefined();
		expect(await idOf(before)).toBe(undefined);
	});

	// (ASVS 10.1.1)
	test('stores no token, code or secret, and no name or picture', async () => {
		await signIn('github', browser);
		await signIn('github', browser);
		provider.person = { ...PERSON, email: BOB.email };
		await signIn('google', new Browser());
		const tables = ['accounts', 'credentials', 'verifications', 'events', 'sessions'];
		const rows = await Promise.all(tables.map((table) => fixture.rows(`SELECT * FROM ${table}`)));
		for (const secret of provider.secrets) expect(JSON.stringify(rows)).not.toContain(secret);
		expect(provider.secrets.size).toBeGreaterThan(10);
		expect(JSON.stringify(rows)).not.toContain('Some One');
		expect(rows[1]).toEqual([4221, 4221].map(() => expect.objectContaining({ access_token: null, scope: null })));
		expect(rows[2]).toEqual([]);
	});

	test('is limited for clients that try too often', async () => {
		for (let i = 0; i < 50; i++) await start(browser, 'github');
		expect(await fixture.accounts.startWithProvider(browser, 'github')).toMatchObject({ code: 'TOO_MANY' });
	});
});

describe('An address that has an account here', () => {
	test('does not open its account with a provider, even if someone else created the account first', async () => {
		const attacker = new Browser();
		attacker.take(await fixture.accounts.signUp(attacker, ADA));
		expect(await signIn('github', browser)).toBe('known');
		expect(await fixture.accounts.findSession(browser)).toBe(undefined);
		expect(await history(attacker)).toEqual(['signed_up']);
	});

	// (ASVS 6.8.1)
	test('does not open it with any provider, even if both have confirmed the address', async () => {
		await signIn('google', new Browser());
		expect(await signIn('github', browser)).toBe('known');
		expect(await fixture.rows('SELECT * FROM credentials')).toHaveLength(1);
	});
});

describe('With mail, an address that has an account here', () => {
	let mail: MailServer;
	let mailing: AccountsFixture;
	beforeEach(async () => {
		mail = await startMailServer();
		const settings = { smtpUrl: mail.url, from: 'directory@site.example' };
		mailing = await openFixture({ mail: settings, providers: { github: CLIENT } });
		await fixture.close();
		fixture = mailing;
	});
	afterEach(() => mail.close());
	const tokenOf = (text: string) => /token=(\S+)/.exec(text)![1]!;

	/** Creates an account with a confirmed address. */
	async function arrive(): Promise<void> {
		resultOf(await fixture.accounts.signUp(browser, ADA));
		const token = tokenOf((await mail.arrived(1)).text);
		resultOf(browser.take(await fixture.accounts.confirmSignUp(browser, { token, password: ADA.password })));
	}

	// (ASVS 6.3.7)
	test('gets an email when a provider is connected', async () => {
		await arrive();
		expect(await connect('github', browser, ADA.password)).toBe('connected');
		const { to, subject } = await mail.arrived(2);
		expect([to, subject]).toEqual([[ADA.email], 'Directory: GitHub was connected to your account']);
	});
});

describe('Connecting a provider', () => {
	beforeEach(async () => void browser.take(await fixture.accounts.signUp(browser, ADA)));

	// (ASVS 7.5.1)
	test('needs the password, and then allows signing in there, with any address', async () => {
		const wrong = { provider: 'github', password: 'something else' };
		expect(await fixture.accounts.connectProvider(browser, wrong)).toMatchObject({ code: 'WRONG_PASSWORD' });
		provider.person = { ...PERSON, email: 'ada@home.example' };
		expect(await connect('github', browser, ADA.password)).toBe('connected');
		expect(await history(browser)).toEqual(['provider_connected GitHub', 'signed_up']);
		const session = (await fixture.accounts.findSession(browser))!;
		expect(await fixture.accounts.connectedProviders(session)).toEqual(['github']);
		expect(session.account.email).toBe(ADA.email);
		const other = new Browser();
		expect(await signIn('github', other)).toBe('signed in');
		expect(await idOf(other)).toBe(session.account.id);
	});

	test('is refused if it signs in to another account', async () => {
		provider.person = { ...PERSON, email: BOB.email };
		await signIn('github', new Browser());
		expect(await connect('github', browser, ADA.password)).toBe('elsewhere');
	});

	test('fails if another user, or nobody, is signed in by then', async () => {
		const bob = new Browser();
		bob.take(await fixture.accounts.signUp(bob, BOB));
		for (const session of [bob.cookies, new Map<string, string>()]) {
			const wish = { provider: 'github', password: ADA.password };
			const address = resultOf(browser.take(await fixture.accounts.connectProvider(browser, wish)));
			const shared = new Browser();
			shared.cookies.set('__Secure-directory.state', browser.cookies.get('__Secure-directory.state')!);
			for (const [name, value] of session) shared.cookies.set(name, value);
			expect((await finish(shared, 'github', await provider.press('allow', address))).result).toBe('restart');
		}
		expect(await fixture.rows("SELECT * FROM credentials WHERE provider = 'github'")).toEqual([]);
	});

	test('can be undone with the password', async () => {
		await connect('google', browser, ADA.password);
		const wish = { provider: 'google', password: ADA.password };
		expect(await fixture.accounts.disconnectProvider(browser, { ...wish, password: '' })).toMatchObject({ ok: false });
		resultOf(await fixture.accounts.disconnectProvider(browser, wish));
		expect((await history(browser))[0]).toBe('provider_disconnected Google');
		expect(await signIn('google', new Browser())).toBe('known');
	});
});

describe('An account without a password', () => {
	beforeEach(async () => void (await signIn('github', browser)));

	test('keeps its only way to sign in', async () => {
		const wish = { provider: 'github', password: '' };
		expect(await fixture.accounts.disconnectProvider(browser, wish)).toMatchObject({ code: 'ONLY_WAY_IN' });
		resultOf(await fixture.accounts.changePassword(browser, { password: '', newPassword: ADA.password }));
		expect(resultOf(await fixture.accounts.signIn(new Browser(), ADA))).toBe('signed in');
		resultOf(await fixture.accounts.disconnectProvider(browser, { ...wish, password: ADA.password }));
	});

	test('sets a password, which ends its other sessions', async () => {
		const other = new Browser();
		await signIn('github', other);
		resultOf(await fixture.accounts.changePassword(browser, { password: '', newPassword: ADA.password }));
		expect([await idOf(other), await idOf(browser)]).toEqual([undefined, expect.any(String)]);
		const again = { password: 'something else', newPassword: BOB.password };
		expect(await fixture.accounts.changePassword(browser, again)).toMatchObject({ code: 'WRONG_PASSWORD' });
	});

	test('disconnects only one of two providers, even if both are requested at once', async () => {
		provider.person = { ...PERSON, id: '17' };
		await connect('google', browser, '');
		const both = PROVIDERS.map((name) =>
			fixture.accounts.disconnectProvider(browser, { provider: name, password: '' }),
		);
		expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1);
	});

	test('can make sensitive changes shortly after a sign-in, and gets advice later', async () => {
		await wait();
		const refusals = [
			await fixture.accounts.changeEmail(browser, { password: '', email: BOB.email }),
			await fixture.accounts.changePassword(browser, { password: '', newPassword: ADA.password }),
			await fixture.accounts.connectProvider(browser, { password: '', provider: 'google' }),
			await fixture.accounts.deleteAccount(browser, ''),
		];
		const message = 'Sign out and sign in again first. Your account has no password, so this needs a recent sign-in.';
		expect(refusals).toEqual(refusals.map(() => ({ ok: false, code: 'SIGN_IN_AGAIN', message })));
		await signIn('github', browser);
		expect(resultOf(await fixture.accounts.changeEmail(browser, { password: '', email: BOB.email }))).toBe('changed');
		expect(await signIn('github', new Browser())).toBe('signed in');
	});

	test('cannot be opened with an empty password or any other', async () => {
		for (const password of ['', 'null', ADA.password]) {
			expect(await fixture.accounts.signIn(new Browser(), { ...ADA, password })).toMatchObject({
				code: 'WRONG_CREDENTIALS',
			});
		}
	});

	test('gets a password with a link, and stays connected', async () => {
		const token = new URL((await fixture.accounts.resetLink(ADA.email))!).searchParams.get('token')!;
		resultOf(await fixture.accounts.resetPassword(browser, { token, newPassword: ADA.password }));
		expect(resultOf(await fixture.accounts.signIn(new Browser(), ADA))).toBe('signed in');
		expect(await signIn('github', new Browser())).toBe('signed in');
	});

	test('is exported completely, and is deleted with all its data', async () => {
		const data = resultOf(await fixture.accounts.export(browser));
		expect(data.credentials).toMatchObject([{ provider: 'github', provider_account: PERSON.id }]);
		const id = (await idOf(browser))!;
		resultOf(await fixture.accounts.deleteAccount(browser, ''));
		const tables = ['accounts', 'sessions', 'credentials', 'verifications', 'events'];
		for (const table of tables) expect(await fixture.rows(`SELECT * FROM ${table}`)).toEqual([]);
		expect(await signIn('github', browser)).toBe('signed in');
		expect(await idOf(browser)).not.toBe(id);
	});

	test('has two-factor at its provider, not here', async () => {
		expect(await fixture.accounts.startTwoFactor(browser, '')).toMatchObject({ ok: false });
	});
});

// (ASVS 6.3.4)
test('Two-factor asks for a code after a provider as well as after a password', async () => {
	browser.take(await fixture.accounts.signUp(browser, ADA));
	await connect('github', browser, ADA.password);
	const { secret } = resultOf(browser.take(await fixture.accounts.startTwoFactor(browser, ADA.password)));
	resultOf(browser.take(await fixture.accounts.confirmTwoFactor(browser, appCode(secret))));
	const other = new Browser();
	expect(await signIn('github', other)).toBe('code');
	expect(await fixture.accounts.findSession(other)).toBe(undefined);
	expect(await fixture.accounts.signInWithCode(other, '000000', 'app')).toMatchObject({ code: 'WRONG_CODE' });
	resultOf(other.take(await fixture.accounts.signInWithCode(other, appCode(secret, 1), 'app')));
	expect(await idOf(other)).toBe(await idOf(browser));
});

describe('The redirect back', () => {
	const expectNothing = async (client = browser) => {
		expect(await fixture.accounts.findSession(client)).toBe(undefined);
		expect(await accounts()).toEqual([]);
		expect(fixture.errors.join()).not.toMatch(/Unexpected|undefined/);
		for (const secret of [CLIENT.clientSecret, ...provider.secrets]) {
			expect(JSON.stringify(fixture.errors.map((error) => [String(error), error]))).not.toContain(secret);
		}
	};

	test.each(PROVIDERS)('from %s fails if the user cancels', async (name) => {
		expect(await signIn(name, browser, 'cancel')).toBe('denied');
		expect(fixture.errors).toEqual([]);
		await expectNothing();
	});

	// (ASVS 10.2.1)
	test('fails with the state of another user', async () => {
		const other = await provider.press('allow', await start(new Browser(), 'github'));
		await start(browser, 'github');
		const mine = new URL(other);
		mine.searchParams.set('state', 'made-up');
		for (const back of [other, mine.href, 'https://x/', 'https://x/?code=x', 'https://x/?state=%00&code=%ff']) {
			expect((await finish(browser, 'github', back)).result).toBe('restart');
		}
		expect(fixture.errors).toEqual([]);
		await expectNothing();
	});

	// (ASVS 10.1.2)
	test('works once', async () => {
		const back = await provider.press('allow', await start(browser, 'github'));
		const replaying = new Browser();
		for (const [name, value] of browser.cookies) replaying.cookies.set(name, value);
		expect((await finish(browser, 'github', back)).result).toBe('signed in');
		expect((await finish(replaying, 'github', back)).result).toBe('restart');
		expect(await fixture.accounts.findSession(replaying)).toBe(undefined);
	});

	// (ASVS 10.2.2)
	test('works only for the provider where it started', async () => {
		const back = await provider.press('allow', await start(browser, 'google'));
		expect((await finish(browser, 'github', back)).result).toBe('failed');
		expect(fixture.errors.join()).toBe('Error: GitHub: started_elsewhere');
		await expectNothing();
	});

	const state = async () => JSON.parse((await fixture.rows('SELECT value FROM verifications'))[0]!.value as string);

	// (ASVS 10.1.2)
	test('works for ten minutes', async () => {
		const back = await provider.press('allow', await start(browser, 'github'));
		const minutes = ((await state()).expiresAt - Date.now()) / 60_000;
		expect(minutes > 9 && minutes <= 10).toBe(true);
		await fixture.rows('UPDATE verifications SET value = @value', {
			value: JSON.stringify({ ...(await state()), expiresAt: 1 }),
		});
		expect((await finish(browser, 'github', back)).result).toBe('restart');
		await expectNothing();
	});

	// (ASVS 10.2.1, 10.5.1)
	test.each(PROVIDERS)('from %s needs its own code', async (name) => {
		const others = new URL(await provider.press('allow', await start(new Browser(), name)));
		const mine = new URL(await provider.press('allow', await start(browser, name)));
		mine.searchParams.set('code', others.searchParams.get('code')!);
		expect((await finish(browser, name, mine.href)).result).toBe('failed');
		expect(fixture.errors.join()).toMatch(/bad_verification_code|invalid_grant/);
		await expectNothing();
	});

	const repeated = { body: (sent: string) => JSON.stringify({ error: sent, error_description: sent }) };
	// (ASVS 6.8.2)
	test.each<[string, string, Answer]>([
		['github', '/access_token', repeated],
		['github', '/access_token', { status: 500, body: '' }],
		['github', '/access_token', { body: 'null' }],
		['github', '/user', { body: '{}' }],
		['github', '/user', { body: '{"id":{},"email":["a"]}' }],
		['github', '/user/emails', { body: '{"message":"no"}' }],
		['google', '/token', { ...repeated, status: 400 }],
		['google', '/token', { body: '{"id_token":"a.b.c"}' }],
		['google', '/certs', { status: 503, body: '' }],
		['google', '/certs', { body: '{"keys":[{"kid":"one","kty":"RSA","n":"AQAB","e":"AQAB"}]}' }],
	])('from %s fails if %s responds with nonsense: %j', async (name, end, answer) => {
		provider.answers.set(end, answer);
		expect(await signIn(name, browser)).toMatch(/^(?:failed|unconfirmed)$/);
		await expectNothing();
	});

	// (ASVS 10.5.4)
	test.each([
		{ iss: 'https://evil.example' },
		{ aud: 'another-client' },
		{ exp: 1 },
		{ iat: 1 },
		{ sub: undefined },
		{ email_verified: 'false' },
		{ email: undefined },
	])('from Google fails if the ID token contains %j', async (claims) => {
		provider.claims = claims;
		expect(await signIn('google', browser)).toMatch(/^(?:failed|unconfirmed)$/);
		await expectNothing();
	});

	test('fails if the provider does not respond within ten seconds', async () => {
		provider.answers.set('/access_token', 'hangs').set('/certs', 'hangs');
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		onTestFinished(() => void vi.useRealTimers());
		const results = Promise.all([signIn('github', browser), signIn('google', new Browser())]);
		await expect.poll(() => provider.unanswered).toBe(2);
		vi.advanceTimersByTime(10_000);
		expect(await results).toEqual(['failed', 'failed']);
		expect(fixture.errors.join()).toMatch(/GitHub: took_too_long/);
		await expectNothing();
	});

	test('fails if the provider is down', async () => {
		const back = await provider.press('allow', await start(browser, 'github'));
		const stop = findProvidersAt('http://127.0.0.1:1');
		expect((await finish(browser, 'github', back)).result).toBe('failed');
		stop();
		findProvidersAt(provider.url);
		await expectNothing();
	});
});

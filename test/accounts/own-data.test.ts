import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '../../src/keys/scope.ts';
import { verifyKey } from '../../src/keys/verify.ts';
import { openState } from '../../src/state/state.ts';
import { ADA, BOB, Browser, openDesk, resultOf, type TestDesk } from './desk.ts';

let desk: TestDesk;
let ada: Browser;

beforeEach(async () => {
	desk = await openDesk();
	ada = new Browser();
	ada.take(await desk.accounts.signUp(ada, ADA));
});
afterEach(() => desk.close());

const makeKey = async (browser: Browser) =>
	resultOf(await desk.accounts.createKey(browser, { name: 'laptop', scopes: READ_SCOPES, expires_at: null })).secret;

describe('Deleting an account', () => {
	test('needs the password', async () => {
		expect(await desk.accounts.deleteAccount(ada, 'something else')).toMatchObject({ code: 'WRONG_PASSWORD' });
		expect(await desk.accounts.whoIs(ada)).toBeDefined();
	});

	test('ends its keys in every process and leaves nothing of it, and all of others’', async () => {
		const bob = new Browser();
		bob.take(await desk.accounts.signUp(bob, BOB));
		const [gone, kept] = [await makeKey(ada), await makeKey(bob)];
		const other = openState(desk.folder);
		const codes = () =>
			[gone, kept].map((key) => verifyKey(key, other.keyReader, 'svc_', () => new Date())).map(({ ok }) => ok);
		expect(codes()).toEqual([true, true]);
		const { id } = (await desk.accounts.whoIs(ada))!.account;
		resultOf(await desk.accounts.newFormToken(ada));
		resultOf(ada.take(await desk.accounts.deleteAccount(ada, ADA.password)));
		expect(codes()).toEqual([false, true]);
		other.close();
		expect(ada.cookies.size).toBe(0);
		const tables = ['accounts', 'sessions', 'credentials', 'verifications', 'two_factors', 'keys', 'events'];
		const rows = tables.flatMap((table) => desk.state.database.prepare(`SELECT * FROM ${table}`).all());
		expect(rows.length).toBeGreaterThan(4);
		expect(JSON.stringify(rows)).not.toContain(id);
		expect(JSON.stringify(rows)).not.toContain(ADA.email);
		expect(await desk.accounts.signIn(ada, ADA)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
	});
});

describe('What is kept about someone', () => {
	test('is given to them whole, and holds no secret', async () => {
		const secret = await makeKey(ada);
		resultOf(await desk.accounts.startTwoFactor(ada, ADA.password));
		const data = resultOf(await desk.accounts.export(ada));
		expect(data.account).toMatchObject([{ email: ADA.email, plan: 'free' }]);
		expect(data.credentials).toMatchObject([{ provider: 'credential' }]);
		expect(data.sessions).toMatchObject([{ user_agent: 'Test' }]);
		expect(data.keys).toMatchObject([{ name: 'laptop' }]);
		expect(data.events).toMatchObject([{ kind: 'signed_up' }, { kind: 'key_made' }]);
		const secrets = desk.state.database
			.prepare(
				`SELECT hash FROM keys UNION SELECT token FROM sessions UNION SELECT password FROM credentials
				 UNION SELECT secret FROM two_factors UNION SELECT recovery_codes FROM two_factors`,
			)
			.pluck()
			.all();
		expect(secrets).toHaveLength(5);
		for (const one of [...secrets, secret.slice(12)]) expect(JSON.stringify(data)).not.toContain(one);
	});
});

describe('The history', () => {
	test('shows what its owner did behind as many failed sign-ins as anybody likes', async () => {
		await makeKey(ada);
		const { id } = (await desk.accounts.whoIs(ada))!.account;
		const failure = { account_id: id, kind: 'sign_in_failed', detail: null, address: '198.51.100.x' } as const;
		for (let i = 0; i < 200; i++) await desk.state.events.add({ ...failure, at: '2026-05-01T12:00:00Z' });
		const kinds = resultOf(await desk.accounts.history(ada)).map(({ kind }) => kind);
		expect(kinds).toEqual([...Array(20).fill('sign_in_failed'), 'key_made', 'signed_up']);
	});
});

describe('A form token', () => {
	test('works once, and for its account', async () => {
		const bob = new Browser();
		bob.take(await desk.accounts.signUp(bob, BOB));
		const token = resultOf(await desk.accounts.newFormToken(ada));
		expect(await desk.accounts.useFormToken(ada, token)).toBe(true);
		expect(await desk.accounts.useFormToken(ada, token)).toBe(false);
		expect(await desk.accounts.useFormToken(bob, resultOf(await desk.accounts.newFormToken(ada)))).toBe(false);
		expect(await desk.accounts.useFormToken(ada, '')).toBe(false);
	});
});

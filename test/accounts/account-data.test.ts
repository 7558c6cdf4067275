import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFormToken } from '../../src/accounts/form-tokens.ts';
import type { Key } from '../../src/state/keys/key.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { keyVerifier } from '../../src/state/keys/verify.ts';
import { type AccountsFixture, ADA, BOB, Browser, openFixture, resultOf } from './fixture.ts';

let fixture: AccountsFixture;
let ada: Browser;

beforeEach(async () => {
	fixture = await openFixture();
	ada = new Browser();
	ada.take(await fixture.accounts.signUp(ada, ADA));
});
afterEach(() => fixture.close());

const makeKey = async (browser: Browser) =>
	resultOf(await fixture.accounts.createKey(browser, { name: 'laptop', scopes: READ_SCOPES, expires_at: null })).secret;

describe('Deleting an account', () => {
	test('needs the password', async () => {
		expect(await fixture.accounts.deleteAccount(ada, 'something else')).toMatchObject({ code: 'WRONG_PASSWORD' });
		expect(await fixture.accounts.findSession(ada)).toBeDefined();
	});

	// (ASVS 7.4.2)
	test('revokes its keys in every process and removes all of its data, but no data of others', async () => {
		const bob = new Browser();
		bob.take(await fixture.accounts.signUp(bob, BOB));
		const [gone, kept] = [await makeKey(ada), await makeKey(bob)];
		const other = await fixture.openState();
		const codes = async () => {
			const verdicts = [gone, kept].map(async (key) => keyVerifier(other.keyReader, 'svc_')(key));
			return (await Promise.all(verdicts)).map(({ ok }) => ok);
		};
		expect(await codes()).toEqual([true, true]);
		const { id } = (await fixture.accounts.findSession(ada))!.account;
		const [key] = resultOf(await fixture.accounts.keys(ada)) as [Key];
		const use = { id: key.id, day: '2026-05-01', endpoint: '', status: 404, requests: 1, lastUsed: null };
		const request = {
			key_id: key.id,
			at: '2026-05-01T12:00:00.000Z',
			method: 'GET',
			path: '/v1',
			status: 404,
			address: '',
		};
		await fixture.state.usage.add([use], [request]);
		resultOf(await fixture.accounts.newFormToken(ada));
		resultOf(ada.take(await fixture.accounts.deleteAccount(ada, ADA.password)));
		expect(await codes()).toEqual([false, true]);
		other.close();
		expect(ada.cookies.size).toBe(0);
		const tables = [
			'accounts',
			'sessions',
			'credentials',
			'verifications',
			'two_factors',
			'keys',
			'key_usage',
			'key_requests',
			'events',
		];
		const rows = (await Promise.all(tables.map((table) => fixture.rows(`SELECT * FROM ${table}`)))).flat();
		expect(rows.length).toBeGreaterThan(4);
		expect(JSON.stringify(rows)).not.toContain(id);
		expect(JSON.stringify(rows)).not.toContain(key.id);
		expect(JSON.stringify(rows)).not.toContain(ADA.email);
		expect(await fixture.accounts.signIn(ada, ADA)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
	});
});

describe('The export of an account', () => {
	test('contains all data of the account and no secret', async () => {
		const secret = await makeKey(ada);
		resultOf(await fixture.accounts.startTwoFactor(ada, ADA.password));
		const [{ id }] = resultOf(await fixture.accounts.keys(ada)) as [Key];
		const use = { day: '2026-05-01', endpoint: '/programs', status: 200, requests: 1 };
		const request = {
			at: '2026-05-01T12:00:00.000Z',
			method: 'GET',
			path: '/v1/programs',
			status: 200,
			address: '203.0.113.x',
		};
		await fixture.state.usage.add([{ id, ...use, lastUsed: null }], [{ key_id: id, ...request }]);
		const data = resultOf(await fixture.accounts.export(ada));
		expect(data.account).toMatchObject([{ email: ADA.email, email_verified: false, plan: 'free', two_factor: false }]);
		expect(data.credentials).toMatchObject([{ provider: 'credential' }]);
		expect(data.sessions).toMatchObject([{ user_agent: 'Test' }]);
		expect(data.keys).toMatchObject([{ name: 'laptop', scopes: READ_SCOPES }]);
		expect([data.usage, data.requests]).toEqual([[{ key_id: id, ...use }], [{ key_id: id, ...request }]]);
		expect(data.events).toMatchObject([{ kind: 'signed_up' }, { kind: 'key_made' }]);
		const rows = await fixture.rows(
			`SELECT hash FROM keys UNION ALL SELECT token FROM sessions UNION ALL SELECT password FROM credentials
			 UNION ALL SELECT secret FROM two_factors UNION ALL SELECT recovery_codes FROM two_factors`,
		);
		const secrets = rows.flatMap((row) => Object.values(row));
		expect(secrets).toHaveLength(5);
		for (const one of [...secrets, secret.slice(12)]) expect(JSON.stringify(data)).not.toContain(one);
	});
});

test('The export of an account has every column of its row, except the image, which is never set', async () => {
	const [row] = await fixture.rows('SELECT * FROM accounts');
	const { account } = resultOf(await fixture.accounts.export(ada));
	expect(Object.keys(account[0]!).sort()).toEqual(
		Object.keys(row!)
			.filter((column) => !['image', 'rowid'].includes(column))
			.sort(),
	);
});

describe('The history', () => {
	test('shows the actions of the owner despite any number of failed sign-ins', async () => {
		await makeKey(ada);
		const { id } = (await fixture.accounts.findSession(ada))!.account;
		const failure = {
			account_id: id,
			key_id: null,
			kind: 'sign_in_failed',
			detail: null,
			address: '198.51.100.x',
		} as const;
		for (let i = 0; i < 200; i++) await fixture.state.events.add({ ...failure, at: '2026-05-01T12:00:00Z' });
		const kinds = resultOf(await fixture.accounts.history(ada)).map(({ kind }) => kind);
		expect(kinds).toEqual([...Array(20).fill('sign_in_failed'), 'key_made', 'signed_up']);
	});
});

describe('A form token', () => {
	test('works once and only for its account, even if many forms are open', async () => {
		const bob = new Browser();
		bob.take(await fixture.accounts.signUp(bob, BOB));
		const token = resultOf(await fixture.accounts.newFormToken(ada));
		const sent = await Promise.all([1, 2, 3].map(() => fixture.accounts.useFormToken(ada, token)));
		expect(sent.filter(Boolean)).toHaveLength(1);
		expect(await fixture.accounts.useFormToken(ada, token)).toBe(false);
		const other = resultOf(await fixture.accounts.newFormToken(ada));
		expect(await fixture.accounts.useFormToken(bob, other)).toBe(false);
		expect(await fixture.accounts.useFormToken(ada, other)).toBe(true);
		expect(fixture.errors).toEqual([]);
	});

	test('stores nothing until it is used', async () => {
		const before = await fixture.content();
		for (let i = 0; i < 20; i++) resultOf(await fixture.accounts.newFormToken(ada));
		expect(await fixture.content()).toBe(before);
	});

	test('stays used after the password is changed', async () => {
		const token = resultOf(await fixture.accounts.newFormToken(ada));
		expect(await fixture.accounts.useFormToken(ada, token)).toBe(true);
		const wish = { password: ADA.password, newPassword: BOB.password };
		resultOf(ada.take(await fixture.accounts.changePassword(ada, wish)));
		expect(await fixture.accounts.useFormToken(ada, token)).toBe(false);
	});

	test('is refused if it is modified, expired or signed with another secret', async () => {
		const token = resultOf(await fixture.accounts.newFormToken(ada));
		const [id, expires, signature] = token.split('.') as [string, string, string];
		const later = `${id}.${Number(expires) + 1}.${signature}`;
		for (const forged of ['', '..', `${id}.${expires}.`, later, `x${token}`, `${token}x`, token.toLowerCase()]) {
			expect(await fixture.accounts.useFormToken(ada, forged)).toBe(false);
		}
		const { id: account } = (await fixture.accounts.findSession(ada))!.account;
		const foreign = makeFormToken({ secret: 'x'.repeat(32) } as never, account);
		expect(await fixture.accounts.useFormToken(ada, foreign)).toBe(false);
		vi.setSystemTime(Date.now() + 13 * 60 * 60 * 1000);
		expect(await fixture.accounts.useFormToken(ada, token)).toBe(false);
		vi.useRealTimers();
	});
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { makeSecret } from '../../src/state/keys/secret.ts';
import { keyVerifier } from '../../src/state/keys/verify.ts';
import { rowsOf } from '../support/states.ts';
import { type AccountsFixture, ADA, BOB, Browser, openFixture, resultOf } from './fixture.ts';

let fixture: AccountsFixture;
let ada: Browser;

beforeEach(async () => {
	fixture = await openFixture();
	ada = new Browser();
	ada.take(await fixture.accounts.signUp(ada, ADA));
});
afterEach(() => fixture.close());

const WISH = { name: 'laptop', scopes: READ_SCOPES, expires_at: null };
const make = async (wish = {}) => resultOf(await fixture.accounts.createKey(ada, { ...WISH, ...wish }));
const codeOf = async (secret: string, at = new Date()) => {
	const verdict = await keyVerifier(fixture.state.keyReader, 'svc_', () => at)(secret);
	return verdict.ok ? 'ok' : verdict.code;
};
const inHours = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19)}Z`;

describe('A key', () => {
	test('works and is listed after it is created', async () => {
		const { key, secret } = await make();
		expect(resultOf(await fixture.accounts.keys(ada))).toEqual([key]);
		expect(await codeOf(secret)).toBe('ok');
		expect(JSON.stringify(key)).not.toContain(secret.slice(12));
	});

	test('is renamed', async () => {
		const { key } = await make();
		resultOf(await fixture.accounts.renameKey(ada, key.id, ' server '));
		expect(resultOf(await fixture.accounts.keys(ada))).toEqual([{ ...key, name: 'server' }]);
	});

	test.each([
		[{ name: '  ' }, 'Enter a name for the key.'],
		[{ name: '\u200b\u2060' }, 'Enter a name for the key.'],
		[{ name: 'a\u001b[2J' }, 'A name must be one line without control characters.'],
		[{ name: 'a\r\nSubject: b' }, 'A name must be one line without control characters.'],
		[{ name: 'x'.repeat(101) }, 'A name can have at most 100 characters.'],
		[{ expires_at: '2020-01-01T00:00:00Z' }, 'The expiry date must be in the future.'],
		[{ scopes: ['programs:write' as const] }, 'needs the Claimed or Pro plan'],
	])('%j is refused with a message', async (wish, message) => {
		expect(await fixture.accounts.createKey(ada, { ...WISH, ...wish })).toMatchObject({
			ok: false,
			code: 'REFUSED',
			message: expect.stringContaining(message),
		});
	});

	test('needs a signed-in user', async () => {
		expect(await fixture.accounts.createKey(new Browser(), WISH)).toMatchObject({ code: 'SIGNED_OUT' });
	});

	test('is revoked once, and stays in the list after the active keys', async () => {
		const first = await make();
		const second = await make();
		resultOf(await fixture.accounts.revokeKey(ada, second.key.id));
		const again = resultOf(await fixture.accounts.revokeKey(ada, second.key.id));
		expect(again.revoked_at).not.toBe(null);
		expect(await codeOf(second.secret)).toBe('REVOKED_API_KEY');
		expect(resultOf(await fixture.accounts.keys(ada)).map(({ id }) => id)).toEqual([first.key.id, second.key.id]);
		const kinds = resultOf(await fixture.accounts.history(ada)).map(({ kind }) => kind);
		expect(kinds).toEqual(['key_revoked', 'key_made', 'key_made', 'signed_up']);
	});
});

describe('Another account’s key', () => {
	// (ASVS 8.2.2)
	test('is not found by its ID, for any action', async () => {
		const { key, secret } = await make();
		const bob = new Browser();
		bob.take(await fixture.accounts.signUp(bob, BOB));
		const missing = { ok: false, code: 'REFUSED', message: 'This key does not exist.' };
		for (const id of [key.id, 'key_none']) {
			expect(await fixture.accounts.revokeKey(bob, id)).toEqual(missing);
			expect(await fixture.accounts.renameKey(bob, id, 'mine')).toEqual(missing);
			expect(await fixture.accounts.keyUse(bob, id)).toEqual(missing);
			expect(await fixture.accounts.rotateKey(bob, { id, oldEnds: null, expires_at: null })).toEqual(missing);
		}
		expect(resultOf(await fixture.accounts.keys(bob))).toEqual([]);
		expect(resultOf(await fixture.accounts.keys(ada))).toEqual([key]);
		expect(await codeOf(secret)).toBe('ok');
	});
});

describe('Rotating a key', () => {
	test('creates a key with the same name and scopes, and ends the old key immediately', async () => {
		const old = await make({ scopes: ['programs:read'] });
		const next = resultOf(await fixture.accounts.rotateKey(ada, { id: old.key.id, oldEnds: null, expires_at: null }));
		expect(next.key).toMatchObject({ name: 'laptop', scopes: ['programs:read'] });
		expect([await codeOf(old.secret), await codeOf(next.secret)]).toEqual(['REVOKED_API_KEY', 'ok']);
	});

	test('keeps the old key until a chosen time, and both keys count', async () => {
		const old = await make();
		const wish = { id: old.key.id, oldEnds: inHours(24), expires_at: null };
		const next = resultOf(await fixture.accounts.rotateKey(ada, wish));
		expect([await codeOf(old.secret), await codeOf(next.secret)]).toEqual(['ok', 'ok']);
		expect(await codeOf(old.secret, new Date(Date.now() + 25 * 3_600_000))).toBe('EXPIRED_API_KEY');
		for (let i = 0; i < 8; i++) await make();
		expect(await fixture.accounts.createKey(ada, WISH)).toMatchObject({ code: 'REFUSED' });
	});

	test('never extends the life of the old key', async () => {
		const soon = inHours(1);
		const old = await make({ expires_at: soon });
		await fixture.accounts.rotateKey(ada, { id: old.key.id, oldEnds: inHours(24), expires_at: null });
		expect((await fixture.state.keys.findById(old.key.id))?.expires_at).toBe(soon);
	});

	test('is refused with ten keys and changes nothing, unless the old key ends immediately', async () => {
		const old = await make();
		for (let i = 0; i < 9; i++) await make();
		await rowsOf(fixture.state, "UPDATE keys SET created_at = '2026-01-01T00:00:00Z'");
		const wish = { id: old.key.id, expires_at: null };
		expect(await fixture.accounts.rotateKey(ada, { ...wish, oldEnds: inHours(24) })).toMatchObject({
			code: 'REFUSED',
			message: expect.stringContaining('Revoke one first, or let the old key expire immediately'),
		});
		expect((await fixture.state.keys.findById(old.key.id))?.expires_at).toBe(null);
		resultOf(await fixture.accounts.rotateKey(ada, { ...wish, oldEnds: null }));
		expect(await codeOf(old.secret)).toBe('REVOKED_API_KEY');
	});

	test('counts as creating a key, of which an account can create ten in an hour', async () => {
		let { key } = await make();
		const rotate = () => fixture.accounts.rotateKey(ada, { id: key.id, oldEnds: null, expires_at: null });
		for (let i = 0; i < 9; i++) key = resultOf(await rotate()).key;
		const message = 'An account can create 10 keys in an hour, rotations included. Try again in 60 minutes.';
		for (const result of [await rotate(), await fixture.accounts.createKey(ada, WISH)]) {
			expect(result).toMatchObject({ code: 'TOO_MANY', message, retryAfter: expect.closeTo(3600, -2) });
		}
		expect((await fixture.state.keys.findById(key.id))?.revoked_at).toBe(null);
	});

	test('is refused for a key that was rotated already or has ended', async () => {
		const old = await make();
		const wish = { id: old.key.id, oldEnds: null, expires_at: null };
		await fixture.accounts.rotateKey(ada, wish);
		expect(await fixture.accounts.rotateKey(ada, wish)).toMatchObject({
			message: 'This key was revoked or has expired. Create a new one.',
		});
	});
});

describe('A leaked key', () => {
	test('is revoked when anyone reports it, and the owner sees a notice until they dismiss it', async () => {
		const { key, secret } = await make();
		const finder = new Browser('198.51.100.9');
		const answers = [
			await fixture.accounts.revokeLeakedKey(finder, ` ${secret}\n`),
			await fixture.accounts.revokeLeakedKey(finder, secret),
			await fixture.accounts.revokeLeakedKey(finder, makeSecret('svc_')),
			await fixture.accounts.revokeLeakedKey(finder, 'no key at all'),
		];
		for (const answer of answers) expect(answer).toEqual(answers[0]);
		expect(await codeOf(secret)).toBe('REVOKED_API_KEY');
		const notices = resultOf(await fixture.accounts.notices(ada));
		expect(notices).toMatchObject([{ kind: 'key_leaked', detail: `laptop (${key.prefix}…)`, address: null }]);
		const bob = new Browser();
		bob.take(await fixture.accounts.signUp(bob, BOB));
		await fixture.accounts.dismissNotice(bob, notices[0]!.id);
		expect(resultOf(await fixture.accounts.notices(ada))).toHaveLength(1);
		await fixture.accounts.dismissNotice(ada, notices[0]!.id);
		expect(resultOf(await fixture.accounts.notices(ada))).toEqual([]);
	});

	test('can be reported only a limited number of times', async () => {
		const finder = new Browser('198.51.100.9');
		for (let i = 0; i < 20; i++) resultOf(await fixture.accounts.revokeLeakedKey(finder, 'x'));
		expect(await fixture.accounts.revokeLeakedKey(finder, 'x')).toMatchObject({ code: 'TOO_MANY' });
	});
});

describe('Usage', () => {
	test('of an account is added up over all processes, by key and day, for the last thirty days', async () => {
		const { key } = await make();
		const [today, yesterday, longAgo] = [0, -24, -24 * 30].map((hours) => inHours(hours).slice(0, 10)) as [
			string,
			string,
			string,
		];
		const use = { id: key.id, endpoint: '/programs', status: 200, requests: 1, lastUsed: inHours(0) };
		const uses = [
			{ ...use, day: today, requests: 3 },
			{ ...use, day: longAgo, requests: 9 },
		];
		await fixture.state.usage.add(uses, []);
		const others = [
			{ ...use, day: today, status: 304, requests: 4 },
			{ ...use, day: yesterday },
			{ ...use, id: 'key_gone', day: today },
		];
		await fixture.state.usage.add(others, []);
		expect(resultOf(await fixture.accounts.usage(ada))).toEqual([
			{ key_id: key.id, day: yesterday, requests: 1 },
			{ key_id: key.id, day: today, requests: 7 },
		]);
		const { endpoints } = resultOf(await fixture.accounts.keyUse(ada, key.id));
		expect(endpoints.map(({ status, requests }) => [status, requests])).toEqual([
			[200, 4],
			[304, 4],
		]);
	});

	test('and the history are removed when they are old', async () => {
		const { key } = await make();
		const use = { id: key.id, day: '2026-01-01', endpoint: '', status: 404, requests: 1, lastUsed: null };
		await fixture.state.usage.add([use], []);
		const count = async (table: string) => (await fixture.rows(`SELECT * FROM ${table}`)).length;
		await fixture.state.prune(new Date('2026-03-31T12:00:00Z'));
		expect(await count('key_usage')).toBe(1);
		await fixture.state.prune(new Date('2026-04-02T12:00:00Z'));
		expect(await count('key_usage')).toBe(0);
		expect(await count('events')).toBe(2);
		await fixture.state.prune(new Date(Date.now() + 366 * 86_400_000));
		expect(await Promise.all(['events', 'sessions', 'keys'].map(count))).toEqual([0, 0, 1]);
	});
});

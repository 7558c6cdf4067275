import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '../../src/shared/user-error.ts';
import type { Account } from '../../src/state/keys/account.ts';
import { createKey, TooManyNewKeys } from '../../src/state/keys/create.ts';
import { READ_SCOPES, type Scope } from '../../src/state/keys/scope.ts';
import { keyVerifier } from '../../src/state/keys/verify.ts';
import type { State } from '../../src/state/state.ts';
import type { KeyRequest, KeyUse } from '../../src/state/usage-store.ts';
import { ENGINE, rowsOf, type StatePlace, statePlace } from '../support/states.ts';

const NOW = '2026-05-01T12:00:00Z';
const ADA: Account = { id: 'acc_1', email: 'ada@site.example', plan: 'free', created_at: NOW };

let place: StatePlace;
let state: State;
/** The same state, opened as another process would. */
let other: State;

function makeKey({ scopes = READ_SCOPES, expires_at = null as string | null, account = ADA, now = NOW } = {}) {
	return createKey(account, { name: 'test', scopes, expires_at }, 'svc_', now, state.keys.add.bind(state.keys));
}

/** Creates a key as the owner of the account does. */
function makeOwnKey(now = NOW, process = state) {
	const wish = { name: 'test', scopes: READ_SCOPES, expires_at: null };
	return createKey(ADA, wish, 'svc_', now, (key, hash) => process.keys.add(key, hash, 'owner'));
}

/** Creates keys one after another, and revokes each. */
async function makeAndRevoke(count: number): Promise<void> {
	for (let i = 0; i < count; i++) await state.keys.revoke((await makeOwnKey()).key.id, NOW);
}

function useOf(id: string, use: Partial<KeyUse> = {}): KeyUse {
	return { id, day: '2026-05-01', endpoint: '/programs/:slug', status: 200, requests: 1, lastUsed: NOW, ...use };
}

/** A request with a key, a number of seconds after `NOW`. */
function requestOf(key_id: string, second: number): KeyRequest {
	const at = new Date(Date.parse(NOW) + second * 1000 + 1).toISOString();
	return { key_id, at, method: 'GET', path: '/v1/programs/acme', status: 200, address: '203.0.113.x' };
}

const verdictOf = async (secret: string, at = NOW) => keyVerifier(state.keyReader, 'svc_', () => new Date(at))(secret);

describe(`In ${ENGINE}`, () => {
	beforeAll(async () => {
		place = await statePlace();
	});
	beforeEach(async () => {
		await place.clear();
		state = await place.open();
		other = await place.open();
		await state.accounts.add(ADA);
	});
	afterEach(() => place.close());
	afterAll(() => place.remove());

	describe('a key', () => {
		test('works in every process until it is revoked', async () => {
			const { key, secret } = await makeKey();
			expect(await verdictOf(secret)).toMatchObject({ ok: true, scopes: READ_SCOPES });
			expect(await other.keys.revoke(key.id, NOW)).toBe(true);
			expect(await verdictOf(secret)).toMatchObject({ ok: false, code: 'REVOKED_API_KEY' });
			expect(await state.keys.revoke(key.id, NOW)).toBe(false);
		});

		test('is refused as soon as this process revokes it, even if the key is cached in memory', async () => {
			const { key, secret } = await makeKey();
			await verdictOf(secret);
			await state.keys.revoke(key.id, NOW);
			expect(await verdictOf(secret)).toMatchObject({ ok: false, code: 'REVOKED_API_KEY' });
		});

		test('is refused from the second it expires', async () => {
			const { secret } = await makeKey({ expires_at: '2026-05-02T00:00:00Z' });
			expect(await verdictOf(secret, '2026-05-01T23:59:59Z')).toMatchObject({ ok: true });
			expect(await verdictOf(secret, '2026-05-02T00:00:00Z')).toMatchObject({ ok: false, code: 'EXPIRED_API_KEY' });
		});

		test('grants the scopes that its plan still allows, from the next request on', async () => {
			const pro: Account = { ...ADA, plan: 'pro' };
			await state.accounts.setPlan(ADA.email, 'pro');
			const scopes: Scope[] = ['programs:read', 'programs:write', 'analytics:read'];
			const { secret } = await makeKey({ account: pro, scopes });
			expect(await verdictOf(secret)).toMatchObject({ scopes });
			await other.accounts.setPlan(ADA.email, 'claimed');
			expect(await verdictOf(secret)).toMatchObject({ scopes: ['programs:read', 'programs:write'] });
			await other.accounts.setPlan(ADA.email, 'free');
			expect(await verdictOf(secret)).toMatchObject({ scopes: ['programs:read'] });
			await other.accounts.setPlan(ADA.email, 'pro');
			expect(await verdictOf(secret)).toMatchObject({ scopes });
		});

		// (ASVS 8.3.1)
		test('is not created with a scope above the plan', async () => {
			await expect(makeKey({ scopes: ['programs:write'] })).rejects.toThrow(
				new UserError(
					'programs:write needs the Claimed or Pro plan, and ada@site.example is on the free plan. Leave out the scope, or change the plan first.',
				),
			);
		});

		test('records its last use, never an earlier one', async () => {
			const { key } = await makeKey();
			await state.usage.add([useOf(key.id, { lastUsed: '2026-05-01T12:03:00Z' })], []);
			await other.usage.add(
				[useOf(key.id, { lastUsed: '2026-05-01T12:02:00Z' }), useOf(key.id, { lastUsed: null })],
				[],
			);
			expect((await state.keys.findById(key.id))?.last_used_at).toBe('2026-05-01T12:03:00Z');
		});
	});

	describe('a key that has ended', () => {
		const wasRevoked = async () => {
			const made = await makeKey();
			await state.keys.revoke(made.key.id, NOW);
			return made;
		};
		const hasExpired = () => makeKey({ now: '2026-04-01T12:00:00Z', expires_at: NOW });

		test.each([
			['was revoked', 'REVOKED_API_KEY', wasRevoked],
			['has expired', 'EXPIRED_API_KEY', hasExpired],
		])('because it %s is listed for ninety days, and then does not exist', async (_, code, end) => {
			const { key, secret } = await end();
			await state.prune(new Date('2026-07-30T12:00:00Z'));
			expect(await verdictOf(secret, '2026-07-30T12:00:00Z')).toMatchObject({ code, id: key.id });
			expect((await state.keys.ofAccount(ADA.id, NOW)).map(({ id }) => id)).toEqual([key.id]);
			await other.prune(new Date('2026-07-30T12:00:01Z'));
			// In PostgreSQL, the earlier verdict is valid for a tenth of a second. It refuses the key too.
			const gone = { ok: false, code: 'INVALID_API_KEY' };
			await expect.poll(() => verdictOf(secret, '2026-07-30T12:00:01Z')).toEqual(gone);
			expect(await state.keys.ofAccount(ADA.id, NOW)).toEqual([]);
		});

		test('is removed with its usage and its events, and without those of other keys', async () => {
			const [{ key: ended }, { key: active }] = [await wasRevoked(), await makeKey()];
			const now = new Date('2026-07-30T12:00:01Z');
			for (const { id } of [ended, active]) {
				await state.usage.add(
					[useOf(id, { day: '2026-07-29' })],
					[{ ...requestOf(id, 0), at: '2026-07-29T12:00:00.000Z' }],
				);
				const event = { kind: 'key_made', detail: id, address: null, at: NOW } as const;
				await state.events.add({ ...event, account_id: ADA.id, key_id: id });
			}
			await state.events.add({
				account_id: ADA.id,
				key_id: null,
				kind: 'signed_in',
				detail: null,
				address: null,
				at: NOW,
			});
			await state.prune(now);
			for (const table of ['key_usage', 'key_requests']) {
				expect((await rowsOf(state, `SELECT key_id FROM ${table}`)).map(({ key_id }) => key_id)).toEqual([active.id]);
			}
			const events = await state.events.ofAccount(ADA.id, 10, 10);
			expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
				['signed_in', null],
				['key_made', active.id],
			]);
		});

		test('is removed even if hundreds of others end in the same second', async () => {
			const insert = `INSERT INTO keys (id, account_id, name, hash, prefix, scopes, created_at, revoked_at)
				VALUES (@id, 'acc_1', 'test', @id, 'svc_', '[]', @now, @now)`;
			for (let i = 0; i < 250; i++) await rowsOf(state, insert, { id: `key_${i}`, now: NOW });
			await state.prune(new Date('2026-07-30T12:00:01Z'));
			expect(await state.keys.all()).toEqual([]);
		});
	});

	describe('the use of a key', () => {
		test('is added up by endpoint and status, from a day on', async () => {
			const { key } = await makeKey();
			const search = { endpoint: '/programs', day: '2026-05-02' };
			await state.usage.add([useOf(key.id), useOf(key.id, { ...search, requests: 3 })], []);
			await other.usage.add([useOf(key.id, { ...search, status: 429 }), useOf(key.id, search)], []);
			expect(await state.usage.byEndpoint(key.id, '2026-05-02')).toEqual([
				{ endpoint: '/programs', status: 200, requests: 4 },
				{ endpoint: '/programs', status: 429, requests: 1 },
			]);
			expect(await state.usage.ofAccount(ADA.id, '2026-05-01')).toEqual([
				{ key_id: key.id, day: '2026-05-01', requests: 1 },
				{ key_id: key.id, day: '2026-05-02', requests: 5 },
			]);
		});

		test('includes its last hundred requests, in the order of their times in all processes', async () => {
			const [{ key }, { key: kept }] = [await makeKey(), await makeKey()];
			await state.usage.add([], [requestOf(kept.id, 0)]);
			const seconds = Array.from({ length: 150 }, (_, second) => second);
			const isEven = (second: number) => second % 2 === 0;
			const requests = (chosen: number[]) => chosen.map((second) => requestOf(key.id, second));
			await state.usage.add([], requests(seconds.filter(isEven)));
			await other.usage.add([], requests(seconds.filter((second) => !isEven(second))));
			expect(await state.usage.requests(key.id)).toEqual(requests(seconds.slice(50).reverse()));
			expect(await state.usage.requests(kept.id)).toHaveLength(1);
		});

		test('is deleted with the account, and is not added for a deleted key', async () => {
			const { key } = await makeKey();
			const rows = (table: string) => rowsOf(state, `SELECT * FROM ${table}`);
			const add = () => state.usage.add([useOf(key.id)], [requestOf(key.id, 1)]);
			await add();
			expect([await rows('key_usage'), await rows('key_requests')]).toMatchObject({
				0: { length: 1 },
				1: { length: 1 },
			});
			await other.accounts.delete(ADA.id);
			await add();
			expect([await rows('key_usage'), await rows('key_requests')]).toEqual([[], []]);
		});

		test('drops requests that are dated more than a day ahead because the clock was wrong', async () => {
			const { key } = await makeKey();
			await state.usage.add([], [requestOf(key.id, 30)]);
			await state.prune(new Date('2026-04-30T12:00:32Z'));
			expect(await state.usage.requests(key.id)).toHaveLength(1);
			await state.prune(new Date('2026-04-30T12:00:28Z'));
			expect(await state.usage.requests(key.id)).toEqual([]);
		});

		test('includes requests for seven days, and counts for ninety', async () => {
			const { key } = await makeKey();
			await state.usage.add([useOf(key.id)], [requestOf(key.id, 30)]);
			await state.prune(new Date('2026-05-08T12:00:29Z'));
			expect(await state.usage.requests(key.id)).toHaveLength(1);
			await state.prune(new Date('2026-05-08T12:00:32Z'));
			expect(await state.usage.requests(key.id)).toEqual([]);
			expect(await state.usage.byEndpoint(key.id, '2026-05-01')).toHaveLength(1);
		});
	});

	describe('an account', () => {
		test('has at most ten active keys; revoked and expired keys do not count', async () => {
			await makeKey({ expires_at: '2026-05-01T12:00:01Z' });
			const made = [];
			for (let i = 0; i < 9; i++) made.push(await makeKey());
			await expect(makeKey()).rejects.toThrow('has 10 active keys');
			await makeKey({ now: '2026-05-01T12:00:01Z' });
			await expect(makeKey({ now: '2026-05-01T12:00:01Z' })).rejects.toThrow('has 10 active keys');
			await state.keys.revoke(made[0]!.key.id, NOW);
			await makeKey({ now: '2026-05-01T12:00:01Z' });
		});

		test('can create ten keys in an hour, even if it revokes each', async () => {
			await makeAndRevoke(10);
			await expect(makeOwnKey('2026-05-01T12:00:01Z')).rejects.toThrow(new TooManyNewKeys(3599));
			await expect(makeOwnKey('2026-05-01T12:59:59Z')).rejects.toThrow(
				'An account can create 10 keys in an hour, rotations included. Try again in a minute.',
			);
			await makeOwnKey('2026-05-01T13:00:00Z');
		});

		test('can create ten keys in an hour, even if many creations and rotations in two processes race', async () => {
			await makeAndRevoke(4);
			const { key } = await makeOwnKey();
			const next = (id: string) => ({ ...key, id, name: '', scopes: [] });
			const results = await Promise.all(
				Array.from({ length: 40 }, async (_, i) => {
					const process = i % 2 === 0 ? state : other;
					if (i % 4 > 1) return makeOwnKey(NOW, process).catch((error: Error) => error.name);
					const rotation = { old: key.id, oldEnds: '2026-05-02T12:00:00Z', next: next(`key_${i}`), hash: `hash ${i}` };
					return process.keys.rotate(rotation);
				}),
			);
			const made = results.filter((result) => typeof result === 'object' && !('wait' in result));
			expect(made).toHaveLength(5);
			expect(await state.keys.ofAccount(ADA.id, NOW)).toHaveLength(10);
		});

		test('gets any number of keys in an hour from the operator', async () => {
			await makeAndRevoke(10);
			await makeKey();
		});

		test('has a unique email address', async () => {
			expect(await other.accounts.add({ ...ADA, id: 'acc_2' })).toBe(false);
			expect(await state.accounts.all()).toEqual([ADA]);
		});

		test('is listed after earlier accounts of the same second, and so are its keys', async () => {
			const made = { ...ADA, id: 'acc_2', email: 'a@site.example' };
			await state.accounts.add(made);
			expect(await state.accounts.all()).toEqual([ADA, made]);
			const ids = [];
			for (let i = 0; i < 5; i++) ids.push((await makeKey()).key.id);
			expect((await state.keys.all()).map(({ id }) => id)).toEqual(ids);
		});
	});
});

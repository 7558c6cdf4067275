import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MOST_JOBS, MOST_OF_CAUSE, MOST_URGENT_OF_CAUSE, RESERVED } from '../../src/state/jobs/job-store.ts';
import type { State } from '../../src/state/state.ts';
import { rowsOf, type StatePlace, statePlace } from '../support/states.ts';

const KINDS = ['greet', 'warn'];
const LEASE = { lease: 60_000, most: 10 };

let place: StatePlace;
let state: State;
let other: State;

beforeEach(async () => {
	place = await statePlace();
	[state, other] = [await place.open(), await place.open()];
	return () => place.remove();
});
afterEach(() => place.close());

const add = (target: string, kind = 'greet', cause?: string) =>
	state.jobs.add({ kind, target, payload: { name: target }, cause });
const end = (column: 'run_at' | 'expires_at') => rowsOf(state, `UPDATE jobs SET ${column} = 0`);

describe('Jobs', () => {
	test('are taken once, also by servers that take them at the same time', async () => {
		for (let i = 0; i < 30; i++) await add(`person ${i}`);
		const taken = await Promise.all([state, other, state, other].map(({ jobs }) => jobs.take(KINDS, LEASE)));
		const targets = taken.flat().map(({ target }) => target);
		expect(new Set(targets).size).toBe(targets.length);
		expect(targets).toHaveLength(30);
		expect(taken.flat()[0]).toMatchObject({ kind: 'greet', account_id: null, attempts: 1 });
		expect(await other.jobs.take(KINDS, LEASE)).toEqual([]);
	});

	test.each([
		['in any order', {}],
		['for different receivers', { busy: [] }],
	])('are taken at most as many as wanted, %s', async (_, options) => {
		await add('person 0');
		// PostgreSQL plans for one job from now on.
		await rowsOf(state, 'ANALYZE jobs');
		for (let i = 1; i < 30; i++) await add(`person ${i}`);
		expect(await state.jobs.take(KINDS, { lease: 60_000, most: 5, ...options })).toHaveLength(5);
		expect(await other.jobs.take(KINDS, { lease: 60_000, most: 1, ...options })).toHaveLength(1);
	});

	test('of the first kind are taken first, and those of different causes take turns', async () => {
		for (let i = 0; i < 6; i++) await add(`flood ${i}`, 'greet', '192.0.2.x');
		await add('ada', 'greet', '198.51.100.x');
		await add('bob', 'greet', '203.0.113.x');
		await add('urgent', 'warn', '192.0.2.x');
		const take = async (most: number) =>
			(await state.jobs.take(['warn', 'greet'], { lease: 60_000, most })).map(({ target }) => target).toSorted();
		expect(await take(1)).toEqual(['urgent']);
		expect(await take(3)).toEqual(['ada', 'bob', expect.stringContaining('flood')]);
		await add('cleo', 'greet', '198.51.100.x');
		expect(await take(2)).toEqual(['cleo', expect.stringContaining('flood')]);
	});

	test('find room that other kinds and other causes leave', async () => {
		const room = async (cause: string) => [await state.jobs.hasRoom(cause, 'warn'), await state.jobs.hasRoom(cause)];
		const fill = (count: number, kind = 'greet') =>
			rowsOf(
				state,
				`INSERT INTO jobs (id, kind, target, payload, created_at, run_at, expires_at, attempts, cause)
				 SELECT '${kind} ${count} ' || n, '${kind}', n, '{}', '', 0, 0, 0, '192.0.2.x' FROM
				 (WITH RECURSIVE c (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c) AS numbers`,
			);
		await fill(MOST_OF_CAUSE);
		expect([await room('192.0.2.x'), await room('198.51.100.x')]).toEqual([
			[true, false],
			[true, true],
		]);
		await fill(MOST_URGENT_OF_CAUSE, 'warn');
		expect([await room('192.0.2.x'), await room('198.51.100.x')]).toEqual([
			[false, false],
			[true, true],
		]);
		await fill(MOST_JOBS - RESERVED - MOST_OF_CAUSE - MOST_URGENT_OF_CAUSE);
		expect([await room('198.51.100.x'), await add('ada')]).toEqual([[true, false], false]);
		expect(await state.jobs.add({ kind: 'greet', target: 'ada', payload: {}, isPromised: true })).toBe(true);
		await fill(RESERVED);
		expect(await room('198.51.100.x')).toEqual([false, false]);
	});

	test('of a server that was killed are taken again after the lease, and the first server can no longer change them', async () => {
		await add('ada');
		const [first] = await state.jobs.take(KINDS, LEASE);
		await end('run_at');
		const [second] = await other.jobs.take(KINDS, LEASE);
		expect(second).toMatchObject({ id: first!.id, attempts: 2 });
		expect([await state.jobs.isHeld(first!), await other.jobs.isHeld(second!)]).toEqual([false, true]);
		await state.jobs.remove(first!);
		await state.jobs.postpone(first!, 0, 'too late');
		expect(await state.jobs.waiting(KINDS)).toMatchObject({ waiting: 1, failed: 0 });
		await other.jobs.remove(second!);
		expect(await state.jobs.waiting(KINDS)).toEqual({ waiting: 0, failed: 0, oldest: undefined });
	});

	test('that failed wait for their pause, with their error', async () => {
		await add('ada');
		const [job] = await state.jobs.take(KINDS, LEASE);
		await state.jobs.postpone(job!, 60_000, 'x'.repeat(1000));
		expect(await state.jobs.take(KINDS, LEASE)).toEqual([]);
		expect(await state.jobs.waiting(KINDS)).toMatchObject({ waiting: 1, failed: 1 });
		expect(await state.jobs.lastErrors(KINDS, 3)).toEqual(['x'.repeat(500)]);
		await state.jobs.postpone(job!, 0, 'again');
		expect(await state.jobs.take(KINDS, LEASE)).toMatchObject([{ attempts: 2, payload: { name: 'ada' } }]);
	});

	test('of other kinds are left alone', async () => {
		await add('ada', 'call');
		expect(await state.jobs.take(KINDS, LEASE)).toEqual([]);
		await end('expires_at');
		expect(await state.jobs.removeExpired(KINDS)).toBe(0);
		expect(await state.jobs.removeExpired(['call'])).toBe(1);
	});

	test('that have expired are not taken, but removed', async () => {
		await add('ada');
		await end('expires_at');
		expect(await state.jobs.take(KINDS, LEASE)).toEqual([]);
		expect(await state.jobs.removeExpired(KINDS)).toBe(1);
	});

	test('that no server takes are removed with other old data', async () => {
		await add('ada');
		await state.prune(new Date(Date.now() + 47 * 3_600_000));
		expect(await state.jobs.waiting(KINDS)).toMatchObject({ waiting: 1 });
		await state.prune(new Date(Date.now() + 49 * 3_600_000));
		expect(await state.jobs.waiting(KINDS)).toMatchObject({ waiting: 0 });
	});

	test('are limited in number and size', async () => {
		for (let i = 0; i < 20; i++) expect(await add('ada')).toBe(true);
		expect([await add('ada'), await add('ada', 'warn'), await add('bob')]).toEqual([false, true, true]);
		await expect(state.jobs.add({ kind: 'greet', target: 'x', payload: { a: 'x'.repeat(4000) } })).rejects.toThrow(
			/check/i,
		);
		const copies = `INSERT INTO jobs (id, kind, account_id, target, payload, created_at, run_at, expires_at, attempts)
			SELECT id || n, kind, account_id, target || n, payload, created_at, run_at, expires_at,
			attempts FROM jobs, (WITH RECURSIVE c (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < ${MOST_JOBS})
			SELECT n FROM c) AS numbers WHERE target = 'bob'`;
		await rowsOf(state, copies);
		expect(await add('cleo')).toBe(false);
	});

	test('about an account are in its export, and go with it', async () => {
		const account = {
			id: 'acc_1',
			email: 'ada@site.example',
			plan: 'free',
			created_at: '2026-05-01T12:00:00Z',
		} as const;
		const job = { kind: 'greet', account: account.id, target: account.email, payload: {} };
		expect(await state.jobs.add(job)).toBe(false);
		await state.accounts.add(account);
		expect(await state.jobs.add(job)).toBe(true);
		const { mails } = await state.exports.ofAccount(account.id);
		expect(mails).toEqual([{ kind: 'greet', address: account.email, created_at: expect.any(String), attempts: 0 }]);
		await state.accounts.delete(account.id);
		expect(await state.jobs.waiting(KINDS)).toMatchObject({ waiting: 0 });
	});
});

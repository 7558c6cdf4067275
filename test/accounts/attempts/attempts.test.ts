import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Attempts, countAttempts } from '../../../src/accounts/attempts/attempts.ts';
import type { State } from '../../../src/state/state.ts';
import { ENGINE, statePlace } from '../../support/states.ts';

let attempts: Attempts;
/** The same counts, opened as another process would. */
let other: Attempts;
let state: State;
/** The reports that the counts cannot be stored. */
let reports: unknown[];

beforeEach(async () => {
	reports = [];
	const place = await statePlace();
	const states = [await place.open(), await place.open()] as const;
	[state] = states;
	[attempts, other] = states.map((one) => countAttempts(one, (error) => void reports.push(error))) as [
		Attempts,
		Attempts,
	];
	return () => place.remove();
});

const ada = { address: '203.0.113.7', account: 'ada@site.example' };
const take = (subject: object) => attempts.take('sign_in', { ...ada, ...subject });

/** Runs a statement on the database that stores the counts. */
async function run(sql: string): Promise<void> {
	if (ENGINE === 'PostgreSQL') await (state.database as Pool).query(sql);
	else {
		const file = attemptsFile();
		file.exec(sql);
		file.close();
	}
}

/** Everything that is stored about attempts. */
async function stored(): Promise<unknown[]> {
	const sql = 'SELECT key, points FROM attempts ORDER BY key';
	if (ENGINE === 'PostgreSQL') return (await (state.database as Pool).query(sql)).rows;
	const file = attemptsFile();
	const rows = file.prepare(sql).all();
	file.close();
	return rows;
}

const attemptsFile = () => new Database(join(dirname((state.database as Database.Database).name), 'attempts.sqlite'));

/** Moves the times in all rows, as if the database's clock were set forward or back. */
const moveClock = (milliseconds: number) => run(`UPDATE attempts SET expire = expire - (${milliseconds})`);

describe(`Attempts in ${ENGINE}`, () => {
	test('are counted across processes, on an account from one address, and do not block other addresses', async () => {
		for (let i = 0; i < 10; i++) expect(await (i % 2 === 0 ? attempts : other).take('sign_in', ada)).toBe(0);
		expect(await take({ account: ' ADA@site.example' })).toBeGreaterThan(800);
		expect(await other.take('sign_in', ada)).toBeGreaterThan(800);
		expect(await take({ account: 'bob@site.example' })).toBe(0);
		expect(await take({ address: '203.0.113.8' })).toBe(0);
		expect(await other.take('reset', ada)).toBe(0);
	});

	// (ASVS 6.3.1)
	test('on an account are counted over all addresses, which together get a hundred', async () => {
		for (let i = 0; i < 100; i++) expect(await take({ address: `198.51.100.${i}` })).toBe(0);
		expect(await take({ address: '203.0.113.7' })).toBeGreaterThan(3000);
	});

	// (ASVS 6.1.1)
	test('from elsewhere do not block an address that succeeded before, but attempts from that address do', async () => {
		await other.forgive('sign_in', ada);
		for (let i = 0; i <= 100; i++) await take({ address: `198.51.100.${i}` });
		expect(await take({ address: '192.0.2.1' })).toBeGreaterThan(0);
		expect(await take({ account: 'bob@site.example', address: '198.51.100.101' })).toBe(0);
		for (let i = 0; i < 10; i++) expect(await take({})).toBe(0);
		expect(await take({})).toBeGreaterThan(0);
	});

	test('are counted for an address, over all accounts', async () => {
		const signUp = (i: number) => attempts.take('sign_up', { address: `2001:db8::${i}`, account: `${i}@site.example` });
		for (let i = 1; i <= 20; i++) expect(await signUp(i)).toBe(0);
		expect(await signUp(21)).toBeGreaterThan(0);
	});

	test('that are refused count in no wider limit, and are not stored', async () => {
		for (let i = 0; i < 110; i++) await (i % 2 === 0 ? attempts : other).take('sign_in', ada);
		expect(await take({ address: '203.0.113.8' })).toBe(0);
		const reporters = { account: 'everyone' };
		for (let i = 0; i < 210; i++) await attempts.take('fact_report', { ...reporters, address: '192.0.2.1' });
		expect(await other.take('fact_report', { ...reporters, address: '192.0.2.2' })).toBe(0);
		for (let i = 0; i < 50; i++) await take({ account: `${i}@site.example` });
		const before = await stored();
		for (let i = 50; i < 150; i++) expect(await take({ account: `${i}@site.example` })).toBeGreaterThan(0);
		expect(await take({})).toBeGreaterThan(0);
		expect(await stored()).toEqual(before);
	});

	test('that come at the same moment get no more than the limit', async () => {
		const waits = await Promise.all(Array.from({ length: 110 }, () => take({})));
		expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
		expect(await take({ address: '203.0.113.8' })).toBe(0);
	});

	test('from one IPv6 /48 network cannot lock the owner out, and share ten times the limit of an address', async () => {
		for (let i = 0; i < 200; i++) await take({ address: `2001:db8:0:${i}::1` });
		expect(await take({})).toBe(0);
		const signUp = (address: string, i: number) => attempts.take('sign_up', { address, account: `${i}@site.example` });
		for (let i = 0; i < 200; i++) expect(await signUp(`2001:db8:0:${i}::1`, i)).toBe(0);
		expect(await signUp('2001:db8:0:ffff::1', 200)).toBeGreaterThan(3000);
		expect(await signUp('2001:db8:1::1', 201)).toBe(0);
	});

	test('to sign up or to reset a password are refused only to the client that sends too many', async () => {
		for (const what of ['sign_up', 'reset'] as const) {
			for (let i = 0; i < 40; i++) await attempts.take(what, { ...ada, address: `198.51.100.${i}` });
			expect(await other.take(what, ada)).toBe(0);
			for (let i = 0; i < 20; i++) await attempts.take(what, ada);
			expect(await other.take(what, ada)).toBeGreaterThan(3000);
		}
	});

	test('cause a limited number of emails to an address, over all clients', async () => {
		for (let i = 0; i < 5; i++) expect(await attempts.mayMail('reset_password', 'ada@site.example')).toBe(true);
		expect(await other.mayMail('reset_password', ' Ada@site.example')).toBe(false);
		expect(await other.mayMail('reset_password', 'bob@site.example')).toBe(true);
		expect(await other.mayMail('confirm_address', 'ada@site.example')).toBe(true);
	});

	test('on an account are forgotten after a successful one', async () => {
		for (let i = 0; i < 10; i++) await take({});
		await other.forgive('sign_in', ada);
		expect(await take({})).toBe(0);
	});

	test('are counted by each process in memory while the table cannot be used', async () => {
		for (const process of [attempts, other]) expect(await process.take('sign_in', ada)).toBe(0);
		await run('ALTER TABLE attempts RENAME TO others');
		for (let i = 0; i < 10; i++) expect(await take({})).toBe(0);
		expect(await take({})).toBeGreaterThan(0);
		expect(await other.take('sign_in', ada)).toBe(0);
		await run('ALTER TABLE others RENAME TO attempts');
		expect(await take({})).toBe(0);
		// Each of twelve attempts looks up the network and counts.
		const missing = expect.objectContaining({
			message: expect.stringMatching(/attempts.*not exist|no such table: attempts/),
		});
		expect(reports).toEqual(Array(12 * 2).fill(missing));
	});

	test('are counted from zero once they expire', async () => {
		await attempts.take('sign_in', ada);
		await moveClock(2 * 3_600_000);
		for (let i = 0; i < 10; i++) expect(await other.take('sign_in', ada)).toBe(0);
		expect(await other.take('sign_in', ada)).toBeGreaterThan(0);
		expect(reports).toEqual([]);
	});

	test('are removed once they expire, a thousand at a time', async () => {
		const store = await state.attempts();
		const limits = Array.from({ length: 1500 }, (_, i) => ({ key: `key ${i}`, most: 1, length: 60_000 }));
		await Promise.all(limits.map((limit) => store.add(limit)));
		await moveClock(60_001);
		await store.clear();
		await moveClock(-60_001);
		// The expired counts that are left go on, because they end in the future again.
		const counted = await Promise.all(limits.map((limit) => store.add(limit)));
		expect(counted.filter((isCounted) => !isCounted)).toHaveLength(500);
	});
});

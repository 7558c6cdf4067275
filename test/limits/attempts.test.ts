import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Pool } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Attempts, openAttempts } from '../../src/limits/attempts.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { ENGINES } from '../support/states.ts';

let folder: string;
let attempts: Attempts;
/** The same counts, opened as in another process. */
let other: Attempts;
/** The reports that the file cannot be used. */
let reports: unknown[];

const open = (place: string | Pool) => openAttempts(place, (error) => void reports.push(error));

beforeEach(() => {
	reports = [];
	folder = mkdtempSync(join(tmpdir(), 'attempts-'));
	[attempts, other] = [open(folder), open(folder)];
});
afterEach(() => {
	attempts.close();
	other.close();
	rmSync(folder, { recursive: true });
});

const ada = { address: '203.0.113.7', account: 'ada@site.example' };
const take = (subject: object) => attempts.take('sign_in', { ...ada, ...subject });

describe.each(ENGINES)('Attempts in %s', (engine) => {
	let states: State[] = [];
	let url: string | undefined;

	beforeAll(async () => {
		if (engine === 'PostgreSQL') url = await emptyDatabase();
	});
	beforeEach(async () => {
		if (url === undefined) return;
		states = await Promise.all([openPostgres(url), openPostgres(url)]);
		const [pool, otherPool] = states.map(({ database }) => database as Pool);
		await pool!.query('TRUNCATE attempts');
		[attempts, other] = [open(pool!), open(otherPool!)];
	});
	afterEach(() => Promise.all(states.map((state) => state.close())));

	test('are counted across processes, on an account from one address, and do not block other addresses', async () => {
		for (let i = 0; i < 10; i++) expect(await (i % 2 === 0 ? attempts : other).take('sign_in', ada)).toBe(0);
		expect(await take({ account: ' ADA@site.example' })).toBeGreaterThan(800);
		expect(await other.take('sign_in', ada)).toBeGreaterThan(800);
		expect(await take({ account: 'bob@site.example' })).toBe(0);
		expect(await take({ address: '203.0.113.8' })).toBe(0);
		expect(await other.take('reset', ada)).toBe(0);
	});

	test('on an account are counted over all addresses, which together get a hundred', async () => {
		for (let i = 0; i < 100; i++) expect(await take({ address: `198.51.100.${i}` })).toBe(0);
		expect(await take({ address: '203.0.113.7' })).toBeGreaterThan(3000);
	});

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

	test('to sign up or to reset a password are refused only to the client that sends too many', async () => {
		for (const what of ['sign_up', 'reset'] as const) {
			for (let i = 0; i < 40; i++) await attempts.take(what, { ...ada, address: `198.51.100.${i}` });
			expect(await other.take(what, ada)).toBe(0);
			for (let i = 0; i < 20; i++) await attempts.take(what, ada);
			expect(await other.take(what, ada)).toBeGreaterThan(3000);
		}
	});

	test('cause a limited number of e-mails to an address, over all clients', async () => {
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

	test('make nobody wait longer than the limit says after the clock was set back', async () => {
		for (let i = 0; i <= 10; i++) await take({});
		vi.useFakeTimers({ toFake: ['Date'] });
		onTestFinished(() => void vi.useRealTimers());
		vi.setSystemTime(Date.now() - 86_400_000);
		for (let i = 0; i < 10; i++) expect(await (i % 2 === 0 ? attempts : other).take('sign_in', ada)).toBe(0);
		const wait = await take({});
		expect(wait).toBeGreaterThan(0);
		expect(wait).toBeLessThanOrEqual(15 * 60);
	});

	test('are removed once they expire', async () => {
		await attempts.take('sign_in', ada);
		vi.useFakeTimers({ toFake: ['Date'] });
		onTestFinished(() => void vi.useRealTimers());
		vi.setSystemTime(Date.now() + 2 * 3_600_000);
		for (let i = 0; i < 10; i++) expect(await other.take('sign_in', ada)).toBe(0);
		expect(await other.take('sign_in', ada)).toBeGreaterThan(0);
		expect(reports).toEqual([]);
	});
});

describe('Attempts in a file', () => {
	test('are removed once they expire, with the help of an index', async () => {
		await take({});
		const file = new Database(join(folder, 'attempts.sqlite'));
		const add = file.prepare('INSERT INTO attempts VALUES (?, 1, ?)');
		for (let i = 0; i < 10; i++) add.run(`old ${i}`, Date.now() - 1);
		await take({});
		expect(file.prepare("SELECT count(*) FROM attempts WHERE key LIKE 'old %'").pluck().get()).toBe(0);
		const plan = file.prepare('EXPLAIN QUERY PLAN SELECT rowid FROM attempts WHERE expire < 1').all();
		file.close();
		expect(JSON.stringify(plan)).toContain('SEARCH attempts');
	});

	test('are stored in a file that only its owner can read', async () => {
		await take({});
		expect(statSync(join(folder, 'attempts.sqlite')).mode & 0o777).toBe(0o600);
	});

	test.each([
		['is not a database', 'x'.repeat(5000)],
		['is cut short', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84, 1)])],
	])('are counted from zero if the file %s', async (_, content) => {
		const damaged = mkdtempSync(join(folder, 'damaged-'));
		for (const part of ['', '-wal']) writeFileSync(join(damaged, `attempts.sqlite${part}`), content);
		const reopened = open(damaged);
		expect(await reopened.take('sign_in', ada)).toBe(0);
		reopened.close();
		expect(reports).toEqual([]);
	});

	test('are counted in memory while another program has locked the file, without waiting', async () => {
		await take({});
		const lock = new Database(join(folder, 'attempts.sqlite'));
		lock.exec('BEGIN IMMEDIATE');
		const waits = await Promise.all(Array.from({ length: 12 }, () => take({})));
		expect(waits.filter((wait) => wait > 0)).toHaveLength(2);
		await attempts.forgive('sign_in', ada);
		lock.close();
		expect(reports).toHaveLength(1);
		expect(reports[0]).toMatchObject({ code: 'SQLITE_BUSY' });
		for (let i = 1; i < 10; i++) expect(await take({})).toBe(0);
		expect(await other.take('sign_in', ada)).toBeGreaterThan(800);
	});

	test('are counted in memory if the file cannot be opened, and the process keeps its umask', async () => {
		const umask = process.umask(0o022);
		const unopened = open(join(folder, 'nothing'));
		for (let i = 0; i < 10; i++) expect(await unopened.take('sign_in', ada)).toBe(0);
		expect(await unopened.take('sign_in', ada)).toBeGreaterThan(0);
		expect(process.umask(umask)).toBe(0o022);
		expect(reports).toHaveLength(1);
	});
});

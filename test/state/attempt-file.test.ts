import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Attempts, countAttempts } from '../../src/accounts/attempts/attempts.ts';
import { AttemptFile } from '../../src/state/sqlite/attempt-file.ts';

let folder: string;
/** The file and its counts. */
let file: AttemptFile;
let attempts: Attempts;
/** The reports that the file cannot be used. */
let reports: unknown[];

const open = (file: AttemptFile) =>
	countAttempts({ attempts: () => file.attempts() }, (error) => void reports.push(error));

beforeEach(() => {
	reports = [];
	folder = mkdtempSync(join(tmpdir(), 'attempts-'));
	file = new AttemptFile(folder);
	attempts = open(file);
});
afterEach(() => {
	file.close();
	rmSync(folder, { recursive: true });
});

const ada = { address: '203.0.113.7', account: 'ada@site.example' };
const take = () => attempts.take('sign_in', ada);

describe('Attempts in a file', () => {
	test('survive a restart', async () => {
		for (let i = 0; i < 10; i++) await take();
		file.close();
		const reopened = new AttemptFile(folder);
		expect(await open(reopened).take('sign_in', ada)).toBeGreaterThan(800);
		reopened.close();
	});

	test('are removed once they expire, with the help of an index', async () => {
		await take();
		const db = new Database(join(folder, 'attempts.sqlite'));
		const add = db.prepare('INSERT INTO attempts VALUES (?, 1, ?)');
		for (let i = 0; i < 10; i++) add.run(`old ${i}`, Date.now() - 1);
		await take();
		expect(db.prepare("SELECT count(*) FROM attempts WHERE key LIKE 'old %'").pluck().get()).toBe(0);
		const plan = db.prepare('EXPLAIN QUERY PLAN SELECT key FROM attempts WHERE expire < 1').all();
		db.close();
		expect(JSON.stringify(plan)).toContain('SEARCH attempts');
	});

	test('are stored in a file that only its owner can read', async () => {
		await take();
		expect(statSync(join(folder, 'attempts.sqlite')).mode & 0o777).toBe(0o600);
	});

	test.each([
		['is not a database', 'x'.repeat(5000)],
		['is cut short', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84, 1)])],
	])('are counted from zero if the file %s', async (_, content) => {
		for (const part of ['', '-wal']) writeFileSync(join(folder, `attempts.sqlite${part}`), content);
		for (let i = 0; i < 10; i++) expect(await take()).toBe(0);
		expect(await take()).toBeGreaterThan(0);
		expect(reports).toEqual([]);
	});

	test('are counted in memory while another program has locked the file, without waiting', async () => {
		await take();
		const lock = new Database(join(folder, 'attempts.sqlite'));
		lock.exec('BEGIN IMMEDIATE');
		const waits = await Promise.all(Array.from({ length: 12 }, () => take()));
		expect(waits.filter((wait) => wait > 0)).toHaveLength(2);
		await attempts.forgive('sign_in', ada);
		lock.close();
		// Each of twelve attempts counts, and the call after them forgets two counts and remembers the network.
		const locked = { name: 'StateUnavailable', cause: expect.objectContaining({ code: 'SQLITE_BUSY' }) };
		expect(reports).toEqual(Array(12 + 3).fill(expect.objectContaining(locked)));
		for (let i = 1; i < 10; i++) expect(await take()).toBe(0);
		const other = new AttemptFile(folder);
		expect(await open(other).take('sign_in', ada)).toBeGreaterThan(800);
		other.close();
	});

	test('are counted in memory until the file can be opened, and the process keeps its umask', async () => {
		const umask = process.umask(0o022);
		mkdirSync(join(folder, 'attempts.sqlite'));
		for (let i = 0; i < 10; i++) expect(await take()).toBe(0);
		expect(await take()).toBeGreaterThan(0);
		expect(process.umask(umask)).toBe(0o022);
		// Each attempt looks up the network and counts.
		expect(reports).toEqual(Array(11 * 2).fill(expect.objectContaining({ code: 'SQLITE_CANTOPEN' })));
		rmSync(join(folder, 'attempts.sqlite'), { recursive: true });
		expect(await take()).toBe(0);
		expect(reports).toHaveLength(11 * 2);
	});
});

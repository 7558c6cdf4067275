import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Attempts, openAttempts } from '../../../src/accounts/attempts/attempts.ts';

let folder: string;
let attempts: Attempts;
/** The same counts, opened as another process would. */
let other: Attempts;
/** The reports that the file cannot be used. */
let reports: unknown[];

const open = (place: string) => openAttempts(place, (error) => void reports.push(error));

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
const take = () => attempts.take('sign_in', ada);

describe('Attempts in a file', () => {
	test('are removed once they expire, with the help of an index', async () => {
		await take();
		const file = new Database(join(folder, 'attempts.sqlite'));
		const add = file.prepare('INSERT INTO attempts VALUES (?, 1, ?)');
		for (let i = 0; i < 10; i++) add.run(`old ${i}`, Date.now() - 1);
		await take();
		expect(file.prepare("SELECT count(*) FROM attempts WHERE key LIKE 'old %'").pluck().get()).toBe(0);
		const plan = file.prepare('EXPLAIN QUERY PLAN SELECT rowid FROM attempts WHERE expire < 1').all();
		file.close();
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
		const damaged = mkdtempSync(join(folder, 'damaged-'));
		for (const part of ['', '-wal']) writeFileSync(join(damaged, `attempts.sqlite${part}`), content);
		const reopened = open(damaged);
		expect(await reopened.take('sign_in', ada)).toBe(0);
		reopened.close();
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
		expect(reports).toHaveLength(1);
		expect(reports[0]).toMatchObject({ code: 'SQLITE_BUSY' });
		for (let i = 1; i < 10; i++) expect(await take()).toBe(0);
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

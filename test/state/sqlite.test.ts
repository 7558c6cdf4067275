import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { probe } from '../../src/state/sqlite/probe.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('The state in SQLite', () => {
	test('is not ready if a table cannot be read', async () => {
		await openSqlite(folder).close();
		const file = join(folder, 'state.sqlite');
		await probe(file);
		const db = new Database(file);
		const pageSize = db.pragma('page_size', { simple: true }) as number;
		const page = db.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'keys'").pluck().get()!;
		db.close();
		const bytes = readFileSync(file);
		writeFileSync(file, bytes.fill(0, (page - 1) * pageSize, page * pageSize));
		await expect(probe(file)).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' });
	});

	test('writes to the disk before it confirms, even after it has saved the use of keys', async () => {
		const state = openSqlite(folder);
		await state.usage.add([], []);
		const FULL = 2;
		expect(state.database.pragma('synchronous', { simple: true })).toBe(FULL);
		await state.close();
	});

	test('is not stored in a folder that contains other files', () => {
		const shared = join(folder, 'shared');
		mkdirSync(shared);
		chmodSync(shared, 0o755);
		writeFileSync(join(shared, 'notes.txt'), '');
		expect(() => openSqlite(shared)).toThrow('contains other files');
		expect(statSync(shared).mode & 0o777).toBe(0o755);
	});
});

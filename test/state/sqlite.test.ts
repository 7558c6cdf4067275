import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashOf } from '../../src/state/keys/secret.ts';
import { openSqlite, probe } from '../../src/state/sqlite/open-sqlite.ts';

const NOW = '2026-05-01T12:00:00Z';
const ADA = { id: 'acc_1', email: 'ada@site.example', plan: 'free', created_at: NOW } as const;
const KEY = {
	id: 'key_1',
	account_id: ADA.id,
	name: 'test',
	prefix: 'svc_12345678',
	scopes: [],
	created_at: NOW,
	expires_at: null,
	revoked_at: null,
	last_used_at: null,
} as const;

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('The state in SQLite', () => {
	test('keeps no byte of a deleted account in its file', async () => {
		const state = openSqlite(folder);
		await state.accounts.add(ADA);
		await state.proposals.add(
			{ account_id: ADA.id, author: 'Ada', kind: 'program', target: 'p', fields: { name: 'Only Ada' }, base: null },
			NOW,
		);
		await state.accounts.delete(ADA.id);
		await state.close();
		const left = readFileSync(join(folder, 'state.sqlite'), 'latin1');
		expect(left).not.toContain(ADA.email);
		expect(left).not.toContain('Only Ada');
	});

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

	test('holds a key in memory until this process or another one writes, even if the log is moved into the file', async () => {
		const [state, other] = [openSqlite(folder), openSqlite(folder)];
		await state.accounts.add(ADA);
		const key = 'svc_key';
		await state.keys.add(KEY, hashOf(key));
		/** Whether the key is read from the database. */
		function isRead(): boolean {
			let read = false;
			const record = state.keyReader.find(key, () => (read = true));
			expect(record?.id).toBe(KEY.id);
			return read;
		}
		const writes = [
			() => state.keys.rename(ADA.id, KEY.id, 'one'),
			() => other.keys.rename(ADA.id, KEY.id, 'two'),
			async () => {
				await other.keys.rename(ADA.id, KEY.id, 'three');
				other.database.pragma('wal_checkpoint(TRUNCATE)');
			},
		];
		expect([isRead(), isRead()]).toEqual([true, false]);
		for (const write of writes) {
			await write();
			expect([isRead(), isRead()]).toEqual([true, false]);
		}
		await Promise.all([state.close(), other.close()]);
	});

	test('removes old rows a few at a time, and handles requests in the meantime', async () => {
		const state = openSqlite(folder);
		const insert = state.database.prepare(
			"INSERT INTO verifications (id, identifier, value, expires_at, created_at, updated_at) VALUES (?, '', '', '2026', '', '')",
		);
		state.database.transaction(() => {
			for (let i = 0; i < 5500; i++) insert.run(`${i}`);
		})();
		const count = state.database.prepare<[], number>('SELECT count(*) FROM verifications').pluck();
		const left = [5500];
		let isDone = false;
		const pruned = state.prune(new Date('2026-05-01T12:00:00Z')).then(() => (isDone = true));
		while (!isDone) {
			await nextTurn();
			left.push(count.get()!);
		}
		await pruned;
		expect([...new Set(left)]).toEqual([5500, 4500, 3500, 2500, 1500, 500, 0]);
		await state.close();
	});

	test('stops removing old rows when a server stops', async () => {
		const state = openSqlite(folder);
		const stopping = new AbortController();
		stopping.abort();
		const expires = '2026-01-01T00:00:00Z';
		await state.signUps.add('id', { email: 'ada@site.example', password: '' }, expires);
		await state.signUps.setLink('id', 'token', expires, '2025-01-01T00:00:00Z');
		await state.prune(new Date('2026-05-01T12:00:00Z'), stopping.signal);
		expect(await state.signUps.find('token', '2025-01-01T00:00:00Z')).toBeDefined();
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

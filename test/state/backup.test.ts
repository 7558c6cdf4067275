import {
	copyFileSync,
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkBackup } from '../../src/commands/doctor/state.ts';
import { createKey } from '../../src/state/keys/create.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { backUpState } from '../../src/state/sqlite/backup.ts';
import { removeOldBackups } from '../../src/state/sqlite/backup-file.ts';
import { takeLock } from '../../src/state/sqlite/folder-lock.ts';
import { openSqlite, type SqliteState } from '../../src/state/sqlite/open-sqlite.ts';
import { restoreState } from '../../src/state/sqlite/restore.ts';

const NOW = '2026-05-01T12:00:00Z';
const BACKUP_TIME = new Date('2026-05-01T13:00:00.000Z');
const RESTORE_TIME = new Date('2026-05-02T09:00:00.000Z');
const ADA = { id: 'acc_1', email: 'ada@site.example', plan: 'free', created_at: NOW } as const;
const BOB = { ...ADA, id: 'acc_2', email: 'bob@site.example' };

let root: string;
/** The state folder. */
let folder: string;
/** The backup. */
let file: string;
let state: SqliteState;
let isOpen: boolean;

beforeEach(async () => {
	root = mkdtempSync(join(tmpdir(), 'backup-'));
	folder = join(root, 'state');
	file = join(root, 'backups/may.sqlite');
	state = openSqlite(folder);
	isOpen = true;
	await state.accounts.add(ADA);
});

afterEach(() => {
	close();
	rmSync(root, { recursive: true });
});

/** Closes the state, as a server does when it stops. */
function close(): void {
	if (isOpen) state.close();
	isOpen = false;
}

const backUp = () => backUpState(folder, file, BACKUP_TIME);
const restore = (from = file, to = folder, now = RESTORE_TIME) => restoreState(from, to, now);

async function makeKey(): Promise<string> {
	const wish = { name: 'test', scopes: READ_SCOPES, expires_at: null };
	return (await createKey(ADA, wish, 'svc_', NOW, state.keys.add.bind(state.keys))).key.id;
}

/** The accounts in a state folder. */
async function emails(of = folder): Promise<string[]> {
	const opened = openSqlite(of);
	const all = await opened.accounts.all();
	opened.close();
	return all.map(({ email }) => email);
}

/** Changes the state, and copies its files as a crash would leave them: the changes are only in the write-ahead log. */
async function crash(): Promise<void> {
	await state.accounts.add(BOB);
	const image = join(root, 'image');
	cpSync(folder, image, { recursive: true });
	close();
	rmSync(folder, { recursive: true });
	cpSync(image, folder, { recursive: true });
	expect(statSync(join(folder, 'state.sqlite-wal')).size).toBeGreaterThan(0);
}

describe('A backup', () => {
	test('has everything that an open state has, where a copy of its file has nothing', async () => {
		await makeKey();
		copyFileSync(join(folder, 'state.sqlite'), join(root, 'copy.sqlite'));
		const copy = new Database(join(root, 'copy.sqlite'));
		expect(copy.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0);
		copy.close();
		expect(await backUp()).toEqual({ accounts: 1, keys: 1, newest: NOW });
		await restore(file, join(root, 'restored'));
		const [before, after] = [folder, join(root, 'restored')].map((from) => {
			const db = new Database(join(from, 'state.sqlite'));
			const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
			const rows = tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
			db.close();
			return rows;
		});
		expect(after).toEqual(before);
	});

	test('is one file that only its owner can read', async () => {
		await backUp();
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readdirSync(dirname(file))).toEqual(['may.sqlite']);
	});

	test('is noted in the state, and in the backup itself', async () => {
		expect(await state.about.backedUpAt()).toBeUndefined();
		await backUp();
		expect(await state.about.backedUpAt()).toBe(BACKUP_TIME.toISOString());
		await restore(file, join(root, 'restored'));
		const restored = openSqlite(join(root, 'restored'));
		expect(await restored.about.backedUpAt()).toBe(BACKUP_TIME.toISOString());
		const later = new Date(BACKUP_TIME.getTime() + 50 * 3_600_000);
		expect(await checkBackup(restored, later)).toEqual({
			check: 'backup',
			status: 'warning',
			found: 'The state was last backed up at 2026-05-01T13:00:00.000Z. That is 2 days ago.',
			remedy: expect.stringContaining('directory-backup@.timer'),
		});
		await restored.close();
	});

	test('replaces no file', async () => {
		writeFileSync(join(root, 'notes.txt'), 'important');
		await expect(backUpState(folder, join(root, 'notes.txt'), BACKUP_TIME)).rejects.toThrow(
			'notes.txt already exists.',
		);
		expect(readFileSync(join(root, 'notes.txt'), 'utf8')).toBe('important');
	});

	test('is not written from a damaged state', async () => {
		close();
		const bytes = readFileSync(join(folder, 'state.sqlite'));
		writeFileSync(join(folder, 'state.sqlite'), bytes.fill(255, bytes.length - 8192));
		await expect(backUp()).rejects.toThrow('damaged');
		expect(readdirSync(dirname(file))).toEqual([]);
	});

	test('can remove the oldest backups beside it, and nothing else', async () => {
		const names = ['a.sqlite', 'b.sqlite', 'c.sqlite'];
		const days = [2, 1, 3].map((day) => new Date(Date.UTC(2026, 4, day)));
		for (const [index, name] of names.entries()) await backUpState(folder, join(root, 'kept', name), days[index]!);
		copyFileSync(join(root, 'kept/a.sqlite'), join(root, 'kept/a copy.txt'));
		writeFileSync(join(root, 'kept/snapshot.sqlite'), 'not a backup');
		expect(removeOldBackups(join(root, 'kept/c.sqlite'), 2)).toEqual([join(root, 'kept/b.sqlite')]);
		expect(removeOldBackups(join(root, 'kept/c.sqlite'), 2)).toEqual([]);
		expect(readdirSync(join(root, 'kept'))).toEqual(['a copy.txt', 'a.sqlite', 'c.sqlite', 'snapshot.sqlite']);
	});

	test('needs a state', async () => {
		await expect(backUpState(join(root, 'none'), file, BACKUP_TIME)).rejects.toThrow('There is no state in');
	});
});

describe('Restoring', () => {
	test('works beside the write-ahead log of a crash, where a copied file would be ignored', async () => {
		await backUp();
		await crash();
		const copied = join(root, 'copied');
		cpSync(folder, copied, { recursive: true });
		copyFileSync(file, join(copied, 'state.sqlite'));
		expect(await emails(copied)).toEqual([ADA.email, BOB.email]);
		await restore();
		expect(await emails()).toEqual([ADA.email]);
	});

	test('works if only the write-ahead log is left', async () => {
		await backUp();
		await crash();
		rmSync(join(folder, 'state.sqlite'));
		const { replaced } = await restore();
		expect(await emails()).toEqual([ADA.email]);
		expect(readdirSync(replaced!)).toContain('state.sqlite-wal');
	});

	test('works if the state is damaged', async () => {
		await backUp();
		close();
		writeFileSync(join(folder, 'state.sqlite'), 'x'.repeat(8192));
		expect(await restore()).toMatchObject({ accounts: 1, ended: undefined });
		expect(await emails()).toEqual([ADA.email]);
	});

	test('keeps others out', () => {
		close();
		const lock = takeLock(folder);
		expect(() => takeLock(folder)).toThrow('is using the state');
		lock.release();
		takeLock(folder).release();
	});

	test('does not extend the life of a key that has been rotated since', async () => {
		const [first, second] = [await makeKey(), await makeKey()];
		await backUp();
		const next = { ...(await state.keys.findById(first))!, id: 'key_next' };
		const oldEnds = '2026-05-02T12:00:00Z';
		await state.keys.rotate({ old: first, oldEnds, next, hash: 'next' });
		close();
		expect(await restore()).toMatchObject({ keys: 2, ended: { ended: 1, missing: 0 } });
		state = openSqlite(folder);
		isOpen = true;
		expect((await state.keys.findById(first))?.expires_at).toBe(oldEnds);
		expect((await state.keys.findById(second))?.expires_at).toBeNull();
	});

	test('does not let a key work again that has been revoked and removed since, even from an old backup', async () => {
		const [first, second] = [await makeKey(), await makeKey()];
		await backUp();
		await state.keys.revoke(first, '2026-05-03T12:00:00Z');
		const now = new Date('2026-08-02T12:00:00Z');
		await state.prune(now);
		expect(await state.keys.findById(first)).toBeUndefined();
		close();
		expect(await restore(file, folder, now)).toMatchObject({ keys: 2, ended: { ended: 0, missing: 1 } });
		state = openSqlite(folder);
		isOpen = true;
		expect((await state.keys.findById(first))?.revoked_at).toBe('2026-08-02T12:00:00Z');
		expect((await state.keys.findById(second))?.revoked_at).toBeNull();
	});

	test('can be undone: keys that were created after the backup work again', async () => {
		await backUp();
		const key = await makeKey();
		close();
		const { replaced } = await restore(file, folder, new Date());
		expect(await restore(join(replaced!, 'state.sqlite'), folder, new Date(Date.now() + 1000))).toMatchObject({
			keys: 1,
			ended: { ended: 0, missing: 0 },
		});
		state = openSqlite(folder);
		isOpen = true;
		expect((await state.keys.findById(key))?.revoked_at).toBeNull();
	});

	test.each<[string, string, (bytes: Buffer) => Buffer]>([
		['an empty file', 'is empty, or is not a state database', () => Buffer.alloc(0)],
		['another file', 'is not a state database, or is damaged', () => Buffer.alloc(8192, 'x')],
		['a backup that is cut short', 'damaged', (bytes) => bytes.subarray(0, bytes.length - 8192)],
		['a backup with a damaged page', 'damaged', (bytes) => bytes.fill(255, bytes.length - 8192)],
		['a backup of a newer version', 'was written by a newer version', (bytes) => bytes.fill(99, 60, 64)],
	])('refuses %s, and changes nothing', async (_, message, damage) => {
		await backUp();
		await state.accounts.add(BOB);
		close();
		writeFileSync(file, damage(readFileSync(file)));
		await expect(restore()).rejects.toThrow(message);
		expect(await emails()).toEqual([ADA.email, BOB.email]);
		expect(readdirSync(folder).sort()).toEqual(['lock', 'state.sqlite']);
	});

	test('takes along no trigger, view or table that another program has added', async () => {
		await backUp();
		const changed = new Database(file);
		changed.exec(`CREATE TRIGGER undo AFTER UPDATE ON keys BEGIN UPDATE keys SET revoked_at = NULL; END;
			CREATE VIEW friends AS SELECT * FROM accounts; CREATE TABLE notes (id TEXT)`);
		changed.close();
		close();
		await restore();
		const db = new Database(join(folder, 'state.sqlite'));
		const added = "SELECT name FROM sqlite_schema WHERE name IN ('undo', 'friends', 'notes')";
		expect(db.prepare(added).all()).toEqual([]);
		db.close();
	});

	test.each([
		['a value that the table forbids', 'CHECK constraint', "UPDATE accounts SET plan = 'all'"],
		['a missing table', 'no such table', 'DROP TABLE claims'],
		['a reference to a missing row', 'FOREIGN KEY', 'DELETE FROM accounts'],
	])('refuses a backup with %s, and changes nothing', async (_, message, sql) => {
		await makeKey();
		await backUp();
		close();
		const changed = new Database(file);
		changed.exec(`PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; ${sql}`);
		changed.close();
		await expect(restore()).rejects.toThrow(message);
		expect(await emails()).toEqual([ADA.email]);
		expect(readdirSync(folder).sort()).toEqual(['lock', 'state.sqlite']);
	});

	test('refuses a folder with other files', async () => {
		await backUp();
		await expect(restore(file, root)).rejects.toThrow('contains other files');
		expect(existsSync(join(root, 'lock'))).toBe(false);
	});
});

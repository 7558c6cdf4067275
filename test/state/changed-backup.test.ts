/** Backups that another program has changed, by mistake or to do harm. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '../../src/shared/user-error.ts';
import { backUpState } from '../../src/state/sqlite/backup.ts';
import { LAST_VERSION } from '../../src/state/sqlite/migrate.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { restoreState } from '../../src/state/sqlite/restore.ts';

const NOW = new Date('2026-05-01T13:00:00Z');
const KEYS = `INSERT INTO keys (id, account_id, name, hash, prefix, scopes, created_at)`;

let root: string;
let folder: string;
let file: string;

beforeEach(async () => {
	root = mkdtempSync(join(tmpdir(), 'changed-backup-'));
	folder = join(root, 'state');
	file = join(root, 'may.sqlite');
	const state = openSqlite(folder);
	const made = { plan: 'free', created_at: '2026-05-01T12:00:00Z' } as const;
	await state.accounts.add({ id: 'acc_1', email: 'ada@site.example', ...made });
	await backUpState(folder, file, NOW);
	await state.accounts.add({ id: 'acc_2', email: 'bob@site.example', ...made });
	await state.close();
});
afterEach(() => rmSync(root, { recursive: true }));

/** Changes the backup with SQL. */
function change(sql: string): void {
	const db = new Database(file);
	db.unsafeMode(true);
	db.pragma('foreign_keys = OFF');
	db.exec(sql);
	db.close();
}

/** Makes one change to the definition of a table or an index, without changing any row. */
function redefine(name: string, from: string, to: string): void {
	const [table, row] = ['sqlite_schema', `name = '${name}'`];
	change(`PRAGMA writable_schema = ON;
		UPDATE ${table} SET sql = replace(sql, '${from.replaceAll("'", "''")}', '${to.replaceAll("'", "''")}') WHERE ${row};
		PRAGMA writable_schema = RESET`);
	const db = new Database(file);
	const { sql } = db.prepare<[], { sql: string }>(`SELECT sql FROM sqlite_schema WHERE ${row}`).get()!;
	db.close();
	expect(sql).toContain(to);
}

/** Expects that the backup is refused, and that the state is the same as before. */
async function expectRefusal(message: RegExp | string, named = file): Promise<void> {
	const before = readFileSync(join(folder, 'state.sqlite'));
	const refused = restoreState(file, folder, NOW);
	await expect(refused).rejects.toThrow(message);
	await expect(refused).rejects.toBeInstanceOf(UserError);
	await expect(refused).rejects.toThrow(named);
	expect(readFileSync(join(folder, 'state.sqlite')).equals(before)).toBe(true);
	expect(readdirSync(folder).sort()).toEqual(['lock', 'reserve', 'state.sqlite']);
}

describe('A backup is refused', () => {
	test.each([
		[
			'a trigger that undoes revocations',
			'trigger "undo"',
			'CREATE TRIGGER undo AFTER UPDATE ON keys BEGIN UPDATE keys SET revoked_at = NULL; END',
		],
		['a view', 'view "friends"', 'CREATE VIEW friends AS SELECT * FROM accounts'],
		[
			'a view in place of a table, that would never end',
			'view "keys"',
			`PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE tbl_name = 'keys'; PRAGMA writable_schema = RESET;
			 CREATE VIEW keys AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n`,
		],
		['another table', 'table "notes"', 'CREATE TABLE notes (id TEXT)'],
		['a virtual table', 'table "words"', 'CREATE VIRTUAL TABLE words USING fts5(word)'],
		['another index', 'index "by_name"', 'CREATE INDEX by_name ON keys (name)'],
		['another column', 'table "keys"', "ALTER TABLE keys ADD COLUMN note TEXT DEFAULT ''"],
		['a generated column', 'table "keys"', 'ALTER TABLE keys ADD COLUMN note TEXT AS (hash) VIRTUAL'],
		['no index', 'lacks the index "keys_by_account"', 'DROP INDEX keys_by_account'],
		['no table', 'lacks the table "sign_ups"', 'DROP TABLE sign_ups'],
		['another date table', 'table "backup"', 'DROP TABLE backup; CREATE TABLE backup (made_at, note)'],
		['the definition of a newer version', 'newer version', `PRAGMA user_version = ${LAST_VERSION + 1}`],
		[
			'the version of a state that was never released',
			'it has version 1, and this one reads versions 5 to .* and the commit 7fd2446e updates it to version 5',
			'PRAGMA user_version = 1',
		],
		['no version', 'is empty, or is not a state database', 'PRAGMA user_version = 0'],
		['a negative version', 'is empty, or is not a state database', 'PRAGMA user_version = -1'],
		['the ID of another program', 'application_id', 'PRAGMA application_id = 1196444487'],
		[
			'a reference to a missing row',
			'a row of the table keys refers to a row of the table accounts that does not exist',
			`${KEYS} VALUES ('key_1', 'acc_none', '', 'hash', '', '[]', '')`,
		],
		[
			'a value that the table forbids',
			'is damaged: CHECK constraint failed in accounts',
			"PRAGMA ignore_check_constraints = ON; UPDATE accounts SET plan = 'all'",
		],
	])('if it has %s', async (_, message, sql) => {
		change(sql);
		await expectRefusal(new RegExp(message));
	});

	test.each([
		[
			'a constraint that forbids revocations',
			'keys',
			'revoked_at   TEXT,',
			'revoked_at   TEXT CHECK (revoked_at IS NULL),',
		],
		['a column that a longer comment hides', 'credentials', '-- scrypt hash\n', '-- scrypt hash'],
		['another rule for conflicts', 'keys', 'TEXT PRIMARY KEY', 'TEXT PRIMARY KEY ON CONFLICT IGNORE'],
		['a space that SQLite takes for a letter', 'keys', 'last_used_at ', 'last_used_at\u00a0 '],
	])('if a table has %s', async (_, table, from, to) => {
		redefine(table, from, to);
		await expectRefusal(`its table "${table}" is different`);
	});

	test('if an index leads to the pages of another', async () => {
		change(`PRAGMA writable_schema = ON;
			UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'events_by_key')
			WHERE name = 'keys_by_account'`);
		await expectRefusal('damaged');
	});

	test('if the log of another database is beside it, and it is not changed by that log', async () => {
		const before = readFileSync(file);
		const other = new Database(join(root, 'other.sqlite'));
		other.exec("PRAGMA journal_mode = WAL; CREATE TABLE keys (id); INSERT INTO keys VALUES ('key_1')");
		copyFileSync(join(root, 'other.sqlite-wal'), `${file}-wal`);
		other.close();
		await expectRefusal('is empty, or is not a state database');
		expect(readFileSync(file).equals(before)).toBe(true);
	});

	test('if it is not a file', async () => {
		rmSync(file);
		mkdirSync(file);
		await expectRefusal('There is no file');
	});

	test('if it is larger than the free space, without filling the disk', async () => {
		truncateSync(file, 2 ** 43);
		await expectRefusal(/^The disk with .* is full\. Free some space and try again\.$/, folder);
	});
});

describe('A backup is accepted', () => {
	test('if only comments and spaces in its definitions differ', async () => {
		redefine('keys', '-- JSON array', '/* a list\n\n of scopes */');
		expect(await restoreState(file, folder, NOW)).toMatchObject({ accounts: 1 });
	});
});

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/shared/user-error.ts';
import { openSnapshot, withSnapshot } from '../../src/snapshot/open.ts';
import { READABLE, SCHEMA_VERSION } from '../../src/snapshot/schema.ts';
import { made, snapshotOf, tamper, temporaryFolder } from './made.ts';

/** The message of the error when a file is opened. */
function refusal(file: string): string {
	try {
		openSnapshot(file).close();
	} catch (error) {
		expect(error).toBeInstanceOf(UserError);
		return (error as UserError).message.replaceAll(file, 'FILE');
	}
	return '';
}

/** Calls a function without the rights of root, who may do everything. */
function withoutRoot<T>(work: () => T): T {
	if (process.getuid!() !== 0) return work();
	process.seteuid!(65534);
	try {
		return work();
	} finally {
		process.seteuid!(0);
	}
}

describe('openSnapshot', () => {
	test('opens a snapshot for reading only', () => {
		const db = openSnapshot(snapshotOf());
		expect(() => db.exec("DELETE FROM reviews WHERE id = 'rev_1'")).toThrow('readonly');
		db.close();
	});

	test('quotes a name in the command that makes a snapshot', () => {
		expect(() => openSnapshot('/no/such/my file')).toThrow("-- FILE… --snapshot '/no/such/my file'");
	});

	test('says that a file is missing, and how to make one', () => {
		expect(refusal('/no/such/file.sqlite')).toBe(
			'There is no snapshot at FILE. Create one: npm run import -- FILE… --snapshot FILE',
		);
	});

	test('refuses a folder', () => {
		expect(refusal(temporaryFolder())).toBe('FILE is not a file. Give the path of a snapshot, which is a SQLite file.');
	});

	test.each(['slug,name\nacme,Acme\n', 'SQLite format 2\0 and more'])(
		'refuses %j, which is not an SQLite file',
		(content) => {
			const file = join(temporaryFolder(), 'text.sqlite');
			writeFileSync(file, content);
			expect(refusal(file)).toMatch(/^FILE is not a SQLite file\./);
		},
	);

	test('refuses a truncated file', () => {
		const whole = snapshotOf();
		const bytes = readFileSync(whole);
		const file = join(temporaryFolder(), 'short.sqlite');
		for (let length = 1; length < bytes.length - 4096; length += 997) {
			writeFileSync(file, bytes.subarray(0, length));
			expect(refusal(file)).toMatch(/^FILE is (damaged \(|not a SQLite file\.|a SQLite file, but not a snapshot)/);
		}
	});

	test('refuses a SQLite file from another program', () => {
		const file = join(temporaryFolder(), 'other.sqlite');
		const db = new Database(file);
		db.exec('CREATE TABLE meta (name TEXT); CREATE TABLE songs (title TEXT)');
		db.close();
		expect(refusal(file)).toMatch(/^FILE is a SQLite file, but not a snapshot: it has no meta\.schema_version\./);
	});

	test.each([
		[
			String(READABLE.first - 1),
			`an earlier version of this application: it has version ${READABLE.first - 1}, and this one reads .*: the version that wrote it can use it, and the commit ${READABLE.updater} updates it`,
		],
		[String(SCHEMA_VERSION + 1), `a newer version of this application: it has version ${SCHEMA_VERSION + 1}, `],
		['next', 'an earlier version of this application: it has version 0, '],
	])('refuses schema version %s', (version, words) => {
		const file = snapshotOf();
		tamper(file, `UPDATE meta SET value = '${version}' WHERE key = 'schema_version'`);
		expect(refusal(file)).toMatch(new RegExp(`^The snapshot FILE was written by ${words}`));
	});

	test('refuses a file that the user may not read, and one in WAL mode in a folder that the user may not write', () => {
		const file = snapshotOf();
		tamper(file, 'PRAGMA journal_mode = wal');
		chmodSync(dirname(file), 0o555);
		chmodSync(file, 0o000);
		expect(withoutRoot(() => refusal(file))).toMatch(/^This user has no permission to read FILE\. /);
		chmodSync(file, 0o444);
		expect(withoutRoot(() => refusal(file))).toMatch(
			/^FILE is in WAL mode, .*: sqlite3 FILE 'PRAGMA journal_mode = delete'$/,
		);
		chmodSync(dirname(file), 0o700);
	});

	test('restores the records from before a killed write, or says that a user who may write must do it', () => {
		const file = snapshotOf();
		const script = `
			const db = require('better-sqlite3')(process.argv[1]);
			// A small cache, so that changes are written to the file before the end.
			db.exec("PRAGMA cache_size = 1; BEGIN; UPDATE categories SET name = 'Half'");
			db.exec('CREATE TABLE notes AS SELECT hex(randomblob(4000)) FROM categories, (VALUES (1), (2), (3), (4), (5), (6))');
			process.kill(process.pid, 'SIGKILL');`;
		spawnSync(process.execPath, ['--eval', script, file]);
		expect(existsSync(`${file}-journal`)).toBe(true);
		chmodSync(dirname(file), 0o555);
		chmodSync(file, 0o444);
		expect(withoutRoot(() => refusal(file))).toMatch(
			/^FILE was being written when a program or the machine stopped\. /,
		);
		chmodSync(dirname(file), 0o700);
		chmodSync(file, 0o644);
		withSnapshot(file, (db) => expect(db.prepare('SELECT name FROM categories').pluck().get()).toBe('Tools'));
		expect(existsSync(`${file}-journal`)).toBe(false);
	});

	test('names all missing columns that have no default value', () => {
		const file = snapshotOf();
		tamper(
			file,
			'ALTER TABLE programs DROP COLUMN name; ALTER TABLE programs DROP COLUMN views; DROP TABLE program_categories',
		);
		expect(refusal(file)).toBe(
			'FILE lacks the columns program_categories.program, program_categories.position, program_categories.category, programs.name. Create its tables as in data/schema.sql.',
		);
	});

	test('accepts additional columns, tables and indexes', () => {
		const file = snapshotOf();
		tamper(
			file,
			`ALTER TABLE programs ADD COLUMN colour TEXT;
			 CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT UNIQUE);
			 CREATE INDEX programs_by_colour ON programs (colour COLLATE NOCASE DESC);
			 ANALYZE`,
		);
		expect(refusal(file)).toBe('');
	});
});

describe('withSnapshot', () => {
	test('reports damage that is noticed during reading with a sentence', () => {
		const reviews = Array.from({ length: 500 }, (_, index) => made('reviews', { id: `rev_${index}` }));
		const file = snapshotOf({
			organizations: [made('organizations')],
			programs: [made('programs')],
			reviews,
		});
		const bytes = readFileSync(file);
		// The damage starts in page 1 (of the schema), and in page 40 (of the records).
		for (const start of [200, 4096 * 40]) {
			writeFileSync(file, Buffer.from(bytes).fill(0xff, start, start + 4096 * 3));
			const read = () => withSnapshot(file, (db) => db.prepare('SELECT * FROM reviews').all());
			expect(read).toThrow(UserError);
			expect(read).toThrow(/ is damaged \(.*\)\. Copy it again/);
		}
	});
});

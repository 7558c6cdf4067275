/** States and backups that other versions of the application have written. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqliteSide } from '../../src/state/copy/sqlite-side.ts';
import { LAST_VERSION, VERSIONS } from '../../src/state/migrations.ts';
import { backUpState } from '../../src/state/sqlite/backup.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { restoreState } from '../../src/state/sqlite/restore.ts';
import { NewerState } from '../../src/state/state-version.ts';
import { makeNewerVersion } from '../support/newer-version.ts';
import { succeed } from '../support/run-command.ts';

const NOW = new Date('2026-05-02T12:00:00Z');
const ADA = { id: 'acc_1', email: 'ada@site.example', plan: 'pro', created_at: '2026-05-01T12:00:00Z' } as const;

let root: string;
let folder: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'other-versions-'));
	folder = join(root, 'state');
	return () => rmSync(root, { recursive: true });
});

function versionOf(file: string): unknown {
	const db = new Database(file);
	const version = db.pragma('user_version', { simple: true });
	db.close();
	return version;
}

const copiesAside = () => readdirSync(folder).filter((name) => name.startsWith('before-'));

test('A state or a backup of an earlier version is named with its version and what updates it, and stays as it is', async () => {
	const made = openSqlite(folder);
	await made.accounts.add(ADA);
	await made.close();
	const state = join(folder, 'state.sqlite');
	const db = new Database(state);
	db.exec('DROP TABLE about; PRAGMA user_version = 3');
	db.close();
	const sentence = (file: string) =>
		`${file} was written by an earlier version of this application: it has version 3, and this one reads versions ${VERSIONS.first} to ${LAST_VERSION}. Keep it: the version that wrote it can use it, and the commit ${VERSIONS.updater} updates it to version ${VERSIONS.first}.`;
	expect(() => openSqlite(folder)).toThrow(sentence(state));
	const file = join(root, 'may.sqlite');
	cpSync(state, file);
	await expect(restoreState(file, join(root, 'other'), NOW)).rejects.toThrow(sentence(file));
	await expect(backUpState(folder, join(root, 'new.sqlite'), NOW)).rejects.toThrow(sentence(state));
	expect(versionOf(state)).toBe(3);
	expect(existsSync(join(root, 'other/state.sqlite'))).toBe(false);
});

test('A database of another program is not taken for a state, whatever its version', () => {
	mkdirSync(folder, { mode: 0o700 });
	for (const version of [0, 3, LAST_VERSION + 40]) {
		const db = new Database(join(folder, 'state.sqlite'));
		db.exec(`CREATE TABLE IF NOT EXISTS keys (id TEXT); PRAGMA user_version = ${version}`);
		db.close();
		expect(() => openSqlite(folder)).toThrow('is a database from another program. Choose a different folder');
	}
});

describe('A newer version', () => {
	/** The checkouts of the newer version. */
	let adding: string;
	let changing: string;
	const runNewer = (cwd: string, script: string, args: string[]) =>
		succeed(script, [...args, '--state', folder], { cwd });

	beforeAll(() => {
		adding = makeNewerVersion();
		changing = makeNewerVersion(false);
	});
	afterAll(() => {
		for (const project of [adding, changing]) rmSync(project, { recursive: true });
	});
	beforeEach(async () => {
		const state = openSqlite(folder);
		await state.accounts.add(ADA);
		await state.close();
	});

	test('updates a state after it has copied it, and the copy brings the older version back', async () => {
		expect(await runNewer(changing, 'accounts', ['list'])).toContain(ADA.email);
		const copy = join(folder, `before-migration-${LAST_VERSION + 1}.sqlite`);
		expect([versionOf(copy), versionOf(join(folder, 'state.sqlite'))]).toEqual([LAST_VERSION, LAST_VERSION + 1]);
		expect(statSync(copy).mode & 0o777).toBe(0o600);
		expect(copiesAside()).toHaveLength(1);
		expect(() => openSqlite(folder)).toThrow(
			`state.sqlite was written by a newer version of this application: it has version ${LAST_VERSION + 1}, and this one reads versions ${VERSIONS.first} to ${LAST_VERSION}. Use the version that wrote it, or a later one.`,
		);
		await restoreState(copy, folder, NOW);
		const state = openSqlite(folder);
		expect(await state.accounts.all()).toEqual([ADA]);
		await state.close();
	});

	test('that only adds to a state leaves older servers in service, but they copy it no more', async () => {
		const older = openSqlite(folder);
		await runNewer(adding, 'accounts', ['create', '--email', 'bob@site.example']);
		expect(await older.probe()).toEqual({ isNewer: true });
		await older.close();
		const again = openSqlite(folder);
		expect(await again.accounts.all()).toHaveLength(2);
		await again.close();
		await expect(backUpState(folder, join(root, 'may.sqlite'), NOW)).rejects.toThrow('newer version');
		await expect(sqliteSide(folder, true)).rejects.toThrow('newer version');
	});

	test('that changes a state takes older servers out of service', async () => {
		const older = openSqlite(folder);
		expect(await older.probe()).toEqual({ isNewer: false });
		await runNewer(changing, 'accounts', ['list']);
		await expect(older.probe()).rejects.toThrow(NewerState);
		await older.close();
	});

	test('updates a backup when it restores it', async () => {
		const file = join(root, 'may.sqlite');
		await backUpState(folder, file, NOW);
		cpSync(file, join(root, 'kept.sqlite'));
		await runNewer(adding, 'restore', [file]);
		expect(versionOf(join(folder, 'state.sqlite'))).toBe(LAST_VERSION + 1);
		expect(await runNewer(adding, 'accounts', ['list'])).toContain(ADA.email);
		expect(copiesAside()).toEqual([]);
		expect(readFileSync(file).equals(readFileSync(join(root, 'kept.sqlite')))).toBe(true);
	});
});

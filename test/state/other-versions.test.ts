/** States and backups that other versions of the application have written. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyKey } from '../../src/state/keys/verify.ts';
import { backUpState } from '../../src/state/sqlite/backup.ts';
import { LAST_VERSION } from '../../src/state/sqlite/migrate.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { restoreState } from '../../src/state/sqlite/restore.ts';
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

test('A backup of the first version is restored with all its rows, and its keys work', async () => {
	const file = join(root, 'may.sqlite');
	const db = new Database(file);
	db.exec(readFileSync(join(import.meta.dirname, 'first-version.sql'), 'utf8'));
	db.close();
	expect(await restoreState(file, folder, NOW)).toMatchObject({ accounts: 1, keys: 1 });
	const state = openSqlite(folder);
	expect(await state.accounts.all()).toEqual([ADA]);
	const secret = 'svc_ZQvF53QtgeIHJscdQR02bPo6BM9EfE932jm7MU';
	const { ok, id } = await verifyKey(secret, state.keyReader, 'svc_', () => NOW);
	expect(ok).toBe(true);
	expect(await state.usage.byEndpoint(id!, '2026-05-01')).toEqual([
		{ endpoint: '/programs', status: 200, requests: 3 },
	]);
	expect(await state.usage.requests(id!)).toHaveLength(1);
	expect(await state.events.ofAccount(ADA.id, 10, 10)).toMatchObject([{ kind: 'key_created', detail: 'laptop' }]);
	// A state that this version creates has the same tables, so a backup of either is accepted.
	await backUpState(folder, join(root, 'again.sqlite'), NOW);
	await state.close();
});

describe('A newer version', () => {
	/** The checkout of the newer version. */
	let project: string;
	const runNewer = (script: string, args: string[]) => succeed(script, [...args, '--state', folder], { cwd: project });

	beforeAll(() => {
		project = makeNewerVersion();
	});
	afterAll(() => rmSync(project, { recursive: true }));
	beforeEach(async () => {
		const state = openSqlite(folder);
		await state.accounts.add(ADA);
		await state.close();
	});

	test('updates a state after it has copied it, and the copy brings the older version back', async () => {
		expect(await runNewer('accounts', ['list'])).toContain(ADA.email);
		const copy = join(folder, `before-migration-${LAST_VERSION + 1}.sqlite`);
		expect([versionOf(copy), versionOf(join(folder, 'state.sqlite'))]).toEqual([LAST_VERSION, LAST_VERSION + 1]);
		expect(statSync(copy).mode & 0o777).toBe(0o600);
		expect(copiesAside()).toHaveLength(1);
		expect(() => openSqlite(folder)).toThrow('was written by a newer version of this application');
		await restoreState(copy, folder, NOW);
		const state = openSqlite(folder);
		expect(await state.accounts.all()).toEqual([ADA]);
		await state.close();
	});

	test('updates a backup when it restores it', async () => {
		const file = join(root, 'may.sqlite');
		await backUpState(folder, file, NOW);
		cpSync(file, join(root, 'kept.sqlite'));
		await runNewer('restore', [file]);
		expect(versionOf(join(folder, 'state.sqlite'))).toBe(LAST_VERSION + 1);
		expect(await runNewer('accounts', ['list'])).toContain(ADA.email);
		expect(copiesAside()).toEqual([]);
		expect(readFileSync(file).equals(readFileSync(join(root, 'kept.sqlite')))).toBe(true);
	});
});

/**
 * A process that fills the disk of a state: `node full-disk.ts DISK`, where DISK is a small empty disk. Prints a
 * FullDiskReport as JSON.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { keyVerifier } from '../../src/state/keys/verify.ts';
import { backUpState } from '../../src/state/sqlite/backup.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { makeKeys } from './revocable-keys.ts';
import { scriptOf } from './run-command.ts';

export interface FullDiskReport {
	/** The result of an attempt to save request counts on the full disk. */
	readonly counting: string;
	/** Whether a key is valid on the full disk. */
	readonly isValid: boolean;
	/** The exit status and the errors of commands that need more space than the disk has. */
	readonly refused: readonly (readonly [status: number | null, errors: string])[];
	/** Whether the key was revoked as soon as the disk had space again. */
	readonly isRevoked: boolean;
}

const disk = process.argv[2]!;
const folder = join(disk, 'state');
const rest = join(disk, 'rest');
const now = '2026-05-01T12:00:00Z';

const run = (script: string, ...args: string[]) =>
	spawnSync(process.execPath, [scriptOf(script), ...args], { encoding: 'utf8' });

function fill(): void {
	for (const bytes of [65_536, 4096, 1]) {
		try {
			for (;;) appendFileSync(rest, Buffer.alloc(bytes, 1));
		} catch {
			// The disk is full for writes of this size.
		}
	}
}

const state = openSqlite(folder);
const keys = await makeKeys(state, 50);
const snapshot = join(disk, 'snapshot.sqlite');
run('generate', '--programs', '5', '--reviews', '5', '--seed', '1', '--snapshot', snapshot);
const db = new Database(snapshot);
db.pragma('journal_mode = WAL');
db.close();
const backup = join(disk, 'backup.sqlite');
await backUpState(folder, backup, new Date());
fill();
const uses = keys.map(({ id }) => ({ id, day: '2026-05-01', endpoint: '', status: 404, requests: 1, lastUsed: now }));
const counting = await state.usage.add(uses, []).then(
	() => 'counted',
	(error) => error.message,
);
const { ok } = await keyVerifier(state.keyReader, 'svc_')(keys[0]!.secret);
await state.close();
fill();
const refused = [
	run('accounts', 'create', '--email', 'bob@site.example', '--state', folder),
	run('keys', 'list', '--state', join(disk, 'new')),
	run('restore', backup, '--state', folder),
	run('check', '--snapshot', snapshot),
	run('import', 'data/sample', '--snapshot', join(disk, 'new.sqlite')),
].map(({ status, stderr }) => [status, stderr] as const);
rmSync(rest);
const again = openSqlite(folder);
const isRevoked = await again.keys.revoke(keys[0]!.id, now);
await again.close();
const report: FullDiskReport = { counting, isValid: ok, refused, isRevoked };
console.log(JSON.stringify(report));

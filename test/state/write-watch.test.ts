import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WriteWatch } from '../../src/state/sqlite/write-watch.ts';

describe('WriteWatch', () => {
	test('detects the same writes as data_version, through checkpoints and restarts of the log', () => {
		const folder = mkdtempSync(join(tmpdir(), 'write-watch-'));
		const file = join(folder, 'db.sqlite');
		const [own, other] = [new Database(file), new Database(file)];
		own.pragma('journal_mode = WAL');
		own.exec('CREATE TABLE t (x)');
		const watch = new WriteWatch(file);
		const version = own.prepare('PRAGMA data_version').pluck();
		try {
			watch.hasChanged();
			let seen = version.get();
			const step = fc.constantFrom('write', 'write much', 'roll back', 'read', 'checkpoint', 'vacuum');
			fc.assert(
				fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
					for (const one of steps) run(other, one);
					const isNew = version.get() !== seen;
					seen = version.get();
					// A checkpoint can count as a write. A write always counts.
					if (isNew) expect(watch.hasChanged()).toBe(true);
					else if (!steps.some((one) => one === 'checkpoint' || one === 'vacuum'))
						expect(watch.hasChanged()).toBe(false);
					else watch.hasChanged();
				}),
				{ numRuns: 500 },
			);
			run(own, 'write');
			expect(watch.hasChanged()).toBe(true);
			expect(watch.hasChanged()).toBe(false);
		} finally {
			own.close();
			other.close();
			watch.close();
			rmSync(folder, { recursive: true });
		}
	});

	test('keeps the locks of SQLite when it is closed while another connection of the process is open', () => {
		const folder = mkdtempSync(join(tmpdir(), 'write-watch-'));
		const file = join(folder, 'db.sqlite');
		const db = new Database(file);
		db.pragma('journal_mode = WAL');
		db.exec('CREATE TABLE t (x)');
		const [watch, other] = [new WriteWatch(file), new WriteWatch(file)];
		try {
			watch.hasChanged();
			other.close();
			// Without the locks, a process that only reads would rebuild the WAL-index.
			const module = JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'));
			const read = `new (require(${module}))(process.argv[1]).prepare('SELECT count(*) FROM t').get()`;
			expect(spawnSync(process.execPath, ['-e', read, file], { encoding: 'utf8' }).stderr).toBe('');
			expect(watch.hasChanged()).toBe(false);
		} finally {
			db.close();
			watch.close();
			rmSync(folder, { recursive: true });
		}
	});
});

function run(db: Database.Database, step: string): void {
	if (step === 'write') db.exec('INSERT INTO t VALUES (1)');
	else if (step === 'write much') db.exec('INSERT INTO t SELECT randomblob(5000) FROM (VALUES (1), (2), (3), (4))');
	else if (step === 'roll back') db.exec('BEGIN; INSERT INTO t VALUES (1); ROLLBACK');
	else if (step === 'read') db.prepare('SELECT count(*) FROM t').get();
	else if (step === 'checkpoint') db.pragma('wal_checkpoint(TRUNCATE)');
	else db.exec('DELETE FROM t; VACUUM');
}

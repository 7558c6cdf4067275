import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { secondsOf } from '../../api/limits/window-counter.ts';
import { openPrivate } from '../../shared/open-private.ts';
import { type AttemptTable, LATER_CLOCK, type Limit, type Limits } from './attempt-table.ts';

/**
 * Opens the SQLite file in which attempts are counted. Replaces a damaged file with a new one, because the data is not
 * worth repairing.
 */
export function openAttemptFile(file: string, limits: Limits): AttemptTable {
	const db = openOrReplace(file);
	const clear = db.prepare(
		'DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE expire < ? LIMIT 1000)',
	);
	const isRemembered = db.prepare<[string, number]>('SELECT 1 FROM attempts WHERE key = ? AND expire > ?');
	const remember = db.prepare<[string, number]>('INSERT OR REPLACE INTO attempts VALUES (?, 0, ?)');
	const removeLaterThan = db.prepare<[string, number]>('DELETE FROM attempts WHERE key = ? AND expire > ?');
	const limiters = new Map([...limits].map(([name, limit]) => [name, limiter(db, name, limit)]));
	return {
		async consume(limit, key) {
			const limiter = limiters.get(limit)!;
			// Remove a count that ends too far in the future, because it was started before the clock was set back.
			removeLaterThan.run(limiter.getKey(key), Date.now() + limiter.msDuration + LATER_CLOCK);
			try {
				await limiter.consume(key);
				return 0;
			} catch (refusal) {
				if (refusal instanceof RateLimiterRes) return secondsOf(refusal.msBeforeNext);
				throw refusal;
			}
		},
		forget: (limit, key) => limiters.get(limit)!.delete(key),
		isRemembered: (name) => isRemembered.get(name, Date.now()) !== undefined,
		remember: (name, life) => remember.run(name, Date.now() + life),
		clear: () => clear.run(Date.now()),
		close: () => db.close(),
	};
}

function openOrReplace(file: string): Database.Database {
	try {
		return openPrivate(file, prepare, 0);
	} catch (error) {
		if (!(error instanceof Database.SqliteError) || !/^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) throw error;
		for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
		return openPrivate(file, prepare, 0);
	}
}

function prepare(db: Database.Database): void {
	// In this mode, a power cut cannot damage the file, and attempts do not wait for the disk.
	db.pragma('synchronous = NORMAL');
	db.exec(
		`CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire INTEGER);
		CREATE INDEX IF NOT EXISTS attempts_by_expire ON attempts (expire);`,
	);
}

function limiter(db: Database.Database, keyPrefix: string, [points, duration]: Limit): RateLimiterSQLite {
	return new RateLimiterSQLite({
		storeClient: db,
		storeType: 'better-sqlite3',
		tableName: 'attempts',
		tableCreated: true,
		keyPrefix,
		points,
		duration,
	});
}

import Database from 'better-sqlite3';
import { SCHEMA_SQL } from './schema.ts';

/**
 * A cache of 128 MiB (a negative value is in KiB). Keys come in random order, so with a small cache, SQLite would write
 * the same pages many times.
 */
export const CACHE = 'cache_size = -131072';

/**
 * Creates a database with the current schema, in a file that is removed if filling it fails. No other process uses the
 * file, so SQLite does not protect it against a crash.
 *
 * @param file an empty name for a temporary database
 */
export function freshDatabase(file: string): Database.Database {
	const db = new Database(file);
	try {
		db.pragma('journal_mode = MEMORY');
		db.pragma('synchronous = OFF');
		db.pragma(CACHE);
		return db.exec(SCHEMA_SQL);
	} catch (error) {
		db.close();
		throw error;
	}
}

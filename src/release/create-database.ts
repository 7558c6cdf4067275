import Database from 'better-sqlite3';

/**
 * Creates a SQLite file with these tables, and begins the transaction that fills it. The caller commits it. An
 * interrupted build deletes its files, so this one needs neither a journal nor syncs.
 */
export function createDatabase(file: string, schema: string): Database.Database {
	const db = new Database(file);
	db.unsafeMode(); // otherwise SQLite ignores journal_mode = OFF
	db.pragma('journal_mode = OFF');
	db.pragma('synchronous = OFF');
	db.exec(`BEGIN; ${schema}`);
	return db;
}

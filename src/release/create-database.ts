import Database from 'better-sqlite3';

/**
 * Creates a SQLite file with the tables in `schema`, and begins a transaction. The caller fills the tables and commits
 * the transaction. The file needs neither a journal nor syncs, because the files of an interrupted build are deleted.
 */
export function createDatabase(file: string, schema: string): Database.Database {
	const db = new Database(file);
	db.unsafeMode(); // otherwise SQLite ignores journal_mode = OFF
	db.pragma('journal_mode = OFF');
	db.pragma('synchronous = OFF');
	db.exec(`BEGIN; ${schema}`);
	return db;
}

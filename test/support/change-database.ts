import Database from 'better-sqlite3';

/** Runs SQL on a file, such as a snapshot, as an editor's own tool can. */
export function changeDatabase(file: string, sql: string): void {
	const db = new Database(file);
	db.exec(sql);
	db.close();
}

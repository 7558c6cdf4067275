import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Makes all publications of a folder of releases a day older. */
export function ageJournal(out: string): void {
	const db = new Database(join(out, 'journal.sqlite'));
	db.exec("UPDATE journal SET published_at = strftime('%Y-%m-%dT%H:%M:%SZ', published_at, '-1 day')");
	db.close();
}

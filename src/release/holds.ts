/** Held releases: those that were built but not published, with the reasons. The journal keeps them. */
import type Database from 'better-sqlite3';

export interface Hold {
	readonly release: string;
	/** An ISO timestamp. */
	readonly held_at: string;
	/** Why the release was not published, each as a sentence without a full stop. */
	readonly reasons: readonly string[];
	/** Why a user published the release nevertheless. Null if it is still held, or if the user gave no reason. */
	readonly because: string | null;
}

export const HOLDS_SCHEMA = `CREATE TABLE IF NOT EXISTS holds (
	release TEXT PRIMARY KEY,
	held_at TEXT NOT NULL,
	reasons TEXT NOT NULL,
	because TEXT
) STRICT`;

/** How many holds the journal keeps. */
const KEPT = 100;

export function hold(db: Database.Database, release: string, reasons: readonly string[]): void {
	db.prepare('INSERT OR REPLACE INTO holds (release, held_at, reasons) VALUES (?, ?, ?)').run(
		release,
		new Date().toISOString(),
		JSON.stringify(reasons),
	);
	db.prepare('DELETE FROM holds WHERE release NOT IN (SELECT release FROM holds ORDER BY held_at DESC LIMIT ?)').run(
		KEPT,
	);
}

/** Records why a user published a held release. */
export function settleHold(db: Database.Database, release: string, because: string | undefined): void {
	db.prepare('UPDATE holds SET because = ? WHERE release = ?').run(because ?? null, release);
}

/** Reads all holds, the latest first. */
export function holdsIn(db: Database.Database): Hold[] {
	return db
		.prepare<[], Omit<Hold, 'reasons'> & { readonly reasons: string }>('SELECT * FROM holds ORDER BY held_at DESC')
		.all()
		.map((row) => ({ ...row, reasons: JSON.parse(row.reasons) }));
}

/**
 * The journal of a release folder: a small SQLite file that records when each release was published, and which releases
 * were held. A process locks this file while it publishes. The system removes the lock when the process ends, even if the
 * process is killed.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { diskFull, isDiskFull } from '../shared/explain.ts';
import { closing } from '../shared/sqlite.ts';
import { shellWord } from '../shared/text.ts';
import { UserError } from '../shared/user-error.ts';

/** `journal` has a row for each publication, and `holds` has one for each release that was built but not published. */
export const SCHEMA = `CREATE TABLE IF NOT EXISTS journal (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL,
	release TEXT NOT NULL,
	published_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS holds (
	release TEXT PRIMARY KEY,
	held_at TEXT NOT NULL,
	reasons TEXT NOT NULL,
	because TEXT
) STRICT;`;

/**
 * How long to wait while another process publishes, in milliseconds. For example, removing 100,000 pages takes 10 s.
 */
export const LOCK_TIMEOUT = 120_000;

/** What can make a release current: a build, the command `publish` or `rollback`, or a user who writes the file by hand. */
export const KINDS = ['build', 'publish', 'rollback', 'hand'] as const;
export type PublicationKind = (typeof KINDS)[number];

/** An event that made a release the current one. */
export interface JournalEntry {
	readonly number: number;
	readonly kind: PublicationKind;
	readonly release: string;
	/** The time of the event, as an ISO timestamp. For a change by hand, the time when the change was noticed. */
	readonly published_at: string;
}

export interface Hold {
	readonly release: string;
	/** An ISO timestamp. */
	readonly held_at: string;
	/** Why the release was not published, each as a sentence without a full stop. */
	readonly reasons: readonly string[];
	/** Why a user published the release nevertheless. Null if it is still held, or if the user gave no reason. */
	readonly because: string | null;
}

/** All publications, the latest first. */
export function readJournal(out: string): JournalEntry[] {
	return readOrExplain(out, journalEntries);
}

/** Reads all held releases, the latest first. */
export function readHolds(out: string): Hold[] {
	return readOrExplain(out, holdsIn);
}

function readOrExplain<T>(out: string, read: (db: Database.Database) => T[]): T[] {
	try {
		return withJournal(out, LOCK_TIMEOUT, read) ?? [];
	} catch (error) {
		throw explained(error, journalFile(out));
	}
}

/**
 * Like `readJournal`, but does not wait for another process, because a server must not stop for that.
 *
 * @throws SqliteError
 */
export function readUnlockedJournal(out: string): JournalEntry[] {
	return withJournal(out, 0, journalEntries) ?? [];
}

/** Runs `work` on the journal. Returns undefined if there is none. */
function withJournal<T>(out: string, timeout: number, work: (db: Database.Database) => T): T | undefined {
	const file = journalFile(out);
	if (!existsSync(file)) return undefined;
	// Do not open the file read-only: if a process was killed, SQLite must first undo that process's unfinished change.
	using db = closing(new Database(file, { fileMustExist: true, timeout }));
	return work(db);
}

export const journalFile = (out: string) => join(out, 'journal.sqlite');

/** Reads all publications from an open journal, the latest first. */
export function journalEntries(db: Database.Database): JournalEntry[] {
	return db.prepare<[], JournalEntry>('SELECT * FROM journal ORDER BY number DESC').all();
}

/** Reads all holds from an open journal, the latest first. */
export function holdsIn(db: Database.Database): Hold[] {
	return db
		.prepare<[], Omit<Hold, 'reasons'> & { readonly reasons: string }>('SELECT * FROM holds ORDER BY held_at DESC')
		.all()
		.map((row) => ({ ...row, reasons: JSON.parse(row.reasons) }));
}

/** Returns an error that says what to do if the journal cannot be used, and any other error unchanged. */
export function explained(error: unknown, file: string): unknown {
	const { code = '' } = error as { readonly code?: string };
	if (isDiskFull(error)) return diskFull(file, error);
	if (code.startsWith('SQLITE_READONLY')) {
		return new UserError(
			`${file} is read-only, so releases cannot be built or published. Choose another folder with --out, or change its permissions.`,
			{ cause: error },
		);
	}
	if (code.startsWith('SQLITE_BUSY')) {
		return new UserError(
			`Another command has been publishing for two minutes and has locked ${file}. Stop that command and try again.`,
			{ cause: error },
		);
	}
	if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
		return new UserError(
			`${file} is damaged. It records which releases were published, and whether a rollback has paused publishing. If you have rolled back, correct the snapshot first, because builds will publish again. Then remove the file (rm ${shellWord(file)}) and try again.`,
			{ cause: error },
		);
	}
	return error;
}

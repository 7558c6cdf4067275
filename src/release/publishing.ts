/** Lets one command at a time publish in a folder of releases. The journal records what it does. */
import Database from 'better-sqlite3';
import {
	explained,
	type Hold,
	holdsIn,
	type JournalEntry,
	journalEntries,
	journalFile,
	LOCK_TIMEOUT,
	type PublicationKind,
	SCHEMA,
} from './journal.ts';
import { readCurrent } from './publish.ts';

/** How many publications the journal keeps. */
const KEPT = 1000;
/** How many holds the journal keeps. */
const KEPT_HOLDS = 100;

/** The facts and actions available to a command while no other command publishes. */
export interface Publishing {
	readonly kind: PublicationKind;
	/** All publications, the latest first. */
	readonly publications: readonly JournalEntry[];
	/** Whether builds must not publish. This is the case after a rollback, until a user publishes a release. */
	readonly isPaused: boolean;
	/** Records that this command published the release `id`. Returns all publications, latest first. */
	record(id: string): readonly JournalEntry[];
	/** Returns all holds, latest first. */
	holds(): readonly Hold[];
	/** Records that this command built the release `id`, but did not publish it for these reasons. */
	hold(id: string, reasons: readonly string[]): void;
	/** Records why a user publishes a held release. */
	settleHold(id: string, because: string | undefined): void;
}

/**
 * Runs `work` while no other command publishes in the folder `out`.
 *
 * @throws UserError if another command is still publishing after two minutes, or if the journal cannot be used
 */
export async function whilePublishing<T>(
	out: string,
	kind: PublicationKind,
	work: (publishing: Publishing) => Promise<T>,
): Promise<T> {
	const db = lockJournal(out);
	try {
		return await work(publishingWith(db, kind));
	} finally {
		// Keep what was recorded even if `work` fails afterwards, because those releases have been published.
		if (db.inTransaction) db.exec('COMMIT');
		db.close();
	}
}

/**
 * Locks the journal. Adds the current release if it is not the latest there, because a process was killed before it
 * recorded the release, or because a user has changed the file that names it.
 */
function lockJournal(out: string): Database.Database {
	let db: Database.Database | undefined;
	try {
		db = new Database(journalFile(out), { timeout: LOCK_TIMEOUT });
		db.exec(`BEGIN IMMEDIATE; ${SCHEMA}`);
		const current = readCurrent(out);
		if (current !== undefined && current.release !== journalEntries(db)[0]?.release) {
			add(db, current.kind, current.release);
		}
		return db;
	} catch (error) {
		db?.close();
		throw explained(error, journalFile(out));
	}
}

function add(db: Database.Database, kind: PublicationKind, release: string): void {
	db.prepare('INSERT INTO journal (kind, release, published_at) VALUES (?, ?, ?)').run(
		kind,
		release,
		new Date().toISOString(),
	);
	db.prepare('DELETE FROM journal WHERE number NOT IN (SELECT number FROM journal ORDER BY number DESC LIMIT ?)').run(
		KEPT,
	);
}

function publishingWith(db: Database.Database, kind: PublicationKind): Publishing {
	const publications = journalEntries(db);
	const [latest] = publications;
	return {
		kind,
		publications,
		isPaused: latest?.kind === 'rollback',
		record(id) {
			// Even after a thousand builds of the same data, the other releases must still be in the journal.
			if (kind !== 'build' || latest?.release !== id) add(db, kind, id);
			return journalEntries(db);
		},
		holds: () => holdsIn(db),
		hold(id, reasons) {
			db.prepare('INSERT OR REPLACE INTO holds (release, held_at, reasons) VALUES (?, ?, ?)').run(
				id,
				new Date().toISOString(),
				JSON.stringify(reasons),
			);
			db.prepare(
				'DELETE FROM holds WHERE release NOT IN (SELECT release FROM holds ORDER BY held_at DESC LIMIT ?)',
			).run(KEPT_HOLDS);
		},
		settleHold(id, because) {
			db.prepare('UPDATE holds SET because = ? WHERE release = ?').run(because ?? null, id);
		},
	};
}

/**
 * The journal of a release folder. It records in which order builds started, and when each release was published. It is
 * a small SQLite file beside the releases. A process locks this file while it publishes. The system removes the lock
 * when the process ends, even if the process is killed.
 */

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { diskFull, isDiskFull } from '../shared/disk-full.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';
import type { Publication, PublicationKind } from './publication.ts';
import { currentRelease } from './publish.ts';

/**
 * The table has a row for each build, publication and rollback. The rows are numbered in the order in which the
 * commands started. `release` is the release that was published, or NULL if none was. A user can also publish a release
 * by changing the link. The next command then notices the change and adds a row.
 */
const SCHEMA = `CREATE TABLE IF NOT EXISTS journal (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('build', 'publish', 'rollback', 'link')),
	release TEXT,
	published_at TEXT
) STRICT`;

/** How many publications the journal keeps. */
const KEPT = 1000;

/**
 * How long to wait while another process publishes, in milliseconds. For example, removing 100,000 pages takes 10 s.
 */
const LOCK_TIMEOUT = 120_000;

/** The place of a command in the order in which commands started. */
export interface Turn {
	/** Runs `work` while no other command publishes. */
	publish<T>(work: (publishing: Publishing) => Promise<T>): Promise<T>;
	close(): void;
}

/** The facts and actions available to a command while no other command publishes. */
export interface Publishing {
	/** All publications, the latest first. */
	readonly publications: readonly Publication[];
	/**
	 * The current release if this build must not replace it, or undefined if it may. A build must not replace a release
	 * from a build that started later, or a release that a user published after this build started.
	 */
	readonly newer: string | undefined;
	/** Whether builds must not publish. This is the case after a rollback, until a user publishes a release. */
	readonly isPaused: boolean;
	/** Records that this command published the release `id`. Returns all publications, latest first. */
	record(id: string): readonly Publication[];
}

/**
 * Records the start of a command. The start determines the command's position in the order.
 *
 * @param out the folder that holds releases
 * @throws UserError if another command is still publishing after two minutes, or if the journal cannot be used
 */
export function takeTurn(out: string, kind: PublicationKind = 'build'): Turn {
	const file = journalFile(out);
	const db = new Database(file, { timeout: LOCK_TIMEOUT });

	function begin(): void {
		db.exec(`BEGIN IMMEDIATE; ${SCHEMA}`);
		const current = currentRelease(out);
		if (current !== undefined && current !== read(db)[0]?.release) complete(start(unfinishedKind()), current);
	}

	/**
	 * Returns the kind of a publication that is not in the journal yet. If a rollback was killed after it changed the link,
	 * the publication counts as that rollback, so that builds stay paused. Otherwise, a user has changed the link.
	 */
	function unfinishedKind(): PublicationKind {
		const rollbacks = db.prepare("DELETE FROM journal WHERE kind = 'rollback' AND release IS NULL").run();
		return rollbacks.changes > 0 ? 'rollback' : 'link';
	}

	function start(kind: PublicationKind): number {
		return Number(db.prepare('INSERT INTO journal (kind) VALUES (?)').run(kind).lastInsertRowid);
	}

	function complete(number: number, release: string, publishedAt = new Date().toISOString()): void {
		db.prepare('UPDATE journal SET release = ?, published_at = ? WHERE number = ?').run(release, publishedAt, number);
	}

	/** Removes a row, unless it is a publication. */
	function forget(number: number): void {
		db.prepare('DELETE FROM journal WHERE number = ? AND release IS NULL').run(number);
	}

	let number: number;
	try {
		begin();
		number = start(kind);
		db.exec('COMMIT');
	} catch (error) {
		db.close();
		throw explained(error, file);
	}
	return {
		async publish(work) {
			try {
				begin();
			} catch (error) {
				throw explained(error, file);
			}
			try {
				const publications = read(db);
				const latest = publications[0];
				return await work({
					publications,
					newer: latest !== undefined && latest.number > number ? latest.release : undefined,
					isPaused: latest?.kind === 'rollback',
					record(id) {
						// A build keeps the number that it got when it started. Other commands get a new number, so
						// that they come after everything that has been published so far.
						if (kind !== 'build') {
							forget(number);
							number = start(kind);
						}
						// Even after a thousand builds of the same data, the other releases must still be in the journal.
						const isSame = latest?.release === id && kind === 'build';
						if (isSame) db.prepare('DELETE FROM journal WHERE number = ?').run(latest.number);
						complete(number, id, isSame ? latest.published_at : undefined);
						db.prepare('DELETE FROM journal WHERE number < ? AND release IS NULL').run(number);
						db.prepare(
							'DELETE FROM journal WHERE number NOT IN (SELECT number FROM journal ORDER BY number DESC LIMIT ?)',
						).run(KEPT);
						return read(db);
					},
				});
			} finally {
				// Keep what was recorded even if `work` fails afterwards, because those releases have been published.
				if (db.inTransaction) db.exec('COMMIT');
			}
		},
		close() {
			forget(number);
			db.close();
		},
	};
}

/** All publications, the latest first. */
export function readJournal(out: string): Publication[] {
	try {
		return readWithin(out, LOCK_TIMEOUT);
	} catch (error) {
		throw explained(error, journalFile(out));
	}
}

/**
 * Like `readJournal`, but does not wait for another process, because a server must not stop for that.
 *
 * @throws SqliteError
 */
export function readUnlockedJournal(out: string): Publication[] {
	return readWithin(out, 0);
}

function readWithin(out: string, timeout: number): Publication[] {
	const file = journalFile(out);
	if (!existsSync(file)) return [];
	// Do not open the file read-only: if a process was killed, SQLite must first undo that process's unfinished change.
	const db = new Database(file, { fileMustExist: true, timeout });
	try {
		return read(db);
	} finally {
		db.close();
	}
}

/** Identifies a release folder to other machines. */
export interface JournalIdentity {
	/**
	 * The journal's random ID. It is made when it is first needed. Publication numbers can be compared only within the
	 * same journal.
	 */
	readonly id: string;
	/** The event that made the current release current. */
	readonly latest: Publication | undefined;
}

/**
 * Returns the ID of a folder's journal, and the latest publication. If a user has changed the link, first adds that
 * change to the journal.
 */
export function journalIdentity(out: string): JournalIdentity {
	takeTurn(out, 'publish').close();
	const db = new Database(journalFile(out), { fileMustExist: true, timeout: LOCK_TIMEOUT });
	try {
		return db
			.transaction(() => {
				db.exec('CREATE TABLE IF NOT EXISTS identity (id TEXT NOT NULL) STRICT');
				const find = db.prepare<[], string>('SELECT id FROM identity').pluck();
				if (find.get() === undefined) {
					db.prepare('INSERT INTO identity VALUES (?)').run(randomBytes(6).toString('hex'));
				}
				return { id: find.get()!, latest: read(db)[0] };
			})
			.immediate();
	} catch (error) {
		throw explained(error, journalFile(out));
	} finally {
		db.close();
	}
}

const journalFile = (out: string) => join(out, 'journal.sqlite');

function read(db: Database.Database): Publication[] {
	return db.prepare<[], Publication>('SELECT * FROM journal WHERE release IS NOT NULL ORDER BY number DESC').all();
}

function explained(error: unknown, file: string): unknown {
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

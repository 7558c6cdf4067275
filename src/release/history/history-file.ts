/**
 * The public history of changes: a SQLite file beside the releases. It contains only values that the API has published,
 * and does not record who made a change.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ChangeKind } from '../../catalog/change.ts';
import { BOOKKEEPING } from '../../catalog/records.ts';
import { otherVersion, type ReadableVersions } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';

export const historyFile = (out: string) => join(out, 'history.sqlite');

/**
 * An SQL condition for the changes that pages and feeds show: those that are not hidden, and that change more than
 * bookkeeping. An import can move the dates of every program without changing anything else.
 */
export const IS_SHOWN = `hidden = 0 AND (fields IS NULL OR json_remove(fields, ${BOOKKEEPING.map(
	(field) => `'$.${field}'`,
).join(', ')}) <> '{}')`;

const SCHEMA = `
	-- Each time another snapshot was published. The numbers have no gaps. The first publication has no changes.
	CREATE TABLE publications (
		seq INTEGER PRIMARY KEY,
		snapshot TEXT NOT NULL,
		release TEXT NOT NULL,
		at TEXT NOT NULL,
		-- How many changes of each kind there have been so far, including those of this publication.
		category INTEGER NOT NULL,
		organization INTEGER NOT NULL,
		program INTEGER NOT NULL,
		review INTEGER NOT NULL,
		total INTEGER NOT NULL AS (category + organization + program + review)
	) STRICT;
	CREATE INDEX publications_by_snapshot ON publications (snapshot);
	CREATE INDEX publications_by_total ON publications (total);
	CREATE INDEX publications_by_time ON publications (at);

	-- In order: by publication, then by kind. So the columns of publications say which numbers theirs have.
	CREATE TABLE changes (
		number INTEGER PRIMARY KEY,
		kind TEXT NOT NULL,
		id TEXT NOT NULL,
		op TEXT NOT NULL CHECK (op IN ('added', 'changed', 'removed')),
		-- JSON: {name: [before, after]}. NULL if there are none, or if the record was removed later.
		fields TEXT,
		-- The former slug or ID of an added record that was renamed.
		renamed_from TEXT,
		-- The slug or ID of the record that replaced a removed one, if it was renamed or merged.
		successor TEXT,
		-- Whether only mirrors get this change. If so, its values are erased: each is [null, null].
		hidden INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE INDEX changes_by_record ON changes (kind, id);

	-- The other records that the values of a change name, such as the organization of a program.
	CREATE TABLE mentions (
		kind TEXT NOT NULL,
		id TEXT NOT NULL,
		number INTEGER NOT NULL,
		PRIMARY KEY (kind, id, number)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX mentions_by_number ON mentions (number);`;

/** The index of the changes that are shown. It is made again if other columns have become bookkeeping. */
const SHOWN_INDEX = `CREATE INDEX changes_shown ON changes (kind, op) WHERE ${IS_SHOWN}`;

/** `user_version` is the version of a file, or 0 if nothing has been written into it yet. No earlier version was released. */
const VERSION = 2;
const VERSIONS: ReadableVersions = { first: VERSION, last: VERSION, updater: '41a37723' };

/** A row of `publications`. */
export type Publication = { readonly [kind in ChangeKind]: number } & {
	readonly seq: number;
	readonly snapshot: string;
	readonly release: string;
	readonly at: string;
	readonly total: number;
};

/** How long to wait until another command releases its lock, in milliseconds. */
const LOCK_TIMEOUT = 10_000;

/**
 * Opens the history for writing, and creates it if necessary. The caller must close the database.
 *
 * @throws UserError when another version wrote it
 */
export function openHistoryFile(file: string): Database.Database {
	const db = new Database(file, { timeout: LOCK_TIMEOUT });
	try {
		// Unlike in WAL mode, the history is one file that can be read without writing beside it.
		db.pragma('journal_mode = DELETE');
		// Servers can read until the end of a transaction, because nothing is written to the file before.
		db.pragma('cache_spill = OFF');
		// Erased values must not stay in unused parts of the file.
		db.pragma('secure_delete = ON');
		db.transaction(() => {
			const version = versionOf(db);
			if (version !== 0 && version !== VERSION) throw new UserError(otherVersion(nameOf(file), version, VERSIONS));
			if (version === 0) db.exec(`${SCHEMA}; PRAGMA user_version = ${VERSION}`);
			const index = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'changes_shown'").pluck().get();
			if (index !== SHOWN_INDEX) db.exec(`DROP INDEX IF EXISTS changes_shown; ${SHOWN_INDEX}`);
		}).immediate();
		return db;
	} catch (error) {
		db.close();
		throw error;
	}
}

/**
 * Whether a history can be read. It cannot if nothing has been written into it yet.
 *
 * @throws UserError when an earlier version wrote it
 */
export function isReadable(db: Database.Database): boolean {
	const version = versionOf(db);
	if (version > 0 && version < VERSION) throw new UserError(otherVersion(nameOf(db.name), version, VERSIONS));
	return version > 0;
}

const nameOf = (file: string) => `The history of changes ${file}`;

function versionOf(db: Database.Database): number {
	return db.pragma('user_version', { simple: true }) as number;
}

export interface OpenHistory {
	readonly db: Database.Database;
	/** Whether `db` still reads the current history. If not, the history must be opened again. */
	isCurrent(): boolean;
}

/** How long a reader waits while a command writes a publication to the disk, in milliseconds. */
const PATIENCE = 1000;

/**
 * Opens the history. Returns undefined if the file does not exist or is still empty.
 *
 * @throws SqliteError when the file cannot be read now, UserError when an earlier version wrote it
 */
export function openForReading(file: string): OpenHistory | undefined {
	const inode = inodeOf(file);
	if (inode === undefined) return undefined;
	const db = new Database(file, { readonly: true, fileMustExist: true, timeout: PATIENCE });
	try {
		if (isReadable(db)) return { db, isCurrent: () => inodeOf(file) === inode };
		// The process that creates the file has not yet written into it.
		db.close();
		return undefined;
	} catch (error) {
		db.close();
		throw error;
	}
}

function inodeOf(file: string): number | undefined {
	return statSync(file, { throwIfNoEntry: false })?.ino;
}

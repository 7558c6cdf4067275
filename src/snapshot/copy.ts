import { constants, copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { upgrade } from './older-schema.ts';
import { asUserError, distrust, openSnapshot } from './open.ts';
import { fillTerms } from './terms/fill-terms.ts';

/** The number of database pages to copy between two progress reports. */
const PAGES = 10_000;

/**
 * Makes a consistent copy of a snapshot, even while another program is writing to it. The copy has the current schema, and
 * columns for terms that are empty in the original are filled by reading the programs' words.
 *
 * @param progress called with the share of pages copied so far, from 0 to 1
 */
export async function copySnapshot(snapshot: string, copy: string, progress: (done: number) => void): Promise<void> {
	const db = openSnapshot(snapshot);
	try {
		await db.backup(copy, {
			progress({ totalPages, remainingPages }) {
				progress(1 - remainingPages / totalPages);
				return PAGES;
			},
		});
	} finally {
		db.close();
	}
	completeCopy(copy, snapshot);
}

/**
 * Copies a snapshot like `copySnapshot`, at once. Only for a snapshot that no program is writing to: one of a release, or
 * one that this process has locked.
 */
export function copyQuietSnapshot(snapshot: string, copy: string): void {
	copyFileSync(snapshot, copy, constants.COPYFILE_FICLONE);
	completeCopy(copy, snapshot);
}

/** Gives a copy the current schema, and fills its empty columns for terms. */
function completeCopy(copy: string, snapshot: string): void {
	const copied = new Database(copy);
	try {
		distrust(copied);
		// If the copy stayed in WAL mode, reading it would create files beside it.
		copied.pragma('journal_mode = DELETE');
		upgrade(copied);
		fillTerms(copied);
	} catch (error) {
		throw asUserError(error, snapshot);
	} finally {
		copied.close();
	}
}

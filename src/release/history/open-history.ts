/** Opens the history for reading. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isReadable } from './history-file.ts';

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

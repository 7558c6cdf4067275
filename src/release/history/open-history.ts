/** Opens the history for reading, even if this process cannot write to its folder. */
import { readFileSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isReadable } from './history-file.ts';

export interface OpenHistory {
	readonly db: Database.Database;
	/** Whether `db` still reads the current history. If not, the history must be opened again. */
	isCurrent(): boolean;
}

/**
 * Opens the history. Returns undefined if the file does not exist or is still empty.
 *
 * @throws SqliteError when the file cannot be read now, UserError when an earlier version wrote it
 */
export function openForReading(file: string): OpenHistory | undefined {
	const inode = inodeOf(file);
	if (inode === undefined) return undefined;
	const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
	try {
		if (isReadable(db)) return { db, isCurrent: () => inodeOf(file) === inode };
		// The process that creates the file has not yet written into it.
		db.close();
		return undefined;
	} catch (error) {
		db.close();
		// To read a file in WAL mode, SQLite must create a second file beside it, unless a writer has already done so.
		// This fails if the process cannot write to the folder.
		if ((error as { readonly code?: string }).code !== 'SQLITE_CANTOPEN') throw error;
		return openCopy(file, error);
	}
}

function inodeOf(file: string): number | undefined {
	return statSync(file, { throwIfNoEntry: false })?.ino;
}

/**
 * The positions of the two bytes in a SQLite file that say how it is written and read: 2 means WAL mode, 1 means any
 * other mode.
 */
const MODES = [18, 19];

/** Reads the whole file into memory. @throws `problem` if another process is writing */
function openCopy(file: string, problem: unknown): OpenHistory {
	const before = stateOf(file);
	const content = readFileSync(file);
	if (before === undefined || stateOf(file) !== before) throw problem;
	for (const byte of MODES) content[byte] = 1;
	return { db: new Database(content, { readonly: true }), isCurrent: () => stateOf(file) === before };
}

/**
 * Returns a string that is different after each write. Returns undefined if the write-ahead log beside the file is not
 * empty, because the file may then lack some of the content.
 */
function stateOf(file: string): string | undefined {
	if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined;
	const { ino, size, mtimeNs } = statSync(file, { bigint: true });
	return [ino, size, mtimeNs].join();
}

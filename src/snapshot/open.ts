import { closeSync, openSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { diskFull, isDiskFull, otherVersion } from '../shared/explain.ts';
import { isLocked } from '../shared/sqlite.ts';
import { shellWord } from '../shared/text.ts';
import { UserError } from '../shared/user-error.ts';
import { columnsOf, READABLE, readAsCurrent, requiredColumns } from './schema.ts';

/** Opens a snapshot for reading, after checking that it is a snapshot. */
export function openSnapshot(file: string): Database.Database {
	try {
		requireDatabase(file);
	} catch (error) {
		throw asUserError(error, file);
	}
	const db = new Database(file, { readonly: true, fileMustExist: true });
	try {
		distrust(db);
		// Use a cache of 128 MiB, because reading in the order of an index reads the same pages many times.
		db.pragma('cache_size = -131072');
		requireSnapshot(db, file);
		readAsCurrent(db);
	} catch (error) {
		db.close();
		// Opening a file in WAL mode creates files beside it, so opening can fail because the disk is full.
		throw isDiskFull(error) ? diskFull(file, error) : asUserError(error, file);
	}
	return db;
}

/** Protects against harmful files: their schemas cannot call unsafe functions, and SQLite detects corrupt pages. */
export function distrust(db: Database.Database): void {
	db.pragma('trusted_schema = OFF');
	db.pragma('cell_size_check = ON');
}

/**
 * Runs `work` on a snapshot. If the snapshot turns out to be damaged, throws a UserError.
 *
 * @param name the file name to show in error messages, if `file` is a copy
 */
export function withSnapshot<T>(file: string, work: (db: Database.Database) => T, name = file): T {
	const db = openSnapshot(file);
	try {
		// In one transaction, all queries see the same records. The file is locked only once, even for a million queries.
		db.exec('BEGIN');
		return work(db);
	} catch (error) {
		throw asUserError(error, name);
	} finally {
		db.close();
	}
}

function requireDatabase(file: string): void {
	const stat = statSync(file, { throwIfNoEntry: false });
	if (!stat)
		throw new UserError(
			`There is no snapshot at ${file}. Create one: npm run import -- FILE… --snapshot ${shellWord(file)}`,
		);
	if (!stat.isFile())
		throw new UserError(`${file} is not a file. Give the path of a snapshot, which is a SQLite file.`);
	closeSync(openSync(file, 'r'));
	undoInterruptedWrite(file);
}

/**
 * Undoes a write that was interrupted when its process was killed. SQLite does this when a connection with write
 * permission reads the file. A write that is still running is not undone.
 */
function undoInterruptedWrite(file: string): void {
	if (!statSync(`${file}-journal`, { throwIfNoEntry: false })?.size) return;
	const db = new Database(file, { fileMustExist: true });
	try {
		distrust(db);
		db.prepare('SELECT count(*) FROM sqlite_schema').get();
	} catch (error) {
		if (!(error as NodeJS.ErrnoException).code?.startsWith('SQLITE_READONLY')) throw error;
		throw new UserError(
			`${file} was being written when a program or the machine stopped. Run this command once as a user who can write to the file and its folder. This undoes the unfinished write.`,
			{ cause: error },
		);
	} finally {
		db.close();
	}
}

function requireSnapshot(db: Database.Database, file: string): void {
	const columns = columnsOf(db);
	const version = columns.get('meta')?.includes('key')
		? db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").pluck().get()
		: undefined;
	if (version === undefined) {
		throw new UserError(
			`${file} is a SQLite file, but not a snapshot: it has no meta.schema_version. Give the path of a snapshot, or create one with data/schema.sql.`,
		);
	}
	const known = Number(version) || 0;
	if (known < READABLE.first || known > READABLE.last) {
		throw new UserError(otherVersion(`The snapshot ${file}`, known, READABLE));
	}
	const missing = requiredColumns(db);
	if (missing.length > 0) {
		throw new UserError(`${file} lacks the columns ${missing.join(', ')}. Create its tables as in data/schema.sql.`);
	}
}

/** Explains an error of SQLite that means that a snapshot is damaged. Returns other errors unchanged. */
export function asUserError(error: unknown, file: string): unknown {
	if ((error as NodeJS.ErrnoException).code === 'EACCES') {
		return new UserError(
			`This user has no permission to read ${file}. Change the owner or mode of the file or its folder.`,
			{ cause: error },
		);
	}
	if (!(error instanceof Database.SqliteError)) return error;
	if (error.code === 'SQLITE_NOTADB') {
		return new UserError(`${file} is not a SQLite file. Give the path of a snapshot.`, { cause: error });
	}
	if (/^SQLITE_(CORRUPT|IOERR)/.test(error.code)) {
		return new UserError(`${file} is damaged (${error.message}). Copy it again, or create it again from its source.`, {
			cause: error,
		});
	}
	if (/^SQLITE_(READONLY|CANTOPEN)/.test(error.code)) {
		return new UserError(
			`${file} is in WAL mode, so reading it needs permission to write in its folder. As a user who may write there, change the mode: sqlite3 ${shellWord(file)} 'PRAGMA journal_mode = delete'`,
			{ cause: error },
		);
	}
	return isLocked(error) ? busy(file, error) : error;
}

/** Returns the error for a snapshot that could not be locked: its disk is full, or another program is writing it. */
export function lockProblem(file: string, cause: unknown): UserError {
	return isDiskFull(cause) ? diskFull(file, cause) : busy(file, cause);
}

function busy(file: string, cause: unknown): UserError {
	return new UserError(`${file} is being written by another program. Try again when it has finished.`, { cause });
}

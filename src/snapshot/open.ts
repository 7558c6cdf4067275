import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { shellWord } from '../shell-word.ts';
import { UserError } from '../user-error.ts';
import { columnsOf, expectedColumns, SCHEMA_VERSION } from './schema.ts';

const MAKE_ONE = 'Make one: npm run import -- FILE… --snapshot';

/**
 * Opens a snapshot for reading only, after making sure that it is one.
 *
 * @throws UserError when the file is missing, out of reach, empty, no SQLite file, cut short, another program's, or of
 *   another schema
 */
export function openSnapshot(file: string): Database.Database {
	try {
		refuseWhatIsNoDatabase(file);
	} catch (error) {
		throw asUserError(error, file);
	}
	const db = new Database(file, { readonly: true, fileMustExist: true });
	try {
		// 128 MiB: reading in the order of an index comes back to the same pages again and again.
		db.pragma('cache_size = -131072');
		refuseWhatIsNoSnapshot(db, file);
	} catch (error) {
		db.close();
		throw asUserError(error, file);
	}
	return db;
}

/**
 * Runs `work` on a snapshot; damage that only shows while reading becomes a sentence too.
 *
 * @param name what to call the file in such a sentence, where it is a copy
 */
export function withSnapshot<T>(file: string, work: (db: Database.Database) => T, name = file): T {
	const db = openSnapshot(file);
	try {
		return work(db);
	} catch (error) {
		throw asUserError(error, name);
	} finally {
		db.close();
	}
}

function refuseWhatIsNoDatabase(file: string): void {
	const stat = statSync(file, { throwIfNoEntry: false });
	if (!stat) throw new UserError(`There is no snapshot at ${file}. ${MAKE_ONE} ${shellWord(file)}`);
	if (!stat.isFile()) throw new UserError(`${file} is not a file. Name the snapshot's SQLite file.`);
	if (stat.size === 0)
		throw new UserError(`${file} is empty (0 bytes), not a snapshot. Remove it first. ${MAKE_ONE} ${shellWord(file)}`);

	const header = readHeader(file);
	if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
		throw new UserError(`${file} is not a SQLite file. Name the snapshot's file.`);
	}
	// SQLite file format, 1.3: the page size at 16 (1 means 65536), the number of pages at 28.
	const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
	const size = pageSize * header.readUInt32BE(28);
	if (stat.size < size) {
		throw new UserError(
			`${file} is cut short: it has ${stat.size} of ${size} bytes. Copy it again, or make it anew from its source.`,
		);
	}
}

function readHeader(file: string): Buffer {
	const header = Buffer.alloc(100);
	const descriptor = openSync(file, 'r');
	try {
		readSync(descriptor, header, 0, header.length, 0);
	} finally {
		closeSync(descriptor);
	}
	return header;
}

function refuseWhatIsNoSnapshot(db: Database.Database, file: string): void {
	const columns = columnsOf(db);
	const version = columns.get('meta')?.includes('key')
		? db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").pluck().get()
		: undefined;
	if (version === undefined) {
		throw new UserError(
			`${file} is a SQLite file of another program: it has no meta.schema_version. Name a snapshot of this directory, or make one as data/schema.sql says.`,
		);
	}
	if (Number(version) !== SCHEMA_VERSION) {
		const isNewer = Number(version) > SCHEMA_VERSION;
		const age = isNewer ? 'newer' : Number(version) < SCHEMA_VERSION ? 'older' : 'other';
		const remedy = isNewer
			? 'Use a newer version of the application'
			: 'Import its source files again with this version of the application';
		throw new UserError(
			`${file} has the ${age} schema version ${version}; this application reads version ${SCHEMA_VERSION}. ${remedy}.`,
		);
	}
	const missing = [...expectedColumns()].flatMap(([table, expected]) =>
		expected.filter((column) => !columns.get(table)?.includes(column)).map((column) => `${table}.${column}`),
	);
	if (missing.length > 0) {
		throw new UserError(`${file} lacks the columns ${missing.join(', ')}. Make its tables as data/schema.sql says.`);
	}
}

function asUserError(error: unknown, file: string): unknown {
	if ((error as NodeJS.ErrnoException).code === 'EACCES') {
		return new UserError(`${file} may not be read by this user. Change its owner or its mode, or that of its folder.`, {
			cause: error,
		});
	}
	if (!(error instanceof Database.SqliteError)) return error;
	if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code)) {
		return new UserError(`${file} is damaged (${error.message}). Copy it again, or make it anew from its source.`, {
			cause: error,
		});
	}
	if (/^SQLITE_(READONLY|CANTOPEN)/.test(error.code)) {
		return new UserError(
			`${file} is in WAL mode, so reading it writes beside it, which this user may not. Change that mode: sqlite3 ${file} 'PRAGMA journal_mode = delete'`,
			{ cause: error },
		);
	}
	return error.code.startsWith('SQLITE_BUSY') ? busy(file, error) : error;
}

/** Says that another program is writing a snapshot. */
export function busy(file: string, cause: unknown): UserError {
	return new UserError(`${file} is being written by another program. Try again when that has finished.`, { cause });
}

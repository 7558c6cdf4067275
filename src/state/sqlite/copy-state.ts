/** Copies a state database, even while other processes write to it, and checks the copy. */
import Database from 'better-sqlite3';
import { diskFull, isDiskFull } from '../../shared/disk-full.ts';
import { UserError } from '../../shared/user-error.ts';
import { MIGRATIONS } from './migrations.ts';

/** The numbers of accounts and keys in a copy. */
export interface StateCounts {
	readonly accounts: number;
	readonly keys: number;
}

/** How long to wait while another process recovers the database after a crash, in milliseconds. */
const PATIENCE = 5000;
/** More pages than any state has. With pages of 4 KiB, this is 8 TiB. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the state database `from` to the new file `to`. Only the owner of the copy can read it. The copy is one file,
 * without a write-ahead log beside it.
 *
 * @param change makes further changes to the copy, in one transaction
 * @throws UserError when `from` is damaged or is not a state database that this version can use, or when the copy
 *   cannot be written
 */
export async function copyState(
	from: string,
	to: string,
	change: (copy: Database.Database) => void,
): Promise<StateCounts> {
	const umask = process.umask(0o077);
	try {
		const source = new Database(from, { fileMustExist: true, timeout: PATIENCE });
		try {
			// All pages are copied in one step. A backup in several steps would start again each time another process
			// writes. The transaction makes sure that the counts and the copy are from the same moment.
			source.exec('BEGIN');
			checkVersion(source, from);
			const counts = countRows(source);
			await source.backup(to, { progress: () => ALL_PAGES });
			checkCopy(to, counts, change);
			return counts;
		} finally {
			source.close();
		}
	} catch (error) {
		throw error instanceof Database.SqliteError ? explainCopy(error, from, to) : error;
	} finally {
		process.umask(umask);
	}
}

function explainCopy(cause: InstanceType<typeof Database.SqliteError>, from: string, to: string): UserError {
	if (isDiskFull(cause)) return diskFull(to, cause);
	if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(cause.code)) {
		return new UserError(`${from} is not a state database, or is damaged (${cause.message}).`, { cause });
	}
	return new UserError(`Could not copy ${from} to ${to}: ${cause.message}.`, { cause });
}

function checkVersion(db: Database.Database, file: string): void {
	const version = db.pragma('user_version', { simple: true }) as number;
	if (version > MIGRATIONS.length) {
		throw new UserError(`${file} was written by a newer version of this application. Use that version.`);
	}
	const isState = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'keys'").get() !== undefined;
	if (version === 0 || !isState) throw new UserError(`${file} is empty, or is not a state database.`);
}

function checkCopy(file: string, expected: StateCounts, change: (copy: Database.Database) => void): void {
	const copy = new Database(file);
	try {
		copy.pragma('journal_mode = DELETE');
		const problem = copy.pragma('integrity_check(1)', { simple: true });
		if (problem !== 'ok') throw new UserError(`The state database is damaged: ${problem}.`);
		const { accounts, keys } = countRows(copy);
		if (accounts !== expected.accounts || keys !== expected.keys) {
			throw new UserError(`The copy ${file} is incomplete. Check the disk, then try again.`);
		}
		copy.transaction(change)(copy);
	} finally {
		copy.close();
	}
}

function countRows(db: Database.Database): StateCounts {
	return db
		.prepare<[], StateCounts>('SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM keys) AS keys')
		.get()!;
}

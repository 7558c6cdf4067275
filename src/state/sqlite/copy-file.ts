/** Copies a state database, even while other processes write to it, and checks the copy. */
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { diskFull, isDiskFull } from '../../shared/disk-full.ts';
import { UserError } from '../../shared/user-error.ts';
import { refuseUnknownSchema } from './known-schema.ts';

export interface StateCounts {
	readonly accounts: number;
	readonly keys: number;
	/** When the newest account, key, event or request with a key was recorded, in ISO 8601. Null if there is none. */
	readonly newest: string | null;
}

/** How long to wait while another process recovers the database after a crash, in milliseconds. */
const PATIENCE = 5000;
/** More pages than any state has. With pages of 4 KiB, this is 8 TiB. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the state database `from` to the new file `to`. Only the owner of the copy can read it. The copy is one file,
 * without a write-ahead log beside it.
 *
 * @param change makes further changes to the copy after it is checked, in one transaction
 * @param options `readonly` leaves the log beside `from` as it is, because it could be that of another database
 * @returns the counts after these changes
 * @throws UserError when `from` is damaged or is not a state database that this version can use, or when the copy
 *   cannot be written
 */
export async function copyStateFile(
	from: string,
	to: string,
	change: (copy: Database.Database) => void,
	{ readonly }: { readonly readonly: boolean },
): Promise<StateCounts> {
	const umask = process.umask(0o077);
	try {
		refuseWithoutSpace(from, to);
		const source = new Database(from, { readonly, fileMustExist: true, timeout: PATIENCE });
		try {
			// All pages are copied in one step. A backup in several steps would start again each time another process
			// writes. The transaction makes sure that the checks, the counts and the copy are from the same moment.
			source.exec('BEGIN');
			refuseUnknownSchema(source, from);
			const counts = countRows(source);
			await source.backup(to, { progress: () => ALL_PAGES });
			return checkAndChange(to, from, counts, change);
		} finally {
			source.close();
		}
	} catch (error) {
		throw error instanceof Database.SqliteError ? explainCopy(error, from, to) : error;
	} finally {
		process.umask(umask);
	}
}

/** Throws an error if the disk has no space for the copy, instead of filling the disk. */
function refuseWithoutSpace(from: string, to: string): void {
	const { blocks, bavail, bsize } = statfsSync(dirname(to));
	// Some file systems do not report their size.
	if (blocks > 0 && statSync(from).size > bavail * bsize) throw diskFull(dirname(to));
}

function explainCopy(cause: InstanceType<typeof Database.SqliteError>, from: string, to: string): UserError {
	if (isDiskFull(cause)) return diskFull(dirname(to), cause);
	if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(cause.code)) {
		return new UserError(`${from} is not a state database, or is damaged (${cause.message}).`, { cause });
	}
	return new UserError(`Could not copy ${from} to ${to}: ${cause.message}.`, { cause });
}

function checkAndChange(
	to: string,
	from: string,
	expected: StateCounts,
	change: (copy: Database.Database) => void,
): StateCounts {
	const copy = new Database(to);
	try {
		copy.pragma('journal_mode = DELETE');
		const problem = copy.pragma('integrity_check(1)', { simple: true });
		if (problem !== 'ok') throw new UserError(`${from} is damaged: ${problem}.`);
		refuseBrokenReferences(copy, from);
		const { accounts, keys } = countRows(copy);
		if (accounts !== expected.accounts || keys !== expected.keys) {
			throw new UserError(`The copy ${to} is incomplete. Check the disk, then try again.`);
		}
		copy.transaction(change)(copy);
		return countRows(copy);
	} finally {
		copy.close();
	}
}

function refuseBrokenReferences(copy: Database.Database, from: string): void {
	const broken = copy
		.prepare<[], { table: string; parent: string }>('SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1')
		.get();
	if (broken === undefined) return;
	throw new UserError(
		`${from} is damaged: a row of the table ${broken.table} refers to a row of the table ${broken.parent} that does not exist.`,
	);
}

function countRows(db: Database.Database): StateCounts {
	return db
		.prepare<[], StateCounts>(
			`SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM keys) AS keys, (
				SELECT max(at) FROM (SELECT max(created_at) AS at FROM accounts UNION ALL SELECT max(created_at) FROM keys
				UNION ALL SELECT max(at) FROM events UNION ALL SELECT max(at) FROM key_requests)) AS newest`,
		)
		.get()!;
}

import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '../../shared/files.ts';
import { closing, openPrivate, retryWhileLocked } from '../../shared/sqlite.ts';
import { UserError } from '../../shared/user-error.ts';
import { LAST_VERSION, VERSIONS } from '../migrations.ts';
import { prune } from '../prune.ts';
import { type State, storesOf, wrapMethods } from '../state.ts';
import { explainUnavailable } from '../unavailable.ts';
import { AttemptFile } from './attempt-file.ts';
import { type FolderLock, refuseSharedFolder, shareLock } from './folder-lock.ts';
import { KeyReader } from './key-reader.ts';
import { isUsableNewer, probeVersion, refuseOtherVersion, runMigrations, versionOf } from './migrate.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/**
 * How long opening the state waits for another process, in milliseconds. The wait blocks this process, but the process
 * does not serve anything yet.
 */
const OPENING = 5000;

/** The state in a SQLite file. Its keys are looked up synchronously. */
export interface SqliteState extends State {
	readonly database: Database.Database;
	readonly keyReader: KeyReader;
}

/**
 * Opens the state in `folder`, and creates or updates it if necessary. Only the owner of the files can read them.
 *
 * @throws UserError when the folder cannot be written, the file is not a state that this version can use, `restore` is
 *   replacing the state, or the state must be created or updated while another program has locked the file
 */
export function openSqlite(folder: string): SqliteState {
	const file = join(folder, 'state.sqlite');
	let lock: FolderLock | undefined;
	try {
		makeFolder(folder, 0o700);
		refuseSharedFolder(folder, /^lock$/);
		chmodSync(folder, 0o700);
		lock = shareLock(folder);
		const db = openPrivate(file, prepare, OPENING);
		const keyReader = new KeyReader(file);
		const database = new SqliteDatabase(db);
		const attemptFile = new AttemptFile(folder);
		const { attempts, visitors } = attemptFile;
		return {
			...storesOf(database, attempts),
			keyReader,
			attempts,
			visitors,
			database: db,
			withRetries: (target, patience) => wrapMethods(target, (call) => database.retry(call, patience)),
			untilWritable: database.untilWritable,
			prune: (now, signal) => prune(database, now, signal),
			async probe() {
				await probe(file).catch((error) => {
					throw explainUnavailable(error, file);
				});
				return probeVersion(db);
			},
			size: async () => sizeOf(file) + sizeOf(`${file}-wal`),
			async close() {
				attemptFile.close();
				keyReader.close();
				db.close();
				lock!.release();
			},
		};
	} catch (error) {
		lock?.release();
		throw asUserError(error, folder, file);
	}
}

function sizeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function prepare(db: Database.Database): void {
	db.pragma('synchronous = FULL');
	db.pragma('foreign_keys = ON');
	migrate(db);
}

function migrate(db: Database.Database): void {
	// Write nothing if the database is up to date, so that it can be opened even while another program has locked it.
	const version = versionOf(db);
	if (version === LAST_VERSION || isUsableNewer(db)) return;
	if (version >= VERSIONS.first) copyAside(db, version);
	db.transaction(() => {
		// Another process may have updated it in the meantime.
		if (isUsableNewer(db)) return;
		refuseOtherVersion(db);
		runMigrations(db);
	}).immediate();
}

/**
 * Copies a state before it is migrated. The operator can `restore` this copy to go back to the previous version of the
 * application.
 */
function copyAside(db: Database.Database, version: number): void {
	if (version > LAST_VERSION) return;
	const copy = join(dirname(db.name), `before-migration-${LAST_VERSION}.sqlite`);
	const unfinished = `${copy}.${process.pid}`;
	rmSync(unfinished, { force: true });
	db.prepare('VACUUM INTO ?').run(unfinished);
	const copied = new Database(unfinished);
	// If another server has migrated the state in the meantime, that server has also made the copy.
	const isMigrated = versionOf(copied) !== version;
	copied.close();
	if (isMigrated) rmSync(unfinished);
	else renameSync(unfinished, copy);
}

function asUserError(error: unknown, folder: string, file: string): unknown {
	const { code } = error as { code?: string };
	if (error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) {
		return new UserError(
			`${file} is not a state database, or is damaged (${error.message}). Restore it from a backup.`,
		);
	}
	const explained = explainUnavailable(error, file);
	if (explained instanceof UserError || code === undefined) return explained;
	const [what, remedy] =
		code === 'EEXIST' || code === 'ENOTDIR'
			? ['be created, because a file with this name exists', 'Choose another folder']
			: [`be written (${code})`, 'Make it writable for this user, or choose another folder'];
	return new UserError(`The state folder ${folder} cannot ${what}. ${remedy} with --state or STATE_DIR.`, {
		cause: error,
	});
}

/** How long to retry while other processes write, in milliseconds. A single write takes only a few milliseconds. */
const PATIENCE = 1000;

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'";

/**
 * Tests whether a database can be read and written now. Opens the file again, so that the test fails if the file has
 * been deleted. Does not block this process while another process writes.
 *
 * @throws SqliteError when the test fails, or when the file is still locked after a second
 */
export async function probe(file: string): Promise<void> {
	await retryWhileLocked(() => readAndWrite(file), PATIENCE);
}

/** Reads a row of each table. Then makes the smallest possible write: writes `user_version` without changing it. */
function readAndWrite(file: string): void {
	using db = closing(new Database(file, { fileMustExist: true, timeout: 0 }));
	// This write need not survive a power cut, so the commit does not wait for the disk.
	db.pragma('synchronous = NORMAL');
	db.transaction(() => {
		for (const table of db.prepare<[], string>(TABLES).pluck().all())
			db.prepare(`SELECT * FROM "${table}" LIMIT 1`).get();
		const version = db.pragma('user_version', { simple: true });
		db.pragma(`user_version = ${version}`);
	}).immediate();
}

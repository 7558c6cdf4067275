/** The state of a running directory: everything that changes while it serves, in an embedded SQLite file. */
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '../shared/make-folder.ts';
import { openPrivate } from '../shared/open-private.ts';
import { UserError } from '../shared/user-error.ts';
import { AccountStore } from './account-store.ts';
import { CredentialStore } from './credential-store.ts';
import { EventStore } from './event-store.ts';
import { ExportStore } from './export-store.ts';
import { KeyReader } from './key-reader.ts';
import { KeyStore } from './key-store.ts';
import { MIGRATIONS } from './migrations.ts';
import { probe } from './probe.ts';
import { prune } from './prune.ts';
import { Reserve } from './reserve.ts';
import { ResetStore } from './reset-store.ts';
import { SecretStore } from './secret-store.ts';
import { SessionStore } from './session-store.ts';
import { SignUpStore } from './sign-up-store.ts';
import { explainUnavailable, withRetries } from './unavailable.ts';
import { UsageStore } from './usage-store.ts';
import { WriteWatch } from './write-watch.ts';

/**
 * How long opening the state waits for another process, in milliseconds. Meanwhile, this process is blocked, but does not
 * serve anything yet.
 */
const OPENING = 5000;

/**
 * The interface of the state. Its methods return promises, so that the state can move to another machine. While another
 * program has locked the database, a write is retried for up to three seconds without blocking the process, and then
 * throws StateUnavailable. Reads never wait, because no lock can keep readers out of a database in WAL mode that is
 * already open. A process that holds the write lock has changed nothing until it commits. So keys are always checked, and
 * no revocation is missed.
 */
export interface State {
	readonly accounts: AccountStore;
	readonly signUps: SignUpStore;
	readonly resets: ResetStore;
	readonly credentials: CredentialStore;
	readonly sessions: SessionStore;
	readonly keys: KeyStore;
	/** Looks up keys for requests. */
	readonly keyReader: KeyReader;
	readonly usage: UsageStore;
	readonly events: EventStore;
	readonly exports: ExportStore;
	readonly secrets: SecretStore;
	/**
	 * The database itself. better-auth uses it to read and write its tables. A statement on a locked database fails at
	 * once.
	 */
	readonly database: Database.Database;
	/** Makes the methods of an object that uses `database` wait and fail like the methods of the stores. */
	withRetries<T extends object>(target: T): T;
	/**
	 * Waits while another program has locked the state. Another program can lock it again immediately afterwards.
	 *
	 * @throws StateUnavailable when it is locked for too long
	 */
	untilWritable(): Promise<void>;
	/** Removes expired and old data. */
	prune(now: Date): Promise<void>;
	/** Tests whether the state can be read and written now. */
	probe(): Promise<void>;
	close(): void;
}

/**
 * Opens the state in `folder`, and creates or updates it if necessary. Only the owner of the files can read them.
 *
 * @throws UserError when the folder cannot be written, the file is not a state of this application, or the state must
 *   be created or updated while another program has locked it
 */
export function openState(folder: string): State {
	const file = join(folder, 'state.sqlite');
	try {
		makeFolder(folder, 0o700);
		refuseSharedFolder(folder, file);
		chmodSync(folder, 0o700);
		const reserve = new Reserve(folder);
		const db = reserve.lend(() => openPrivate(file, prepare, OPENING));
		reserve.fill();
		const watch = new WriteWatch(file);
		const retried = <T extends object>(target: T) => withRetries(target, file);
		return {
			accounts: retried(new AccountStore(db)),
			signUps: retried(new SignUpStore(db)),
			resets: retried(new ResetStore(db)),
			credentials: retried(new CredentialStore(db)),
			sessions: retried(new SessionStore(db)),
			keys: retried(new KeyStore(db, reserve)),
			keyReader: new KeyReader(db, watch),
			usage: retried(new UsageStore(db)),
			events: retried(new EventStore(db, reserve)),
			exports: retried(new ExportStore(db)),
			secrets: retried(new SecretStore(db)),
			database: db,
			withRetries: retried,
			...retried({
				async untilWritable() {
					db.exec('BEGIN IMMEDIATE');
					db.exec('ROLLBACK');
				},
				async prune(now: Date) {
					prune(db, now);
					reserve.fill();
				},
			}),
			probe: () => probe(file),
			close() {
				db.close();
				watch.close();
				// Closing can free space: the last process that closes the database removes the files beside it.
				if (existsSync(folder)) reserve.fill();
			},
		};
	} catch (error) {
		throw asUserError(error, folder, file);
	}
}

/** Refuses a folder with other files. Other users cannot open the state folder, so they would lose access to the files. */
function refuseSharedFolder(folder: string, file: string): void {
	if (existsSync(file) || readdirSync(folder).length === 0) return;
	throw new UserError(
		`The folder ${folder} contains other files. Choose a separate folder for the state with --state or STATE_DIR.`,
	);
}

function prepare(db: Database.Database): void {
	db.pragma('synchronous = FULL');
	db.pragma('foreign_keys = ON');
	migrate(db);
}

function migrate(db: Database.Database): void {
	const version = () => db.pragma('user_version', { simple: true }) as number;
	// Write nothing if the state is up to date, so that it opens even while another program has locked it.
	if (version() === MIGRATIONS.length) return;
	db.transaction(() => {
		const taken = version();
		if (taken > MIGRATIONS.length) {
			throw new UserError(`${db.name} was written by a newer version of this application. Start that version.`);
		}
		if (taken === 0 && db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() !== 0) {
			throw new UserError(
				`${db.name} is a database from another program. Choose a different folder with --state or STATE_DIR.`,
			);
		}
		for (const step of MIGRATIONS.slice(taken)) db.exec(step);
		db.pragma(`user_version = ${MIGRATIONS.length}`);
	}).immediate();
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

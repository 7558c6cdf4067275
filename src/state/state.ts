/** The state of a running directory, in an embedded SQLite file: what changes while it serves. */
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '../make-folder.ts';
import { openPrivate } from '../open-private.ts';
import { UserError } from '../user-error.ts';
import { AccountStore } from './account-store.ts';
import { CredentialStore } from './credential-store.ts';
import { EventStore } from './event-store.ts';
import { ExportStore } from './export-store.ts';
import { keepHouse } from './housekeeping.ts';
import { KeyReader } from './key-reader.ts';
import { KeyStore } from './key-store.ts';
import { MIGRATIONS } from './migrations.ts';
import { SecretStore } from './secret-store.ts';
import { SessionStore } from './session-store.ts';
import { UsageStore } from './usage-store.ts';
import { WriteWatch } from './write-watch.ts';

/** What the rest knows of the state: what manages it answers by promise, so that it may lie elsewhere. */
export interface State {
	readonly accounts: AccountStore;
	readonly credentials: CredentialStore;
	readonly sessions: SessionStore;
	readonly keys: KeyStore;
	/** Looks up keys for requests. */
	readonly keyReader: KeyReader;
	readonly usage: UsageStore;
	readonly events: EventStore;
	readonly exports: ExportStore;
	readonly secrets: SecretStore;
	/** For better-auth, which reads and writes its tables itself, statement by statement. */
	readonly database: Database.Database;
	/** Removes what is past its time. */
	keepHouse(now: Date): Promise<void>;
	close(): void;
}

/**
 * Opens the state in `folder`, making or updating it where needed. Only the owner may read it.
 *
 * @throws UserError when the folder cannot be written or the file is no state of this application
 */
export function openState(folder: string): State {
	const file = join(folder, 'state.sqlite');
	try {
		makeFolder(folder, 0o700);
		refuseSharedFolder(folder, file);
		chmodSync(folder, 0o700);
		const db = openPrivate(file, prepare);
		const watch = new WriteWatch(file);
		return {
			accounts: new AccountStore(db),
			credentials: new CredentialStore(db),
			sessions: new SessionStore(db),
			keys: new KeyStore(db),
			keyReader: new KeyReader(db, watch),
			usage: new UsageStore(db),
			events: new EventStore(db),
			exports: new ExportStore(db),
			secrets: new SecretStore(db),
			database: db,
			keepHouse: async (now) => keepHouse(db, now),
			close() {
				watch.close();
				db.close();
			},
		};
	} catch (error) {
		throw asUserError(error, folder, file);
	}
}

/** Closing a folder to everyone else is right for one of our own; it could ruin one that others use, such as /tmp. */
function refuseSharedFolder(folder: string, file: string): void {
	if (existsSync(file) || readdirSync(folder).length === 0) return;
	throw new UserError(
		`The folder ${folder} holds other files. Name one for the state alone with --state or STATE_DIR.`,
	);
}

function prepare(db: Database.Database): void {
	db.pragma('synchronous = FULL');
	db.pragma('foreign_keys = ON');
	migrate(db);
}

function migrate(db: Database.Database): void {
	db.transaction(() => {
		const taken = db.pragma('user_version', { simple: true }) as number;
		if (taken > MIGRATIONS.length) {
			throw new UserError(`${db.name} was written by a newer version of this application. Start that version.`);
		}
		if (taken === 0 && db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() !== 0) {
			throw new UserError(
				`${db.name} is a database of another program. Name another folder with --state or STATE_DIR.`,
			);
		}
		for (const step of MIGRATIONS.slice(taken)) db.exec(step);
		db.pragma(`user_version = ${MIGRATIONS.length}`);
	}).immediate();
}

function asUserError(error: unknown, folder: string, file: string): unknown {
	const { code } = error as { code?: string };
	if (error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) {
		return new UserError(`${file} is no state database, or is damaged (${error.message}). Restore it from a backup.`);
	}
	if (error instanceof UserError || code === undefined) return error;
	const [what, remedy] =
		code === 'EEXIST' || code === 'ENOTDIR'
			? ['be made, because a file is there', 'Name another']
			: [`be written (${code})`, 'Make it writable for this user, or name another'];
	return new UserError(`The state folder ${folder} cannot ${what}. ${remedy} with --state or STATE_DIR.`, {
		cause: error,
	});
}

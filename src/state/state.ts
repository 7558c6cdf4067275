/** The state of a running directory: all data that changes while the server is running. */
import type BetterSqlite from 'better-sqlite3';
import type { Pool } from 'pg';
import type { KeyLookup } from '../keys/verify.ts';
import { AccountStore } from './account-store.ts';
import { CredentialStore } from './credential-store.ts';
import type { Database } from './database.ts';
import { EventStore } from './event-store.ts';
import { ExportStore } from './export-store.ts';
import { KeyStore } from './key-store.ts';
import type { RateStore } from './rate-store.ts';
import { ResetStore } from './reset-store.ts';
import { SecretStore } from './secret-store.ts';
import { SessionStore } from './session-store.ts';
import { SignUpStore } from './sign-up-store.ts';
import { UsageStore } from './usage-store.ts';

/**
 * The interface of the state, in SQLite or PostgreSQL. If the database cannot be used now, its methods wait for up to a
 * few seconds without blocking the process, and then throw StateUnavailable.
 *
 * Once a SQLite database in WAL mode is open, no lock can block its readers, so reads from SQLite never wait. A process
 * that holds the write lock has changed nothing until it commits. So keys are always checked, and no revocation is
 * missed.
 */
export interface State extends Stores {
	/** Looks up keys for requests. In SQLite, lookups are synchronous. */
	readonly keyReader: KeyLookup;
	/** The request counts that servers share; undefined in SQLite. */
	readonly rates?: RateStore;
	/**
	 * The database itself. better-auth uses it to read and write its tables. A statement on a locked SQLite database fails
	 * at once.
	 */
	readonly database: BetterSqlite.Database | Pool;
	/**
	 * Wraps an object that uses `database`. The object's methods then wait and fail in the same way as the stores'
	 * methods.
	 *
	 * @param patience how long to wait while another program has locked SQLite, in milliseconds; by default a few
	 *   seconds
	 */
	withRetries<T extends object>(target: T, patience?: number): T;
	/**
	 * Waits until the state can be written. Another program can lock the state again immediately afterwards.
	 *
	 * @throws StateUnavailable when this takes too long
	 */
	untilWritable(): Promise<void>;
	/** How far this machine's clock is ahead of PostgreSQL's, in milliseconds; undefined in SQLite. */
	readonly clockAhead?: () => Promise<number>;
	/** Removes expired and old data. */
	prune(now: Date): Promise<void>;
	/**
	 * Tests whether the state can be read and written now.
	 *
	 * @throws StateUnavailable, or another error, when it cannot
	 */
	probe(): Promise<void>;
	close(): Promise<void>;
}

/** The stores, which read and write the tables of the state. */
export type Stores = ReturnType<typeof storesOf>;

/** Creates the stores of a database. */
export function storesOf(db: Database) {
	return {
		accounts: new AccountStore(db),
		signUps: new SignUpStore(db),
		resets: new ResetStore(db),
		credentials: new CredentialStore(db),
		sessions: new SessionStore(db),
		keys: new KeyStore(db),
		usage: new UsageStore(db),
		events: new EventStore(db),
		exports: new ExportStore(db),
		secrets: new SecretStore(db),
	};
}

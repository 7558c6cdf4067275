/** The state of a running directory: all data that changes while the server is running. */
import type BetterSqlite from 'better-sqlite3';
import type { Pool } from 'pg';
import { AboutStore } from './about-store.ts';
import { AccountStore } from './account-store.ts';
import type { AttemptStore } from './attempt-store.ts';
import { ClaimStore } from './claim-store.ts';
import { CredentialStore } from './credential-store.ts';
import type { Database } from './database.ts';
import { DeliveryStore } from './delivery-store.ts';
import { EventStore } from './event-store.ts';
import { ExportStore } from './export-store.ts';
import { IdempotencyStore } from './idempotency-store.ts';
import { JobStore } from './jobs/job-store.ts';
import { KeyStore } from './key-store.ts';
import type { KeyLookup } from './keys/verify.ts';
import { ProposalStore } from './proposal-store.ts';
import type { Removed } from './prune.ts';
import { ResetStore } from './reset-store.ts';
import { ReviewStore } from './review-store.ts';
import { SavedStore } from './saved-store.ts';
import { SecretStore } from './secret-store.ts';
import { SessionStore } from './session-store.ts';
import { SignUpStore } from './sign-up-store.ts';
import type { Probed } from './state-version.ts';
import { TrustedClock } from './trusted-clock.ts';
import { UsageStore } from './usage-store.ts';
import { VisitStore } from './visit-store.ts';
import type { VisitorStore } from './visitor-store.ts';
import { WebhookStore } from './webhook-store.ts';

/**
 * The interface of the state, in SQLite or PostgreSQL. If the database is unavailable, the state's methods wait for up
 * to a few seconds without blocking the process, and then throw StateUnavailable.
 *
 * Once a SQLite database in WAL mode is open, no lock can block its readers, so reads from SQLite never wait. A process
 * that holds the write lock changes nothing until it commits. So keys can always be checked, and no revocation is
 * missed.
 */
export interface State extends Stores {
	/** Looks up keys for requests. With SQLite, lookups are synchronous. */
	readonly keyReader: KeyLookup;
	/**
	 * The store that counts attempts. With SQLite, it is a separate file, which the first call opens or creates.
	 *
	 * @throws an error when the file cannot be opened. A later call tries again
	 */
	readonly attempts: () => Promise<AttemptStore>;
	/**
	 * The store that remembers the visitors of a day. With SQLite, it is in the same separate file.
	 *
	 * @throws an error when the file cannot be opened. A later call tries again
	 */
	readonly visitors: () => Promise<VisitorStore>;
	/**
	 * The database itself. better-auth reads and writes its tables with this object. If a SQLite database is locked, a
	 * statement that needs the lock fails at once.
	 */
	readonly database: BetterSqlite.Database | Pool;
	/**
	 * Wraps an object that uses `database`. The methods of the returned object throw StateUnavailable like the stores'
	 * methods. With SQLite, they also wait while another program has locked the database.
	 *
	 * @param patience how long to wait, in milliseconds. The default is a few seconds
	 */
	withRetries<T extends object>(target: T, patience?: number): T;
	/**
	 * Makes sure that the state can be written. If a SQLite database is locked, waits for up to a few seconds. Another
	 * program can lock the state again immediately afterwards.
	 *
	 * @throws StateUnavailable when the state cannot be written
	 */
	readonly untilWritable: () => Promise<void>;
	/** Returns how far this machine's clock is ahead of PostgreSQL's, in milliseconds. Undefined with SQLite. */
	readonly clockAhead?: () => Promise<number>;
	/**
	 * Removes expired and old data, a little at a time. Returns how many rows of each table it has removed.
	 *
	 * @param now a time that `clock` trusts
	 * @param signal stops this early
	 */
	prune(now: Date, signal?: AbortSignal): Promise<Removed>;
	/**
	 * Tests whether the state can be read and written now.
	 *
	 * @throws NewerState when a newer version has changed the tables, StateUnavailable or another error when the test fails
	 */
	probe(): Promise<Probed>;
	/** Returns the size of the database in bytes. */
	size(): Promise<number>;
	close(): Promise<void>;
}

export type Stores = ReturnType<typeof storesOf>;

export function storesOf(db: Database, attempts: () => Promise<AttemptStore>) {
	return {
		about: new AboutStore(db),
		clock: new TrustedClock(db),
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
		jobs: new JobStore(db),
		proposals: new ProposalStore(db),
		reviews: new ReviewStore(db),
		webhooks: new WebhookStore(db),
		deliveries: new DeliveryStore(db, attempts),
		visits: new VisitStore(db),
		claims: new ClaimStore(db),
		idempotency: new IdempotencyStore(db),
		saved: new SavedStore(db),
	};
}

/** Returns an object with the same members as `target`. Its methods run inside `wrap` and return promises. */
export function wrapMethods<T extends object>(target: T, wrap: <R>(call: () => R | Promise<R>) => Promise<R>): T {
	return new Proxy(target, {
		get(_, name) {
			const member: unknown = Reflect.get(target, name);
			return typeof member === 'function' ? (...args: unknown[]) => wrap(() => member.apply(target, args)) : member;
		},
	});
}

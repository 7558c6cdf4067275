import { setImmediate } from 'node:timers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { type KeyRecord, type KeyRow, recordOf } from '../keys/key.ts';
import { hashOf } from '../keys/secret.ts';
import type { KeyLookup } from '../keys/verify.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { explainPostgres, readOnly } from './errors.ts';

/** How long a query for keys may take, in milliseconds. Its result is not used later than this after it was sent. */
const LONGEST_QUERY = 250;
/** How long a request waits for the state of its key before it fails, in milliseconds. */
const PATIENCE = 1500;
/** The number of connections. Each runs one query at a time. */
const CONNECTIONS = 2;
/**
 * The maximum number of requests to answer in one turn of the event loop. If more were answered in one turn, the last
 * ones could be answered long after their result has arrived.
 */
const AT_ONCE = 200;

const ASK = {
	name: 'keys',
	text: `SELECT asked.hash, pg_is_in_recovery() AS standby, k.id, account_id, prefix, expires_at, revoked_at, scopes, plan
		FROM unnest($1::text[]) AS asked (hash) LEFT JOIN keys k ON k.hash = asked.hash LEFT JOIN accounts a ON a.id = account_id`,
};

/** A hash and its key. If there is no such key, its columns are null. */
type AskedRow = { readonly hash: string; readonly standby: boolean } & (KeyRow | { readonly id: null });

interface Waiter {
	readonly hash: string;
	readonly deadline: number;
	resolve(record: KeyRecord | undefined): void;
	reject(error: unknown): void;
}

/** Waits until no server uses the result of a query that was sent before this call. */
export async function untilRefusedEverywhere(): Promise<void> {
	const end = performance.now() + LONGEST_QUERY;
	// A timer can end up to a millisecond early.
	for (let left = LONGEST_QUERY; left > 0; left = end - performance.now()) await sleep(Math.ceil(left));
}

/**
 * Looks up keys in PostgreSQL. One query looks up all keys that requests need in one turn of the event loop, or while
 * all connections are busy. Nothing is kept in memory.
 */
export class PostgresKeyReader implements KeyLookup {
	readonly #pool: Pool;
	readonly #name: string;
	#waiting: Waiter[] = [];
	#queries = 0;
	#isScheduled = false;

	constructor(settings: ConnectionSettings) {
		this.#name = settings.name;
		this.#pool = new Pool({
			...settings,
			max: CONNECTIONS,
			idleTimeoutMillis: 0,
			connectionTimeoutMillis: LONGEST_QUERY,
			query_timeout: LONGEST_QUERY,
		});
		// The pool replaces lost connections, and queries report the errors.
		this.#pool.on('error', () => {});
	}

	find(key: string, exists: () => boolean): undefined | Promise<KeyRecord | undefined> {
		if (!exists()) return undefined;
		return new Promise((resolve, reject) => {
			this.#waiting.push({ hash: hashOf(key), deadline: performance.now() + PATIENCE, resolve, reject });
			this.#schedule();
		});
	}

	close(): Promise<void> {
		return this.#pool.end();
	}

	/** Schedules one query for all keys that requests need in this turn of the event loop. */
	#schedule(): void {
		if (this.#isScheduled || this.#waiting.length === 0 || this.#queries >= CONNECTIONS) return;
		this.#isScheduled = true;
		setImmediate(() => {
			this.#isScheduled = false;
			this.#ask();
		});
	}

	async #ask(): Promise<void> {
		const waiters = this.#waiting;
		this.#waiting = [];
		this.#queries++;
		try {
			const end = performance.now() + LONGEST_QUERY;
			const records = await this.#query([...new Set(waiters.map(({ hash }) => hash))]);
			this.#queries--;
			this.#schedule();
			await this.#answer(waiters, records, end);
		} catch (error) {
			this.#askAgain(waiters, error);
			// Lost connections must not be replaced too often.
			await sleep(LONGEST_QUERY);
			this.#queries--;
			this.#schedule();
		}
	}

	async #query(hashes: readonly string[]): Promise<Map<string, KeyRecord>> {
		const { rows } = await this.#pool.query<AskedRow>({ ...ASK, values: [hashes] });
		// A standby can miss a revocation that the primary has already confirmed.
		if (rows.some(({ standby }) => standby)) throw readOnly(this.#name);
		return new Map(rows.flatMap(({ hash, standby: _, ...row }) => (row.id === null ? [] : [[hash, recordOf(row)]])));
	}

	async #answer(waiters: readonly Waiter[], records: ReadonlyMap<string, KeyRecord>, end: number): Promise<void> {
		for (let start = 0; start < waiters.length; start += AT_ONCE) {
			if (start > 0) await nextTurn();
			if (performance.now() >= end) return this.#askAgain(waiters.slice(start), new Error('timeout'));
			for (const { hash, resolve } of waiters.slice(start, start + AT_ONCE)) resolve(records.get(hash));
		}
	}

	/** Asks again for those who have not waited too long. */
	#askAgain(waiters: readonly Waiter[], error: unknown): void {
		const now = performance.now();
		for (const waiter of waiters) {
			if (now < waiter.deadline) this.#waiting.push(waiter);
			else waiter.reject(explainPostgres(error, this.#name));
		}
		this.#schedule();
	}
}

import { setImmediate } from 'node:timers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type KeyRecord, recordOf } from '../keys/key.ts';
import { hashOf } from '../keys/secret.ts';
import type { KeyLookup } from '../keys/verify.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { explainPostgres } from './errors.ts';
import { KeyConnection } from './key-connection.ts';

/**
 * How long a decision about a key is valid after its query was sent, in milliseconds. A revocation is confirmed only
 * this long after its commit. By then, all decisions from before the revocation have expired.
 */
const VALID = 100;
/**
 * If a request uses a decision that expires within this time, in milliseconds, the decision is renewed in advance. So
 * requests with a key in regular use seldom wait for a query.
 */
const AHEAD = 50;
/**
 * How long renewals are collected, in milliseconds. After this time, one query renews them all. One large query costs
 * less than many small ones.
 */
const TOGETHER = 10;
/** How long a request waits for a decision, in milliseconds. */
const PATIENCE = 1500;
/** The pause after a failure, in milliseconds. */
const PAUSE = 50;
/**
 * The maximum number of waiting requests to answer in one turn of the event loop. If more requests were answered in one
 * turn, a decision could expire before its request is answered.
 */
const AT_ONCE = 200;
/**
 * The number of connections. A connection runs its queries one after another, so a second connection halves the queue.
 */
const CONNECTIONS = 2;
/**
 * While this many queries are running, requests do not cause further queries. Their keys are collected for the next
 * query. Renewals do not have this limit.
 */
const MOST_QUERIES = 2 * CONNECTIONS;

/** Waits until no server uses a decision that was made before this call. */
export async function untilRefusedEverywhere(): Promise<void> {
	const end = performance.now() + VALID;
	// A timer can end up to a millisecond early.
	for (let left = VALID; left > 0; left = end - performance.now()) await sleep(Math.ceil(left));
}

interface Decision {
	readonly record: KeyRecord;
	/** When the decision expires, as a value of `performance.now()`. */
	readonly until: number;
	readonly hash: string;
	/** Whether a renewal of the decision has already been requested. */
	isRenewed: boolean;
}

interface Waiter {
	readonly key: string;
	readonly hash: string;
	readonly deadline: number;
	resolve(record: KeyRecord | undefined): void;
	reject(error: unknown): void;
}

/**
 * Looks up keys in PostgreSQL. One query looks up all keys that requests need in one turn of the event loop. A decision
 * is kept in memory until 100 milliseconds after its query was sent, measured with a clock that never jumps. A request
 * in the second half of this time causes the decision to be renewed.
 */
export class PostgresKeyReader implements KeyLookup {
	readonly #connections: readonly KeyConnection[];
	readonly #name: string;
	/** The decisions by key, oldest first. */
	readonly #held = new Map<string, Decision>();
	/** All waiting requests, oldest first. */
	readonly #waiters = new Set<Waiter>();
	/** The waiting requests whose keys must be part of the next query. */
	#unasked: Waiter[] = [];
	/** The hashes of the keys whose decisions must be renewed, by key. */
	#toRenew = new Map<string, string>();
	#isScheduled = false;
	#queries = 0;
	#next = 0;
	#timer: NodeJS.Timeout | undefined;
	#failure: unknown;

	constructor(settings: ConnectionSettings) {
		this.#name = settings.name;
		this.#connections = Array.from({ length: CONNECTIONS }, () => new KeyConnection(settings));
	}

	find(key: string, exists: () => boolean): KeyRecord | undefined | Promise<KeyRecord | undefined> {
		const held = this.#held.get(key);
		const now = performance.now();
		if (held !== undefined && now < held.until) {
			if (!held.isRenewed && held.until - now < AHEAD) this.#renewSoon(key, held);
			return held.record;
		}
		if (!exists()) return undefined;
		return new Promise((resolve, reject) => {
			const waiter = { key, hash: hashOf(key), deadline: now + PATIENCE, resolve, reject };
			this.#waiters.add(waiter);
			this.#unasked.push(waiter);
			this.#timer ??= setTimeout(() => this.#giveUp(), PATIENCE);
			this.#schedule();
		});
	}

	async close(): Promise<void> {
		await Promise.all(this.#connections.map((connection) => connection.close()));
	}

	/** Renews the decision about a key in the next query. */
	#renewSoon(key: string, decision: Decision): void {
		decision.isRenewed = true;
		if (this.#toRenew.size === 0) setTimeout(() => this.#toRenew.size > 0 && this.#ask(), TOGETHER);
		this.#toRenew.set(key, decision.hash);
	}

	/** Schedules one query for all keys that requests need in this turn of the event loop. */
	#schedule(): void {
		if (this.#isScheduled || this.#unasked.length === 0 || this.#queries >= MOST_QUERIES) return;
		this.#isScheduled = true;
		setImmediate(() => {
			this.#isScheduled = false;
			this.#ask();
		});
	}

	async #ask(): Promise<void> {
		const waiters = this.#unasked;
		this.#unasked = [];
		const hashes = this.#toRenew;
		this.#toRenew = new Map();
		for (const { key, hash } of waiters) hashes.set(key, hash);
		try {
			const { rows, sentAt } = await this.#query([...hashes.values()]);
			const until = sentAt + VALID;
			this.#hold(hashes, new Map(rows.map(({ hash, ...row }) => [hash, recordOf(row)])), until);
			await this.#answer(waiters, until);
		} catch (error) {
			this.#failure = error;
			this.#askAgain(waiters);
		}
	}

	/**
	 * Sends a query on the next connection. Pauses after a failure, so that lost connections are not replaced too
	 * often.
	 */
	async #query(hashes: readonly string[]): ReturnType<KeyConnection['ask']> {
		const connection = this.#connections[this.#next++ % CONNECTIONS]!;
		this.#queries++;
		try {
			return await connection.ask(hashes);
		} catch (error) {
			await sleep(PAUSE);
			throw error;
		} finally {
			this.#queries--;
			this.#schedule();
		}
	}

	/** Keeps decisions in memory, except for keys that do not exist, because such keys can be created at any moment. */
	#hold(hashes: ReadonlyMap<string, string>, records: ReadonlyMap<string, KeyRecord>, until: number): void {
		this.#forget();
		for (const [key, hash] of hashes) {
			// Queries on different connections can be answered out of order.
			if ((this.#held.get(key)?.until ?? 0) > until) continue;
			const record = records.get(hash);
			this.#held.delete(key);
			if (record !== undefined) this.#held.set(key, { record, until, hash, isRenewed: false });
		}
	}

	async #answer(waiters: readonly Waiter[], until: number): Promise<void> {
		for (let start = 0; start < waiters.length; start += AT_ONCE) {
			if (start > 0) await nextTurn();
			if (performance.now() >= until) {
				this.#failure = new Error(`timeout: it answered more than ${VALID} ms after the query`);
				this.#askAgain(waiters.slice(start));
				return;
			}
			for (const waiter of waiters.slice(start, start + AT_ONCE)) {
				this.#waiters.delete(waiter);
				waiter.resolve(this.#held.get(waiter.key)?.record);
			}
		}
	}

	#askAgain(waiters: readonly Waiter[]): void {
		this.#unasked.push(...waiters.filter((waiter) => this.#waiters.has(waiter)));
		this.#schedule();
	}

	/** Rejects requests that have waited too long. */
	#giveUp(): void {
		const now = performance.now();
		this.#timer = undefined;
		const failure = this.#failure ?? new Error('timeout');
		for (const waiter of this.#waiters) {
			if (waiter.deadline > now) {
				this.#timer = setTimeout(() => this.#giveUp(), waiter.deadline - now);
				break;
			}
			this.#waiters.delete(waiter);
			waiter.reject(explainPostgres(failure, this.#name));
		}
		this.#unasked = this.#unasked.filter((waiter) => this.#waiters.has(waiter));
	}

	/** Removes decisions that are no longer valid. */
	#forget(): void {
		const now = performance.now();
		for (const [key, { until }] of this.#held) {
			if (until > now) break;
			this.#held.delete(key);
		}
	}
}

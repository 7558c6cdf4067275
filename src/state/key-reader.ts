import type Database from 'better-sqlite3';
import type { KeyRecord } from '../keys/key.ts';
import { planAllows, type Scope } from '../keys/scope.ts';
import { hashOf } from '../keys/secret.ts';
import type { KeyLookup } from '../keys/verify.ts';
import type { WriteWatch } from './write-watch.ts';

/** How many keys are held in memory; with more, all are looked up anew. */
const HELD = 10_000;

/**
 * Looks up keys for requests. Keys that were looked up are held in memory for as long as nobody, in this process or
 * another, has written to the database, which is asked each time. So nothing has a lifetime, and a revocation counts from
 * the moment it is committed.
 *
 * They are held by their texts, which came with requests and are in memory anyway: hashing one for each request would take
 * as long as all the rest of its check. The server writes to the database each minute in which keys are used, and forgets
 * them with that.
 */
export class KeyReader implements KeyLookup<KeyRecord | undefined> {
	readonly #watch: WriteWatch;
	readonly #byHash: Database.Statement<[string], Omit<KeyRecord, 'granted'> & { scopes: string }>;
	readonly #held = new Map<string, KeyRecord>();

	/** @param watch of the same database */
	constructor(db: Database.Database, watch: WriteWatch) {
		this.#watch = watch;
		this.#byHash = db.prepare(
			`SELECT k.id, prefix, expires_at, revoked_at, scopes, plan FROM keys k JOIN accounts a ON a.id = account_id
			 WHERE hash = ?`,
		);
	}

	find(key: string, exists: () => boolean): KeyRecord | undefined {
		// Asked before the look-up: what is read after the answer is at least as new as it.
		if (this.#watch.hasNews() || this.#held.size > HELD) this.#held.clear();
		const held = this.#held.get(key);
		if (held !== undefined) return held;
		const row = exists() ? this.#byHash.get(hashOf(key)) : undefined;
		if (row === undefined) return undefined;
		const { scopes, ...fields } = row;
		const made: Scope[] = JSON.parse(scopes);
		const record: KeyRecord = { ...fields, granted: made.filter((scope) => planAllows(fields.plan, scope)) };
		this.#held.set(key, record);
		return record;
	}
}

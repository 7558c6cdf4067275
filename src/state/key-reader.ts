import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from '../keys/key.ts';
import type { KeyLookup } from '../keys/verify.ts';

/** How many keys are held in memory; the least used go first. */
const HELD = 10_000;

/**
 * Looks up keys for requests. Keys that were looked up are held in memory for as long as nobody, in any process, has
 * written to the database: SQLite's `data_version` changes with the first write of any other connection, and it is asked
 * each time. So nothing has a lifetime, and a revocation counts from the moment it is committed.
 */
export class KeyReader implements KeyLookup {
	readonly #version: Database.Statement<[], number>;
	readonly #byHash: Database.Statement<[string], Omit<KeyRecord, 'scopes'> & { scopes: string }>;
	readonly #held = new LRUCache<string, KeyRecord>({ max: HELD });
	#heldVersion = Number.NaN;

	/** @param db a connection that writes nothing: its own writes would not show in `data_version` */
	constructor(db: Database.Database) {
		this.#version = db.prepare<[], number>('PRAGMA data_version').pluck();
		this.#byHash = db.prepare(
			`SELECT k.id, account_id, name, prefix, scopes, k.created_at, expires_at, revoked_at, last_used_at, plan
			 FROM keys k JOIN accounts a ON a.id = account_id WHERE hash = ?`,
		);
	}

	findByHash(hash: string): KeyRecord | undefined {
		const version = this.#version.get()!;
		if (version !== this.#heldVersion) {
			this.#held.clear();
			this.#heldVersion = version;
		}
		const held = this.#held.get(hash);
		if (held !== undefined) return held;
		const row = this.#byHash.get(hash);
		if (row === undefined) return undefined;
		const record: KeyRecord = { ...row, scopes: JSON.parse(row.scopes) };
		this.#held.set(hash, record);
		return record;
	}
}

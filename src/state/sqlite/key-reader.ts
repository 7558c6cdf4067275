import Database from 'better-sqlite3';
import { type KeyRecord, type KeyRow, recordOf } from '../keys/key.ts';
import { hashOf } from '../keys/secret.ts';
import type { KeyLookup } from '../keys/verify.ts';

/** The number of keys to hold in memory. If there are more, the next lookup removes all of them. */
const HELD = 10_000;

/**
 * Looks up keys for requests. Holds keys in memory until any process writes to the database, and checks for writes at
 * each lookup. So a revocation takes effect as soon as it is committed.
 *
 * In memory, keys are looked up by their text, not by their hash. Each request contains the text anyway, and hashing it
 * would take as long as the rest of the check. The text does not stay in memory for long. A server in use saves key
 * usage each second, and the next lookup after such a write removes all keys from memory.
 */
export class KeyReader implements KeyLookup {
	readonly #db: Database.Database;
	readonly #version: Database.Statement<[], number>;
	readonly #byHash: Database.Statement<[string], KeyRow>;
	readonly #held = new Map<string, KeyRecord>();
	/** The `data_version` at the last lookup. */
	#seen: number | undefined;

	/**
	 * Opens a connection of its own, because `data_version` does not count the writes of its own connection.
	 *
	 * @param file the database file. Another connection must keep it open in WAL mode
	 */
	constructor(file: string) {
		this.#db = new Database(file, { readonly: true, timeout: 0 });
		this.#version = this.#db.prepare<[], number>('PRAGMA data_version').pluck();
		this.#byHash = this.#db.prepare(
			`SELECT k.id, account_id, prefix, expires_at, revoked_at, scopes, plan FROM keys k JOIN accounts a ON a.id = account_id
			 WHERE hash = ?`,
		);
	}

	find(key: string, exists: () => boolean): KeyRecord | undefined {
		// Check first, so that the query sees every write that the check has detected.
		const version = this.#version.get();
		if (version !== this.#seen || this.#held.size > HELD) this.#held.clear();
		this.#seen = version;
		const held = this.#held.get(key);
		if (held !== undefined) return held;
		const row = exists() ? this.#byHash.get(hashOf(key)) : undefined;
		if (row === undefined) return undefined;
		const record = recordOf(row);
		this.#held.set(key, record);
		return record;
	}

	close(): void {
		this.#db.close();
	}
}

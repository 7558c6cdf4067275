import type Database from 'better-sqlite3';

/** The unsaved requests of a key on a day. */
export interface KeyUse {
	readonly id: string;
	/** The day in UTC, such as `2026-05-01`. */
	readonly day: string;
	readonly requests: number;
	/** The time of the last request, rounded down to the minute. */
	readonly lastUsed: string;
}

/** The requests of a key on a day. */
export interface DayUsage {
	readonly key_id: string;
	readonly day: string;
	readonly requests: number;
}

/** Counts the requests of keys by day. */
export class UsageStore {
	readonly #db: Database.Database;
	readonly #count: Database.Statement<[KeyUse]>;
	readonly #touch: Database.Statement<[KeyUse]>;
	readonly #ofAccount: Database.Statement<[string, string], DayUsage>;

	constructor(db: Database.Database) {
		this.#db = db;
		// Skips keys whose account was deleted in the meantime.
		this.#count = db.prepare(
			`INSERT INTO key_usage (key_id, day, requests) SELECT id, @day, @requests FROM keys WHERE id = @id
			 ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
		);
		this.#touch = db.prepare(
			"UPDATE keys SET last_used_at = @lastUsed WHERE id = @id AND coalesce(last_used_at, '') < @lastUsed",
		);
		this.#ofAccount = db.prepare(
			`SELECT key_id, day, requests FROM key_usage JOIN keys ON id = key_id
			 WHERE account_id = ? AND day >= ? ORDER BY day`,
		);
	}

	/** Adds requests to the counts, many keys in one write. */
	async add(uses: readonly KeyUse[]): Promise<void> {
		this.#db
			.transaction(() => {
				for (const use of uses) {
					this.#count.run(use);
					this.#touch.run(use);
				}
			})
			.immediate();
	}

	/** The days on which keys of an account were used, from `day` on. */
	async ofAccount(account: string, day: string): Promise<DayUsage[]> {
		return this.#ofAccount.all(account, day);
	}
}

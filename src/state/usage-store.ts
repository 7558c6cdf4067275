import type Database from 'better-sqlite3';

/** The number of requests to save with the same key, day, endpoint and status. */
export interface KeyUse {
	readonly id: string;
	/** The day in UTC, such as `2026-05-01`. */
	readonly day: string;
	/** The path of the endpoint, such as `/programs/:slug`; empty if the path of the request has no endpoint. */
	readonly endpoint: string;
	readonly status: number;
	readonly requests: number;
	/** The minute of the last request for which the key was valid; null if there was none. */
	readonly lastUsed: string | null;
}

/** A request with a key, as its owner sees it. */
export interface KeyRequest {
	readonly key_id: string;
	/** The time, as a timestamp with milliseconds. */
	readonly at: string;
	readonly method: string;
	/** The path without the query. */
	readonly path: string;
	readonly status: number;
	/** The IP address of the client without its last part. */
	readonly address: string;
}

/** The requests of a key on a day. */
export interface DayUsage {
	readonly key_id: string;
	readonly day: string;
	readonly requests: number;
}

/** The number of requests with the same key, endpoint and status. */
export interface EndpointUsage extends Pick<KeyUse, 'endpoint' | 'status' | 'requests'> {}

/** The number of requests that are kept for each key. */
export const MOST_REQUESTS = 100;

/** The use of keys: counts by day, endpoint and status, and the last requests. */
export class UsageStore {
	readonly #db: Database.Database;
	readonly #count: Database.Statement<[KeyUse]>;
	readonly #touch: Database.Statement<[KeyUse]>;
	readonly #insert: Database.Statement<[KeyRequest]>;
	readonly #shorten: Database.Statement<[string, string]>;
	readonly #ofAccount: Database.Statement<[string, string], DayUsage>;
	readonly #byEndpoint: Database.Statement<[string, string], EndpointUsage>;
	readonly #requests: Database.Statement<[string], KeyRequest>;

	constructor(db: Database.Database) {
		this.#db = db;
		// Both statements skip keys whose account was deleted in the meantime.
		this.#count = db.prepare(
			`INSERT INTO key_usage (key_id, day, endpoint, status, requests)
			 SELECT id, @day, @endpoint, @status, @requests FROM keys WHERE id = @id
			 ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
		);
		this.#insert = db.prepare(
			`INSERT INTO key_requests (key_id, at, method, path, status, address)
			 SELECT id, @at, @method, @path, @status, @address FROM keys WHERE id = @key_id`,
		);
		this.#touch = db.prepare(
			"UPDATE keys SET last_used_at = @lastUsed WHERE id = @id AND coalesce(last_used_at, '') < @lastUsed",
		);
		this.#shorten = db.prepare(
			`DELETE FROM key_requests WHERE key_id = ? AND (at, id) < (
				SELECT at, id FROM key_requests WHERE key_id = ? ORDER BY at DESC, id DESC LIMIT 1 OFFSET ${MOST_REQUESTS - 1})`,
		);
		this.#ofAccount = db.prepare(
			`SELECT key_id, day, sum(requests) AS requests FROM key_usage JOIN keys ON id = key_id
			 WHERE account_id = ? AND day >= ? GROUP BY key_id, day ORDER BY day`,
		);
		this.#byEndpoint = db.prepare(
			`SELECT endpoint, status, sum(requests) AS requests FROM key_usage WHERE key_id = ? AND day >= ?
			 GROUP BY endpoint, status ORDER BY endpoint, status`,
		);
		this.#requests = db.prepare(
			`SELECT key_id, at, method, path, status, address FROM key_requests WHERE key_id = ? ORDER BY at DESC, id DESC`,
		);
	}

	/**
	 * Adds to the counts and adds the last requests, for many keys in one write. It does not wait for the disk: the write
	 * survives a crash of this process, but not always a power cut.
	 */
	async add(uses: readonly KeyUse[], requests: readonly KeyRequest[]): Promise<void> {
		this.#db.pragma('synchronous = NORMAL');
		try {
			this.#db.transaction(() => this.#addAll(uses, requests)).immediate();
		} finally {
			this.#db.pragma('synchronous = FULL');
		}
	}

	#addAll(uses: readonly KeyUse[], requests: readonly KeyRequest[]): void {
		for (const use of uses) {
			this.#count.run(use);
			if (use.lastUsed !== null) this.#touch.run(use);
		}
		for (const request of requests) this.#insert.run(request);
		for (const id of new Set(requests.map(({ key_id }) => key_id))) this.#shorten.run(id, id);
	}

	/** The requests of each key of an account by day, starting with `day`. */
	async ofAccount(account: string, day: string): Promise<DayUsage[]> {
		return this.#ofAccount.all(account, day);
	}

	/** The use of a key since `day`, by endpoint and status. */
	async byEndpoint(key: string, day: string): Promise<EndpointUsage[]> {
		return this.#byEndpoint.all(key, day);
	}

	/** The last requests with a key, newest first. */
	async requests(key: string): Promise<KeyRequest[]> {
		return this.#requests.all(key);
	}
}

import { type Database, runEach } from './database.ts';

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

// The statements skip keys whose account was deleted in the meantime.
const COUNT = `INSERT INTO key_usage (key_id, day, endpoint, status, requests)
	SELECT id, @day, @endpoint, CAST(@status AS INTEGER), CAST(@requests AS INTEGER) FROM keys WHERE id = @id
	ON CONFLICT (key_id, day, endpoint, status) DO UPDATE SET requests = key_usage.requests + excluded.requests`;
const TOUCH = `UPDATE keys SET last_used_at = @lastUsed WHERE id = @id AND coalesce(last_used_at, '') < @lastUsed`;
const ADD = `INSERT INTO key_requests (key_id, at, method, path, status, address)
	SELECT id, @at, @method, @path, CAST(@status AS INTEGER), @address FROM keys WHERE id = @key_id`;
const SHORTEN = `DELETE FROM key_requests WHERE key_id = @id AND (at, id) < (
	SELECT at, id FROM key_requests WHERE key_id = @id ORDER BY at DESC, id DESC LIMIT 1 OFFSET ${MOST_REQUESTS - 1})`;

/** The use of keys: counts by day, endpoint and status, and the last requests. */
export class UsageStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	/**
	 * Adds to the counts and adds the last requests, for many keys in one write. It does not wait for the disk: the write
	 * survives a crash of this process, but not always a power cut.
	 */
	async add(uses: readonly KeyUse[], requests: readonly KeyRequest[]): Promise<void> {
		// Servers write at the same time. Each locks the rows in the same order, so they never wait for each other.
		const sorted = uses.map((use) => ({ ...use })).sort(byRow);
		const ids = new Set(requests.map(({ key_id }) => key_id));
		const write = function* () {
			yield* runEach(COUNT, sorted);
			yield* runEach(
				TOUCH,
				sorted.filter(({ lastUsed }) => lastUsed !== null),
			);
			yield* runEach(
				ADD,
				requests.map((request) => ({ ...request })),
			);
			yield* runEach(
				SHORTEN,
				[...ids].sort().map((id) => ({ id })),
			);
		};
		await this.#db.transaction(write, { isRelaxed: true });
	}

	/** The requests of each key of an account by day, starting with `day`. */
	async ofAccount(account: string, day: string): Promise<DayUsage[]> {
		return this.#db.all(
			`SELECT key_id, day, sum(requests) AS requests FROM key_usage JOIN keys ON keys.id = key_id
			 WHERE account_id = @account AND day >= @day GROUP BY key_id, day ORDER BY day, key_id`,
			{ account, day },
		);
	}

	/** The use of a key since `day`, by endpoint and status. */
	async byEndpoint(key: string, day: string): Promise<EndpointUsage[]> {
		return this.#db.all(
			`SELECT endpoint, status, sum(requests) AS requests FROM key_usage WHERE key_id = @key AND day >= @day
			 GROUP BY endpoint, status ORDER BY endpoint, status`,
			{ key, day },
		);
	}

	/** The last requests with a key, newest first. */
	async requests(key: string): Promise<KeyRequest[]> {
		return this.#db.all(
			`SELECT key_id, at, method, path, status, address FROM key_requests WHERE key_id = @key
			 ORDER BY at DESC, id DESC`,
			{ key },
		);
	}
}

function byRow(a: KeyUse, b: KeyUse): number {
	const text = (use: KeyUse) => `${use.id} ${use.day} ${use.endpoint} ${use.status}`;
	return text(a) < text(b) ? -1 : 1;
}

import { runWith, Store } from './database.ts';

/** A count of unsaved requests that have the same key, day, endpoint and status. */
export interface KeyUse {
	readonly id: string;
	/** The day in UTC, such as `2026-05-01`. */
	readonly day: string;
	/** The endpoint's path, such as `/programs/:slug`. It is empty if the request path matches no endpoint. */
	readonly endpoint: string;
	readonly status: number;
	readonly requests: number;
	/** The minute of the last request with a valid key, as a timestamp. Null if there was no such request. */
	readonly lastUsed: string | null;
}

/** A request made with a key, as shown to the key's owner. */
export interface KeyRequest {
	readonly key_id: string;
	/** The time, as a timestamp with milliseconds. */
	readonly at: string;
	readonly method: string;
	/** The path without the query. */
	readonly path: string;
	readonly status: number;
	/** The client's IP address without its last part. */
	readonly address: string;
}

export interface DayUsage {
	readonly key_id: string;
	readonly day: string;
	readonly requests: number;
}

/** The number of requests made with a key that have the same endpoint and status. */
export interface EndpointUsage extends Pick<KeyUse, 'endpoint' | 'status' | 'requests'> {}

/** The maximum number of requests that are kept for each key. */
export const MOST_REQUESTS = 100;

const KEYS = { id: 'TEXT' } as const;
const TOUCHED = { id: 'TEXT', last_used: 'TEXT' } as const;
const USES = { id: 'TEXT', day: 'TEXT', endpoint: 'TEXT', status: 'INTEGER', requests: 'INTEGER' } as const;
const REQUESTS = {
	place: 'INTEGER',
	id: 'TEXT',
	at: 'TEXT',
	method: 'TEXT',
	path: 'TEXT',
	status: 'INTEGER',
	address: 'TEXT',
} as const;

// The statements skip keys whose account was deleted in the meantime. Several servers can write at the same time. All
// of them lock rows in the same order, so they cannot deadlock.
const COUNT = `INSERT INTO key_usage (key_id, day, endpoint, status, requests)
	SELECT keys.id, day, endpoint, status, CAST(sum(requests) AS BIGINT) FROM given JOIN keys ON keys.id = given.id
	WHERE TRUE GROUP BY keys.id, day, endpoint, status ORDER BY keys.id, day, endpoint, status
	ON CONFLICT (key_id, day, endpoint, status) DO UPDATE SET requests = key_usage.requests + excluded.requests`;
const ADD = `INSERT INTO key_requests (key_id, at, method, path, status, address)
	SELECT keys.id, at, method, path, status, address FROM given JOIN keys ON keys.id = given.id
	ORDER BY place`;
// For each key, finds the oldest row to keep, and deletes the rows before it.
const SHORTEN = `DELETE FROM key_requests WHERE id IN (
	SELECT r.id FROM (
		SELECT (SELECT id FROM key_requests WHERE key_id = given.id
			ORDER BY at DESC, id DESC LIMIT 1 OFFSET ${MOST_REQUESTS - 1}) AS last FROM given
	) AS limits JOIN key_requests l ON l.id = last
	JOIN key_requests r ON r.key_id = l.key_id AND r.at <= l.at AND (r.at, r.id) < (l.at, l.id))`;
const IS_LATER = `keys.id = given.id AND coalesce(last_used_at, '') < last_used`;
const LOCK = `SELECT keys.id FROM keys JOIN given ON ${IS_LATER} ORDER BY keys.id FOR NO KEY UPDATE OF keys`;
const TOUCH = `UPDATE keys SET last_used_at = last_used FROM given WHERE ${IS_LATER}`;

/** Stores the usage of keys: request counts by day, endpoint and status, and the latest requests. */
export class UsageStore extends Store {
	/**
	 * Increases the counts and adds the latest requests of many keys in one write. The call does not wait until the data
	 * is on the disk, so the write survives a crash of this process, but not always a power cut.
	 */
	async add(uses: readonly KeyUse[], requests: readonly KeyRequest[]): Promise<void> {
		const used = { columns: USES, rows: uses };
		const latest = {
			columns: REQUESTS,
			rows: requests.map(({ key_id: id, ...request }, place) => ({ ...request, id, place })),
		};
		const keys = { columns: KEYS, rows: [...new Set(requests.map(({ key_id }) => key_id))].map((id) => ({ id })) };
		const touched = { columns: TOUCHED, rows: lastUses(uses) };
		const write = function* () {
			yield* runWith(COUNT, used);
			yield* runWith(ADD, latest);
			yield* runWith(SHORTEN, keys);
			// This lock comes last so that it is held only briefly, because a revocation waits for it.
			yield* runWith(LOCK, touched);
			yield* runWith(TOUCH, touched);
		};
		await this.db.transaction(write, { isRelaxed: true });
	}

	/** Returns the daily number of requests for each of an account's keys, from `day` on. */
	async ofAccount(account: string, day: string): Promise<DayUsage[]> {
		return this.db.all(
			`SELECT key_id, day, sum(requests) AS requests FROM key_usage JOIN keys ON keys.id = key_id
			 WHERE account_id = @account AND day >= @day GROUP BY key_id, day ORDER BY day, key_id`,
			{ account, day },
		);
	}

	/** Returns the number of a key's requests from `day` on, by endpoint and status. */
	async byEndpoint(key: string, day: string): Promise<EndpointUsage[]> {
		return this.db.all(
			`SELECT endpoint, status, sum(requests) AS requests FROM key_usage WHERE key_id = @key AND day >= @day
			 GROUP BY endpoint, status ORDER BY endpoint, status`,
			{ key, day },
		);
	}

	/** Returns the latest requests made with a key, newest first. */
	async requests(key: string): Promise<KeyRequest[]> {
		return this.db.all(
			`SELECT key_id, at, method, path, status, address FROM key_requests WHERE key_id = @key
			 ORDER BY at DESC, id DESC`,
			{ key },
		);
	}
}

function lastUses(uses: readonly KeyUse[]): { id: string; last_used: string }[] {
	const last = new Map<string, string>();
	for (const { id, lastUsed } of uses) if (lastUsed !== null && (last.get(id) ?? '') < lastUsed) last.set(id, lastUsed);
	return [...last].map(([id, last_used]) => ({ id, last_used }));
}

import type Database from 'better-sqlite3';

export interface StateCounts {
	readonly accounts: number;
	readonly keys: number;
	/** When the newest account, key, event or request with a key was recorded, in ISO 8601. Null if there is none. */
	readonly newest: string | null;
}

export function countRows(db: Database.Database): StateCounts {
	return db
		.prepare<[], StateCounts>(
			`SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM keys) AS keys, (
				SELECT max(at) FROM (SELECT max(created_at) AS at FROM accounts UNION ALL SELECT max(created_at) FROM keys
				UNION ALL SELECT max(at) FROM events UNION ALL SELECT max(at) FROM key_requests)) AS newest`,
		)
		.get()!;
}

import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { AttemptTable, Limit, Limits } from './attempt-table.ts';

/** Counts attempts in the table `attempts` of the state in PostgreSQL. */
export function attemptsInPool(pool: Pool, limits: Limits): AttemptTable {
	return {
		limiters: new Map([...limits].map(([name, limit]) => [name, limiter(pool, name, limit)])),
		removeLaterThan: (key, time) => pool.query('DELETE FROM attempts WHERE key = $1 AND expire > $2', [key, time]),
		async isRemembered(name, now) {
			const { rowCount } = await pool.query('SELECT 1 FROM attempts WHERE key = $1 AND expire > $2', [name, now]);
			return rowCount !== 0;
		},
		remember: (name, until) =>
			pool.query(
				'INSERT INTO attempts VALUES ($1, 0, $2) ON CONFLICT (key) DO UPDATE SET points = 0, expire = excluded.expire',
				[name, until],
			),
		clear: (time) =>
			pool.query(
				`DELETE FROM attempts WHERE key IN (
					SELECT key FROM attempts WHERE expire < $1 LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
				[time],
			),
		// The state closes the pool.
		close: () => {},
	};
}

function limiter(pool: Pool, keyPrefix: string, [points, duration]: Limit): RateLimiterPostgres {
	return new RateLimiterPostgres({
		storeClient: pool,
		storeType: 'pool',
		tableName: 'attempts',
		tableCreated: true,
		clearExpiredByTimeout: false,
		keyPrefix,
		points,
		duration,
	});
}

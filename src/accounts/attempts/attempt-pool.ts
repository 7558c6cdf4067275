import type { Pool } from 'pg';
import { secondsOf } from '../../api/limits/window-counter.ts';
import { type AttemptTable, LATER_CLOCK, type Limits } from './attempt-table.ts';

/** PostgreSQL's time in milliseconds since 1970. It is used because the servers' own clocks can differ. */
const NOW = '(extract(epoch FROM now()) * 1000)::bigint';
/**
 * Whether a count has not ended, and does not end too far in the future. A count that ends too far in the future was
 * started before the clock was set back.
 */
const GOES_ON = `a.expire BETWEEN ${NOW} AND excluded.expire + ${LATER_CLOCK}`;

const COUNT = `INSERT INTO attempts AS a VALUES ($1, 1, ${NOW} + $2::bigint)
	ON CONFLICT (key) DO UPDATE SET
		points = CASE WHEN ${GOES_ON} THEN a.points + 1 ELSE 1 END,
		expire = CASE WHEN ${GOES_ON} THEN a.expire ELSE excluded.expire END
	RETURNING points, expire - ${NOW} AS left`;
const REMEMBER = `INSERT INTO attempts VALUES ($1, 0, ${NOW} + $2::bigint)
	ON CONFLICT (key) DO UPDATE SET points = 0, expire = excluded.expire`;
const CLEAR = `DELETE FROM attempts WHERE key IN (
	SELECT key FROM attempts WHERE expire < ${NOW} LIMIT 1000 FOR UPDATE SKIP LOCKED)`;

/** Counts attempts in the table `attempts` of the state in PostgreSQL. */
export function attemptsInPool(pool: Pool, limits: Limits): AttemptTable {
	return {
		async consume(limit, key) {
			const [most, seconds] = limits.get(limit)!;
			const { rows } = await pool.query(COUNT, [`${limit}:${key}`, seconds * 1000]);
			const [{ points, left }] = rows;
			return points > most ? secondsOf(Number(left)) : 0;
		},
		forget: (limit, key) => pool.query('DELETE FROM attempts WHERE key = $1', [`${limit}:${key}`]),
		async isRemembered(name) {
			const { rowCount } = await pool.query(`SELECT 1 FROM attempts WHERE key = $1 AND expire > ${NOW}`, [name]);
			return rowCount !== 0;
		},
		remember: (name, life) => pool.query(REMEMBER, [name, life]),
		clear: () => pool.query(CLEAR),
		// The state closes the pool.
		close: () => {},
	};
}

import type { Pool } from 'pg';

/** How far this machine's clock is ahead of PostgreSQL's, in milliseconds. */
export async function clockAhead(pool: Pool): Promise<number> {
	const { rows } = await pool.query('SELECT clock_timestamp() AS time');
	return Date.now() - rows[0].time.getTime();
}

import type { Pool } from 'pg';

/** Returns how far this machine's clock is ahead of PostgreSQL's clock, in milliseconds. */
export async function clockAhead(pool: Pool): Promise<number> {
	const { rows } = await pool.query('SELECT clock_timestamp() AS time');
	return Date.now() - rows[0].time.getTime();
}

import type { Pool } from 'pg';

/** How far the clock of this machine is ahead of that of PostgreSQL, in milliseconds. */
export async function clockAhead(pool: Pool): Promise<number> {
	const { rows } = await pool.query('SELECT clock_timestamp() AS time');
	return Date.now() - rows[0].time.getTime();
}

import type { ClientBase } from 'pg';

/** Time limits of PostgreSQL, in milliseconds. */
export interface TimeLimits {
	readonly statement_timeout?: number;
	readonly lock_timeout?: number;
	readonly idle_in_transaction_session_timeout?: number;
}

/** Sets the limits of an open connection. PgBouncer refuses connections that ask for them while they are opened. */
export async function setTimeLimits(client: ClientBase, limits: TimeLimits): Promise<void> {
	const names = Object.entries(limits).map(([name, ms]) => `set_config('${name}', '${ms}', false)`);
	await client.query(`SELECT ${names.join(', ')}`);
}

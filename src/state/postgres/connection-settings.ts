import type { ClientBase, ClientConfig } from 'pg';
import { UserError } from '../../shared/user-error.ts';

/** How long to wait for a connection, in milliseconds. */
const CONNECTING = 1500;

/** The settings of all connections to PostgreSQL. */
export interface ConnectionSettings extends ClientConfig {
	/** The host and the name of the database, for messages. It contains no password. */
	readonly name: string;
}

/**
 * Reads `DATABASE_URL`.
 *
 * @throws UserError when `url` is not the address of a PostgreSQL database. The message does not contain the password
 */
export function connectionSettings(url: string): ConnectionSettings {
	if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
		throw new UserError(
			'DATABASE_URL must be the address of a PostgreSQL database, such as postgres://directory:PASSWORD@db.example/directory.',
		);
	}
	const { host, pathname } = new URL(url);
	return {
		name: `${host || 'localhost'}${pathname}`,
		connectionString: url,
		application_name: 'affiliate-program-directory',
		connectionTimeoutMillis: CONNECTING,
		keepAlive: true,
		// Queries are sent without waiting for the results of earlier queries. Also, if a query takes too long, its
		// connection is closed. Without this setting, the connection would stay in use.
		pipeline: true,
	} as ConnectionSettings;
}

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

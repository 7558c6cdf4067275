import { Client, Pool, type QueryConfig } from 'pg';
import { AttemptStore } from '../attempt-store.ts';
import { prune } from '../prune.ts';
import { type State, storesOf, wrapMethods } from '../state.ts';
import type { Probed } from '../state-version.ts';
import { VisitorStore } from '../visitor-store.ts';
import { connectionSettings, setTimeLimits, type TimeLimits } from './connection-settings.ts';
import { explainPostgres, readOnly } from './errors.ts';
import { PostgresKeyReader } from './key-reader.ts';
import { migrate, probeVersion } from './migrate.ts';
import { PostgresDatabase, withClient } from './postgres-database.ts';

/** The maximum number of connections in the pool. Two more connections, outside the pool, are used to check keys. */
const CONNECTIONS = 4;
/** How long to wait until a connection is opened or becomes free, in milliseconds. */
const CONNECTING = 4000;
/** How long a statement may take, in milliseconds. */
const LONGEST_STATEMENT = 3000;
/**
 * How long a transaction may wait for this process's next statement, in milliseconds. If the network fails during a
 * transaction, PostgreSQL releases the transaction's locks after this time.
 */
const LONGEST_PAUSE = 2000;
const LIMITS: TimeLimits = {
	statement_timeout: LONGEST_STATEMENT,
	idle_in_transaction_session_timeout: LONGEST_PAUSE,
};

/**
 * Opens the state in PostgreSQL, and creates or updates its tables if necessary.
 *
 * @throws UserError when PostgreSQL cannot be reached or accepts only reads, or when the database belongs to a newer
 *   version or to another program
 */
export async function openPostgres(url: string): Promise<State> {
	const settings = connectionSettings(url);
	const { name } = settings;
	async function explained<T>(work: () => T | Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			throw explainPostgres(error, name);
		}
	}
	await migrate(settings);
	const pool = new Pool({
		...settings,
		Client: TextClient,
		max: CONNECTIONS,
		connectionTimeoutMillis: CONNECTING,
		query_timeout: LONGEST_STATEMENT,
		onConnect: (client) => setTimeLimits(client, LIMITS),
	});
	// The pool replaces lost connections, and queries report the errors.
	pool.on('error', () => {});
	const database = new PostgresDatabase(pool, name);
	const attemptStore = new AttemptStore(database);
	const attempts = async () => attemptStore;
	const visitors = new VisitorStore(database);
	const keyReader = new PostgresKeyReader(settings);
	return {
		...storesOf(database, attempts),
		keyReader,
		attempts,
		visitors: async () => visitors,
		database: pool,
		withRetries: (target) => wrapMethods(target, explained),
		untilWritable: () => explained(() => refuseReadOnly(pool, name)),
		clockAhead: () =>
			explained(async () => {
				const { rows } = await pool.query('SELECT clock_timestamp() AS time');
				return Date.now() - rows[0].time.getTime();
			}),
		prune: (now, signal) => prune(database, now, signal),
		probe: () => explained(() => probe(pool, name)),
		size: () =>
			explained(async () => {
				const { rows } = await pool.query('SELECT pg_database_size(current_database()) AS bytes');
				return Number(rows[0].bytes);
			}),
		async close() {
			await keyReader.close();
			await pool.end();
		},
	};
}

/**
 * A connection that replaces NUL characters in values, because PostgreSQL refuses text with NUL characters. Users can
 * send such text, and SQLite accepts it.
 */
export class TextClient extends Client {
	override query(...[query, values, ...others]: unknown[]): never {
		const cleaned = isConfig(query) ? { ...query, values: clean(query.values) } : query;
		return (super.query as (...args: unknown[]) => unknown)(cleaned, clean(values), ...others) as never;
	}
}

function isConfig(query: unknown): query is QueryConfig {
	return typeof query === 'object' && query !== null && !('submit' in query);
}

function clean(values: unknown): unknown[] | undefined {
	if (!Array.isArray(values)) return values as undefined;
	return values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
}

/**
 * Tests whether the state can be read and written now, and whether this version can use its tables.
 *
 * @throws NewerState when a newer version has changed the tables. Errors of PostgreSQL are thrown unchanged
 */
export function probe(pool: Pool, name: string): Promise<Probed> {
	return withClient(pool, async (client) => {
		await client.query('BEGIN');
		// The update locks the row for a moment, but changes nothing, because the transaction is undone.
		const { rows } = await client.query('UPDATE schema_version SET version = version RETURNING version');
		await client.query('ROLLBACK');
		return probeVersion(client, name, rows[0].version);
	});
}

/** @throws StateUnavailable when the database accepts only reads */
export function refuseReadOnly(pool: Pool, name: string): Promise<void> {
	return withClient(pool, async (client) => {
		const { rows } = await client.query('SHOW transaction_read_only');
		if (rows[0].transaction_read_only === 'on') throw readOnly(name);
	});
}

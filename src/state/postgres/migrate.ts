import { Client, type ClientBase } from 'pg';
import { forPostgres, LAST_VERSION, stepsAfter, UNKEPT, VERSIONS } from '../migrations.ts';
import { COMPATIBLE, type Probed, refuseOtherState } from '../state-version.ts';
import { type ConnectionSettings, connectionSettings, setTimeLimits } from './connection-settings.ts';
import { explainPostgres, isConflict, readOnly } from './errors.ts';

/** The number of the advisory lock for migrations. Each database has its own lock with this number. */
const LOCK = 4_321_001;
/** How long to wait for another server that is migrating, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Creates or updates the tables. If several servers start together, the first server does this and the others wait.
 *
 * @throws UserError when the database belongs to another program, was changed by a newer version of this application, or
 *   accepts only reads
 */
export async function migrate(settings: ConnectionSettings): Promise<void> {
	await withConnection(settings, async (client, name) => {
		const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby');
		if (rows[0].standby) throw readOnly(name);
		await setTimeLimits(client, { lock_timeout: PATIENCE });
		const end = performance.now() + PATIENCE;
		while ((await versionOf(client)) !== LAST_VERSION) {
			try {
				await client.query('BEGIN');
				await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
				await update(client, name);
				await client.query('COMMIT');
				return;
			} catch (error) {
				await client.query('ROLLBACK').catch(() => {});
				// A request to an older server can use two of the tables in another order: a deadlock.
				if (!isConflict(error) || performance.now() > end) throw error;
			}
		}
	});
}

/** Runs work with a connection of its own. @throws UserError when PostgreSQL cannot be used */
export async function withConnection<T>(
	{ name, ...settings }: ConnectionSettings,
	work: (client: Client, name: string) => Promise<T>,
): Promise<T> {
	const client = new Client(settings);
	client.on('error', () => {});
	try {
		await client.connect();
		return await work(client, name);
	} catch (error) {
		throw explainPostgres(error, name);
	} finally {
		await client.end().catch(() => {});
	}
}

async function update(client: Client, name: string): Promise<void> {
	const version = await versionOf(client);
	if (version > LAST_VERSION && (await isUsableNewer(client))) return;
	await refuseOtherVersion(client, name, version);
	if (version === 0) {
		await client.query('CREATE TABLE schema_version (version INTEGER NOT NULL)');
		await client.query('INSERT INTO schema_version VALUES (0)');
	}
	for (const step of stepsAfter(version)) await client.query(forPostgres(step));
	// Without a log of changes, they are empty after a crash.
	await client.query(forPostgres(UNKEPT).replaceAll('CREATE TABLE', 'CREATE UNLOGGED TABLE'));
	await client.query('UPDATE schema_version SET version = $1', [LAST_VERSION]);
}

/** Returns the number of the last step that has been run on a database, or 0 if none has. Changes nothing. */
export function readVersion(url: string): Promise<number> {
	return withConnection(connectionSettings(url), versionOf);
}

/** Whether a newer version has added to the tables, but this one can still use them. */
async function isUsableNewer(client: ClientBase): Promise<boolean> {
	const { rows } = await client.query(COMPATIBLE);
	return rows[0].version <= LAST_VERSION;
}

/** @throws NewerState when a newer version has made tables that this one cannot use */
export async function probeVersion(client: ClientBase, name: string, version: number): Promise<Probed> {
	const isNewer = version > LAST_VERSION;
	if (isNewer && !(await isUsableNewer(client))) await refuseOtherVersion(client, name, version);
	return { isNewer };
}

/** @throws UserError unless the database is empty, or is a state of this version or an older one that can be updated */
export async function refuseOtherVersion(client: ClientBase, name: string, version: number): Promise<void> {
	const stranger = `The database ${name} contains another program’s tables. Create a separate database and name it in DATABASE_URL.`;
	refuseOtherState({ name: `The state in ${name}`, version, tables: await tablesOf(client), stranger }, VERSIONS);
}

/**
 * Returns the number of the last step that has been run on a database, or 0 if none has. Another program can have a table
 * with the same name.
 */
export async function versionOf(client: ClientBase): Promise<number> {
	const tables = await tablesOf(client);
	if (!['schema_version', 'accounts', 'keys'].every((table) => tables.includes(table))) return 0;
	const { rows } = await client.query('SELECT version FROM schema_version');
	return rows[0].version;
}

/** Returns the table names. Unlike `to_regclass`, this finds tables created while the server waited for the lock. */
async function tablesOf(client: ClientBase): Promise<string[]> {
	const { rows } = await client.query('SELECT tablename FROM pg_tables WHERE schemaname = current_schema()');
	return rows.map(({ tablename }) => tablename);
}

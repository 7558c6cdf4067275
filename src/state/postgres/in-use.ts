/** Finds out whether a backup or a restore may use a database now. */
import { Client } from 'pg';
import { UserError } from '../../shared/user-error.ts';
import { LAST_VERSION } from '../migrations.ts';
import { connectionSettings } from './connection-settings.ts';
import { explainPostgres } from './errors.ts';
import { refuseOtherVersion, versionOf } from './migrate.ts';

/** The connections of other processes of this application, by the address they come from. */
const OTHERS = `SELECT coalesce(host(client_addr), 'this machine') AS address, count(*)::int AS connections
	FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()
	GROUP BY 1 ORDER BY 1`;

/** @throws UserError when a server or another command of this application has a connection to the database */
export async function refuseRunningServers(url: string): Promise<void> {
	const { application_name } = connectionSettings(url);
	await withClient(url, async (client, name) => {
		const { rows } = await client.query(OTHERS, [application_name]);
		if (rows.length === 0) return;
		const places = rows.map(({ address, connections }) => `${address} (${connections})`).join(', ');
		throw new UserError(
			`Servers or commands are using the state in ${name}. They have connections from ${places}. Stop them, then try again.`,
		);
	});
}

/**
 * A backup must not update the tables, because the servers that use them may run another version.
 *
 * @throws UserError when the tables are missing, or are not those of this version
 */
export async function refuseUpdate(url: string): Promise<void> {
	await withClient(url, async (client, name) => {
		const version = await versionOf(client);
		if (version === LAST_VERSION) return;
		await refuseOtherVersion(client, name, version);
		throw new UserError(
			version === 0
				? `There is no state in ${name}. Set DATABASE_URL to the database that the servers use.`
				: `The state in ${name} has version ${version}, and this version of the application makes version ${LAST_VERSION}. Back it up with the version that the servers run.`,
		);
	});
}

async function withClient(url: string, work: (client: Client, name: string) => Promise<void>): Promise<void> {
	const { name, ...settings } = connectionSettings(url);
	const client = new Client(settings);
	client.on('error', () => {});
	try {
		await client.connect();
		await work(client, name);
	} catch (error) {
		throw explainPostgres(error, name);
	} finally {
		await client.end().catch(() => {});
	}
}

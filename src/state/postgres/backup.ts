/** Backs up a state in PostgreSQL as one file, and restores it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskFull, explain, isDiskFull } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/files.ts';
import { UserError } from '../../shared/user-error.ts';
import { copyTables } from '../copy/copy-state.ts';
import { readEndings } from '../copy/endings.ts';
import { type PostgresSide, postgresSide } from '../copy/postgres-side.ts';
import { needBackup, type RestoredState, restoreCopy } from '../copy/restore-copy.ts';
import { sqliteSide } from '../copy/sqlite-side.ts';
import { LAST_VERSION } from '../migrations.ts';
import { backUpState, notNoted, refuseExisting } from '../sqlite/backup.ts';
import type { StateCounts } from '../sqlite/state-counts.ts';
import { connectionSettings } from './connection-settings.ts';
import { refuseOtherVersion, versionOf, withConnection } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';

/**
 * Writes a backup of the state to `file`, while servers use the state. It has the same form as a backup of a state in
 * SQLite, so either can be restored in the other database. Then the state notes when it was backed up.
 *
 * @throws UserError when `file` already exists, or when PostgreSQL cannot be used or has tables of another version
 */
export async function backUpPostgres(url: string, file: string, now: Date): Promise<StateCounts> {
	refuseExisting(file);
	await refuseUpdate(url);
	const counts = await withFolderBeside(file, async (folder) => {
		await using state = await postgresSide(url);
		await state.beginSnapshot();
		return await writeBackup(state, folder, file, now);
	});
	const state = await openPostgres(url);
	try {
		await state.about.noteBackup(now);
	} catch (error) {
		throw notNoted(file, error);
	} finally {
		await state.close();
	}
	return counts;
}

/**
 * Replaces the state with a backup, in one transaction. See `restoreCopy` for what does not come back. The replaced state becomes a backup beside `file`.
 *
 * @throws UserError when a server is using the state, when the backup is missing, damaged, from a newer version or
 *   changed by another program, or when the disk is full. In all these cases, the state stays as it was
 */
export async function restorePostgres(file: string, url: string, now: Date): Promise<RestoredState> {
	needBackup(file);
	await refuseRunningServers(url);
	return withFolderBeside(file, async (folder) => {
		await using state = await postgresSide(url);
		await state.beginWriting();
		const previous = join(dirname(file), `replaced-${now.toISOString().replaceAll(':', '-')}.sqlite`);
		await withFolderBeside(file, (aside) => writeBackup(state, aside, previous, now));
		const endings = readEndings(previous);
		if (endings === undefined) rmSync(previous);
		const restored = await restoreCopy(file, folder, endings, now);
		await using copy = await sqliteSide(folder, true);
		await copyTables(copy, state);
		return { ...restored, replaced: endings && previous };
	});
}

async function writeBackup(state: PostgresSide, folder: string, file: string, now: Date): Promise<StateCounts> {
	{
		await using copy = await sqliteSide(folder, false);
		await copy.beginWriting();
		await copyTables(state, copy);
	}
	return backUpState(folder, file, now);
}

/** Runs `work` with a new private folder beside a file, and removes the folder. */
async function withFolderBeside<T>(file: string, work: (folder: string) => Promise<T>): Promise<T> {
	const beside = dirname(file);
	const folder = explain(
		() => {
			makeFolder(beside, 0o700);
			return mkdtempSync(join(beside, '.state-'));
		},
		'make a folder in',
		beside,
	);
	try {
		return await work(folder);
	} catch (error) {
		throw isDiskFull(error) ? diskFull(beside, error) : error;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The connections of other processes of this application, by the address they come from. */
const OTHERS = `SELECT coalesce(host(client_addr), 'this machine') AS address, count(*)::int AS connections
	FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()
	GROUP BY 1 ORDER BY 1`;

/** @throws UserError when a server or another command of this application has a connection to the database */
export async function refuseRunningServers(url: string): Promise<void> {
	const settings = connectionSettings(url);
	await withConnection(settings, async (client, name) => {
		const { rows } = await client.query(OTHERS, [settings.application_name]);
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
	await withConnection(connectionSettings(url), async (client, name) => {
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

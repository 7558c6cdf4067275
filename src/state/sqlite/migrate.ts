import type Database from 'better-sqlite3';
import { forSqlite, LAST_VERSION, stepsAfter, VERSIONS } from '../migrations.ts';
import { COMPATIBLE, type Probed, refuseOtherState } from '../state-version.ts';

/** Returns the number of the last step that has been run on a database, or 0 if none has. */
export function versionOf(db: Database.Database): number {
	return db.pragma('user_version', { simple: true }) as number;
}

/** Whether a newer version has added to the tables, but this one can still use them. */
export function isUsableNewer(db: Database.Database): boolean {
	if (versionOf(db) <= LAST_VERSION || !tablesOf(db).includes('about')) return false;
	return db.prepare<[], number>(COMPATIBLE).pluck().get()! <= LAST_VERSION;
}

/** @throws NewerState when a newer version has made tables that this one cannot use */
export function probeVersion(db: Database.Database): Probed {
	const isNewer = versionOf(db) > LAST_VERSION;
	if (isNewer && !isUsableNewer(db)) refuseOtherVersion(db);
	return { isNewer };
}

/**
 * Throws an error unless the database is empty, or is a state of this version or an older one that can be updated.
 *
 * @param words `name` names the database, and `stranger` is what to say if it is a database of another program
 */
export function refuseOtherVersion(
	db: Database.Database,
	words = {
		name: db.name,
		stranger: `${db.name} is a database from another program. Choose a different folder with --state or STATE_DIR.`,
	},
): void {
	refuseOtherState({ ...words, version: versionOf(db), tables: tablesOf(db) }, VERSIONS);
}

function tablesOf(db: Database.Database): string[] {
	return db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
}

/** Runs the missing steps. The caller runs this in a transaction. */
export function runMigrations(db: Database.Database): void {
	for (const step of stepsAfter(versionOf(db))) db.exec(forSqlite(step));
	db.pragma(`user_version = ${LAST_VERSION}`);
}

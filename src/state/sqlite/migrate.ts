import type Database from 'better-sqlite3';
import { FIRST_VERSION, MIGRATIONS } from './migrations.ts';

/** The number of the last step. */
export const LAST_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;

/** Returns the number of the last step that has been run on a database, or 0 if none has. */
export function versionOf(db: Database.Database): number {
	return db.pragma('user_version', { simple: true }) as number;
}

/** Runs the missing steps up to a version. The caller runs this in a transaction. */
export function runMigrations(db: Database.Database, version = LAST_VERSION): void {
	const done = Math.max(0, versionOf(db) - FIRST_VERSION + 1);
	for (const step of MIGRATIONS.slice(done, version - FIRST_VERSION + 1)) db.exec(step);
	db.pragma(`user_version = ${version}`);
}

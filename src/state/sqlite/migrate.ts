import type Database from 'better-sqlite3';
import { MIGRATIONS } from './migrations.ts';

/** Returns the number of migration steps that have been run on a database. */
export function versionOf(db: Database.Database): number {
	return db.pragma('user_version', { simple: true }) as number;
}

/** Runs the missing steps up to a version. The caller runs this in a transaction. */
export function runMigrations(db: Database.Database, version = MIGRATIONS.length): void {
	for (const step of MIGRATIONS.slice(versionOf(db), version)) db.exec(step);
	db.pragma(`user_version = ${version}`);
}

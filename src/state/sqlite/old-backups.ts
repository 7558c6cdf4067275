import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { refuseUnknownSchema } from './known-schema.ts';

/**
 * Removes the oldest backups in the folder of a backup, so that `keep` of them are left. Other files stay.
 *
 * @param keep at least 1. The backup itself is the newest
 * @returns the removed files, oldest first
 */
export function removeOldBackups(backup: string, keep: number): string[] {
	const folder = dirname(backup);
	const backups = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
		.map((entry) => ({ file: join(folder, entry.name), madeAt: dateOf(join(folder, entry.name)) }))
		.filter(({ madeAt }) => madeAt !== undefined)
		.sort((a, b) => (a.madeAt! < b.madeAt! ? -1 : 1));
	const old = backups.slice(0, -keep).map(({ file }) => file);
	for (const file of old) rmSync(file);
	return old;
}

/** Returns the date of a backup, or undefined if the file is not a backup that this version can restore. */
function dateOf(file: string): string | undefined {
	try {
		const db = new Database(file, { readonly: true });
		try {
			refuseUnknownSchema(db, file);
			return db.prepare<[], string>('SELECT made_at FROM backup').pluck().get();
		} finally {
			db.close();
		}
	} catch {
		return undefined;
	}
}

/** Reads the directory from a snapshot once for the whole build. */
import type Database from 'better-sqlite3';
import { once } from '../shared/once.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { type Directory, readDirectory } from '../website/directory/directory.ts';
import { logoFinder } from './logos.ts';

export interface OpenDirectory extends Disposable {
	readonly db: Database.Database;
	/** Reads the directory when first called. @throws if a record of the snapshot is invalid */
	directory(): Directory;
	/** Reads the directory now, so that later calls of `directory` return at once. Ignores errors. */
	readAhead(): void;
}

/** @param logos the folder of the logos */
export function openDirectory(snapshot: string, logos: string): OpenDirectory {
	const db = openSnapshot(snapshot);
	db.exec('BEGIN');
	const directory = once(() => readDirectory(db, logoFinder(logos)));
	return {
		db,
		directory,
		readAhead() {
			try {
				directory();
			} catch {
				// The build checks the snapshot later and then reports what is invalid.
			}
		},
		[Symbol.dispose]: () => db.close(),
	};
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openPrivate, retryWhileLocked } from '../../shared/sqlite.ts';
import { AttemptStore } from '../attempt-store.ts';
import { forSqlite, UNKEPT } from '../migrations.ts';
import { VisitorStore } from '../visitor-store.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/** How long to wait for a locked file, in milliseconds. */
const PATIENCE = 500;

/**
 * The file that counts attempts, and remembers the visitors of a day. It is separate from the state for three reasons. Its
 * data is not worth keeping, so writes to it need not wait for the disk. Backups must not contain the visitors. And a write
 * to the state itself would make the server drop the keys that it holds in memory.
 */
export class AttemptFile {
	readonly #file: string;
	#db: Database.Database | undefined;
	#attempts: AttemptStore | undefined;
	#visitors: VisitorStore | undefined;

	/** @param folder the folder of the state */
	constructor(folder: string) {
		this.#file = join(folder, 'attempts.sqlite');
	}

	/** Returns the store of attempts. Opens or creates the file when first called, and tries again if that fails. */
	readonly attempts = (): Promise<AttemptStore> =>
		retryWhileLocked(() => (this.#attempts ??= new AttemptStore(this.#open())), PATIENCE);

	/** Returns the store of visitors. Opens or creates the file when first called, and tries again if that fails. */
	readonly visitors = (): Promise<VisitorStore> =>
		retryWhileLocked(() => (this.#visitors ??= new VisitorStore(this.#open())), PATIENCE);

	#open(): SqliteDatabase {
		this.#db ??= openOrReplace(this.#file);
		return new SqliteDatabase(this.#db, PATIENCE);
	}

	close(): void {
		this.#db?.close();
	}
}

/** Opens the file. Replaces a damaged file with a new one, because the data is not worth repairing. */
function openOrReplace(file: string): Database.Database {
	try {
		return openPrivate(file, prepare, 0);
	} catch (error) {
		if (!(error instanceof Database.SqliteError) || !/^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) throw error;
		for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
		return openPrivate(file, prepare, 0);
	}
}

function prepare(db: Database.Database): void {
	// In this mode, a power cut cannot damage the file, and attempts do not wait for the disk.
	db.pragma('synchronous = NORMAL');
	// Overwrites what is deleted, so that the file keeps no salts of other days.
	db.pragma('secure_delete = ON');
	db.exec(forSqlite(UNKEPT));
}

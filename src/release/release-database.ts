/** Opens and creates SQLite files of a release, which never change. Notes damage that is found while they are read. */

import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { UserError } from '../shared/user-error.ts';

/** Something in a file that could not be read. */
export interface Damage {
	readonly file: string;
	readonly error: Error;
}

/** SQLite's errors that come from the bytes of a file. Other errors can pass, such as a shortage of memory. */
const LASTING: readonly unknown[] = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

export class ReleaseDatabase {
	readonly file: string;
	readonly #kind: string;
	readonly db: Database.Database;
	#damage: Damage | undefined;

	/**
	 * @param kind what the file is
	 * @param cache the size of SQLite's page cache for the file, in KiB
	 * @param tables the tables that it must have
	 * @throws Error naming the file if it is missing or damaged
	 */
	constructor(kind: 'pack' | 'database', file: string, cache: number, tables: readonly string[]) {
		const name = `The ${kind} ${file}`;
		const size = statSync(file, { throwIfNoEntry: false })?.size;
		if (size === undefined) throw new Error(`${name} is missing.`);
		let db: Database.Database | undefined;
		try {
			db = new Database(file, { readonly: true, fileMustExist: true });
			if (size !== sizeOf(db)) throw new Error('Its length is wrong.');
			db.pragma(`cache_size = -${cache}`);
			db.prepare(`SELECT 1 FROM ${tables}`);
			// Keep one read transaction open. The file never changes, so a look-up does not need a lock of its own.
			db.exec('BEGIN');
		} catch (cause) {
			db?.close();
			throw new Error(`${name} is damaged.`, { cause });
		}
		this.file = file;
		this.#kind = kind;
		this.db = db;
	}

	/**
	 * Reads something.
	 *
	 * @param what what is read, for the error
	 * @throws UserError naming the file if it cannot be read
	 */
	read<T>(what: string, read: () => T): T {
		try {
			return read();
		} catch (cause) {
			if (cause instanceof UserError) throw cause;
			throw this.#unreadable(what, cause, LASTING.includes((cause as { readonly code?: string }).code));
		}
	}

	/** Notes that a row does not match its checksum. Returns the error to throw. */
	wrongChecksum(what: string): UserError {
		return this.#unreadable(what, new Error('Its checksum does not match.'), true);
	}

	#unreadable(what: string, cause: unknown, isLasting: boolean): UserError {
		const error = new UserError(
			`The ${this.#kind} ${this.file} is damaged: ${what} cannot be read. Delete the ${this.#kind}, then build again: the build makes a new one.`,
			{ cause },
		);
		if (isLasting) this.#damage = { file: this.file, error };
		return error;
	}

	/** Returns damage that was found while reading, and forgets it. Finds it again when the same is read again. */
	takeDamage(): Damage | undefined {
		const damage = this.#damage;
		this.#damage = undefined;
		return damage;
	}

	close(): void {
		this.db.close();
	}
}

/** The size that a database's file should have, in bytes. */
function sizeOf(db: Database.Database): number {
	const read = (pragma: string) => db.pragma(pragma, { simple: true }) as number;
	return read('page_count') * read('page_size');
}

/**
 * Creates a SQLite file with the tables in `schema`, and begins a transaction. The caller fills the tables and commits
 * the transaction. The file needs neither a journal nor syncs, because the files of an interrupted build are deleted.
 */
export function createDatabase(file: string, schema: string): Database.Database {
	const db = new Database(file);
	db.unsafeMode(); // otherwise SQLite ignores journal_mode = OFF
	db.pragma('journal_mode = OFF');
	db.pragma('synchronous = OFF');
	db.exec(`BEGIN; ${schema}`);
	return db;
}

/**
 * A pack is a SQLite file that contains entries: the files of the website, and the responses, lists, items and redirects
 * of the API. It never changes after it is written, and several releases can use it. Each release lists its packs, newest
 * first. If several packs have a row for a key, the row in the newest of these packs is used.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { createDatabase } from './create-database.ts';
import { FILES } from './layout.ts';

/** The lowest number of a row that has a text as its key. */
export const FIRST_TEXT = 2 ** 32;

const SCHEMA = `
	-- A row without a body marks a removed entry, which older packs may still have.
	CREATE TABLE entries (
		-- The key of an entry is either its number, below ${FIRST_TEXT}, or a text. A row with a text has any larger number.
		number INTEGER PRIMARY KEY,
		key TEXT,
		tag TEXT,
		fingerprint TEXT,
		encoding TEXT,
		size INTEGER,
		-- The checksum of the key and all other columns, see checksum().
		checksum INTEGER,
		body BLOB
	) STRICT;`;

/** The index is created last, because sorting the keys once is faster than keeping an index in order. */
const INDEX = 'CREATE UNIQUE INDEX entries_by_key ON entries (key);';

/**
 * Identifies an entry. The items of lists have numbers, because SQLite finds a row by its number twice as fast as by a
 * text, and a list has many items.
 */
export type Key = string | number;

/** The first part of each text key, by the kind of entry. The rest is the path of a file, a path of the API, or the key of an author's name. */
export const PREFIXES = {
	site: 'site/',
	responses: 'api',
	lists: 'list',
	redirects: 'redirect',
	authors: 'author/',
} as const;

export interface Entry extends Facts {
	readonly body: Buffer;
}

/** Everything about an entry except its body. */
export interface Facts {
	/** Identifies the content. */
	readonly tag: string;
	/** Identifies the data that the entry was made from; null if unknown. */
	readonly fingerprint: string | null;
	/**
	 * How the body contains the content: compressed with Brotli, or without the item with which the content begins. If it
	 * is null, the body is the content.
	 */
	readonly encoding: 'br' | `item ${number}` | null;
	/** The length of the content, or of the body of content that begins with an item, in bytes. */
	readonly size: number;
}

/** Computes the checksum of a row. If any bit of the row changes, the checksum changes. */
export function checksum(key: Key, { tag, fingerprint, encoding, size }: Facts, body: Buffer): number {
	return crc32(body, crc32(`${key}\n${tag} ${fingerprint} ${encoding} ${size}`));
}

export const newPackName = () => randomBytes(6).toString('hex');

/** The form of the names that `newPackName` makes. */
export const PACK_NAME = /^[0-9a-f]{12}$/;

/** The path of a pack in the folder of a release. */
export const packFile = (release: string, name: string) => join(release, FILES.packs, `${name}.sqlite`);

/** The number of rows that one statement inserts. This takes a third less time than one statement for each row. */
const AT_ONCE = 16;
const ROW = '(?, ?, ?, ?, ?, ?, ?, ?)';
const COLUMNS = ROW.split(',').length;

export class PackWriter {
	readonly #db: Database.Database;
	readonly #insertMany: Database.Statement;
	#next = FIRST_TEXT;
	/** The values of rows that are not yet in the file, one row after the other. */
	#waiting: unknown[] = [];

	/** Starts a new pack. The file is complete after `finish`. */
	constructor(file: string) {
		this.#db = createDatabase(file, SCHEMA);
		this.#insertMany = this.#insertionOf(AT_ONCE);
	}

	#insertionOf(rows: number): Database.Statement {
		return this.#db.prepare(`INSERT INTO entries VALUES ${Array(rows).fill(ROW)}`);
	}

	/** Adds an entry. Each key can be added or removed only once. */
	add(key: Key, { body, ...facts }: Entry): void {
		const { tag, fingerprint, encoding, size } = facts;
		this.#addRow(key, tag, fingerprint, encoding, size, checksum(key, facts, body), body);
	}

	/** Records that there is no entry with a key, even if older packs have one. */
	remove(key: Key): void {
		this.#addRow(key, null, null, null, null, null, null);
	}

	#addRow(key: Key, ...values: readonly unknown[]): void {
		if (typeof key === 'number') this.#waiting.push(key, null, ...values);
		else this.#waiting.push(this.#next++, key, ...values);
		if (this.#waiting.length < AT_ONCE * COLUMNS) return;
		this.#insertMany.run(this.#waiting);
		this.#waiting = [];
	}

	finish(): void {
		if (this.#waiting.length > 0) this.#insertionOf(this.#waiting.length / COLUMNS).run(this.#waiting);
		this.#db.exec(`${INDEX} COMMIT;`);
		this.close();
	}

	/** Closes the file, which is unusable unless `finish` has completed it. */
	close(): void {
		this.#db.close();
	}
}

/**
 * Writes the bodies of a release into one SQLite file: the complete response of each resource by its path, and the
 * items of each list. Paths are relative to the base address of the API: `/programs/acme`.
 */
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { tagOf } from '../shared/tag.ts';
import { createDatabase } from './create-database.ts';

const SCHEMA = `
	-- Entries with a path are answers, and entries without one are items of lists. An entry with a rest is both: its body
	-- is the item, and the answer is {"data": the item, with the rest instead of its closing brace}.
	CREATE TABLE entries (
		id INTEGER PRIMARY KEY,
		path TEXT,
		tag TEXT NOT NULL,
		-- The checksum of tag, body and rest, see checksum().
		checksum INTEGER NOT NULL,
		body BLOB NOT NULL,
		rest BLOB
	) STRICT;
	-- The IDs of entries in order, as 32-bit numbers, lowest byte first.
	CREATE TABLE lists (path TEXT NOT NULL, checksum INTEGER NOT NULL, entries BLOB NOT NULL) STRICT;`;

/** How many entries one statement writes. This takes a third less time than one statement per entry. */
const ROWS = 16;
/** The number of columns of an entry, without its ID. */
const COLUMNS = 5;
/** The length of an ID in a list, in bytes. */
export const ID_LENGTH = 4;

/** Created last, because sorting the paths once is faster than keeping an index in order. */
const INDEXES = `
	CREATE UNIQUE INDEX entries_by_path ON entries (path) WHERE path IS NOT NULL;
	CREATE UNIQUE INDEX lists_by_path ON lists (path);`;

/** An item of lists. */
export interface Item {
	readonly body: Buffer;
	readonly tag: string;
}

/** A row of the file. */
export interface Entry extends Item {
	readonly rest: Buffer | null;
}

/** The checksum of an entry. */
export function checksum({ tag, body, rest }: Entry): number {
	return crc32(rest ?? '', crc32(body, crc32(tag)));
}

export class BodyWriter {
	readonly #db: Database.Database;
	readonly #addRows: Database.Statement;
	readonly #addList: Database.Statement;
	/** The values of entries that are not yet in the file, one entry after the other. */
	#waiting: unknown[] = [];
	/** The number of all entries, written or not. It is also the ID of the last one. */
	#entries = 0;

	/** Starts a new file. It is empty until `finish`. */
	constructor(file: string) {
		this.#db = createDatabase(file, SCHEMA);
		this.#addRows = this.#insertionOf(ROWS);
		this.#addList = this.#db.prepare('INSERT INTO lists VALUES (?, ?, ?)');
	}

	/** Adds the response at `path`: `{data: value}`. */
	addResource(path: string, value: unknown): void {
		this.#add(path, { data: value }, null);
	}

	/** Adds an item for `addList`; returns its ID. */
	addItem(value: object): number {
		return this.#add(null, value, null);
	}

	/**
	 * Adds an item, and the response at `path`: the fields of the item, then those of `more`. Returns the item's ID.
	 */
	addItemWithResource(path: string, value: object, more: object): number {
		return this.#add(path, value, Buffer.from(`,${JSON.stringify(more).slice(1)}}`));
	}

	#add(path: string | null, value: object, rest: Buffer | null): number {
		const body = Buffer.from(JSON.stringify(value));
		const tag = tagOf(body);
		this.#waiting.push(path, tag, checksum({ tag, body, rest }), body, rest);
		if (this.#waiting.length === ROWS * COLUMNS) {
			this.#addRows.run(this.#waiting);
			this.#waiting = [];
		}
		// SQLite numbers rows in the same way.
		return ++this.#entries;
	}

	#insertionOf(rows: number): Database.Statement {
		const values = Array(rows).fill('(?, ?, ?, ?, ?)').join();
		return this.#db.prepare(`INSERT INTO entries (path, tag, checksum, body, rest) VALUES ${values}`);
	}

	/** Adds the list at `path` with these items, in order. */
	addList(path: string, items: readonly number[]): void {
		const entries = Buffer.alloc(items.length * ID_LENGTH);
		items.forEach((id, position) => {
			entries.writeUInt32LE(id, position * ID_LENGTH);
		});
		this.#addList.run(path, crc32(entries), entries);
	}

	finish(): void {
		if (this.#waiting.length > 0) this.#insertionOf(this.#waiting.length / COLUMNS).run(this.#waiting);
		this.#db.exec(`${INDEXES} COMMIT;`);
		this.#db.close();
	}
}

/**
 * A pack is a SQLite file that never changes after it is written. It contains bodies: responses, lists and list
 * items. Releases can share packs. Each release lists its packs, newest first. If several packs have a row for a path
 * or an item, the row in the newest of these packs is used. Paths, such as `/programs/acme`, are relative to the base
 * address of the API.
 */
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { createDatabase } from './create-database.ts';

/** In each table, a row without a body means that the path or item was removed. Older packs may still contain it. */
const SCHEMA = `
	-- A response with an item is {"data": followed by the item without its closing brace, and then the body.
	CREATE TABLE responses (path TEXT NOT NULL, item INTEGER, tag TEXT, checksum INTEGER, body BLOB) STRICT;
	CREATE TABLE items (id INTEGER PRIMARY KEY, tag TEXT, checksum INTEGER, body BLOB) STRICT;
	-- The body is the IDs of the items in order, as 32-bit numbers, lowest byte first.
	CREATE TABLE lists (path TEXT NOT NULL, checksum INTEGER, body BLOB) STRICT;`;

/** The indexes are created last, because sorting the paths once is faster than keeping an index in order. */
const INDEXES = `
	CREATE UNIQUE INDEX responses_by_path ON responses (path);
	CREATE UNIQUE INDEX lists_by_path ON lists (path);`;

/** The length of an ID in a list, in bytes. */
export const ID_LENGTH = 4;

/** The tables of a pack, each with the column that identifies its rows. */
export const TABLES = { responses: 'path', items: 'id', lists: 'path' } as const;

/** A response. */
export interface StoredResponse {
	/** The ID of the item that the response begins with, or null if the body is the whole response. */
	readonly item: number | null;
	/** The tag of the body, or null if there is an item. */
	readonly tag: string | null;
	readonly body: Buffer;
}

/** An item that lists can contain. */
export interface StoredItem {
	readonly tag: string;
	readonly body: Buffer;
}

/** Computes the checksum of a row. @param key the row's path or ID */
export function checksum(key: string | number, { item = null, tag = null, body }: Partial<StoredResponse>): number {
	return crc32(body!, crc32(`${key} ${item} ${tag}`));
}

/** Starts a new pack. Its tables have no indexes until `finishBodyPack` is called. */
export const createBodyPack = (file: string) => createDatabase(file, SCHEMA);

/** Completes a pack. */
export function finishBodyPack(db: Database.Database): void {
	db.exec(`${INDEXES} COMMIT;`);
	db.close();
}

export class BodyPackWriter {
	readonly #db: Database.Database;
	readonly #responses: Rows;
	readonly #items: Rows;
	readonly #lists: Rows;

	/** Starts a new pack. The file is complete after `finish`. */
	constructor(file: string) {
		this.#db = createBodyPack(file);
		this.#responses = new Rows(this.#db, 'responses', 5);
		this.#items = new Rows(this.#db, 'items', 4);
		this.#lists = new Rows(this.#db, 'lists', 3);
	}

	addResponse(path: string, response: StoredResponse): void {
		this.#responses.add(path, response.item, response.tag, checksum(path, response), response.body);
	}

	/** Adds an item. This is fastest if the items are added in the order of their IDs. */
	addItem(id: number, item: StoredItem): void {
		this.#items.add(id, item.tag, checksum(id, item), item.body);
	}

	addList(path: string, body: Buffer): void {
		this.#lists.add(path, checksum(path, { body }), body);
	}

	removeResponse(path: string): void {
		this.#responses.add(path, null, null, null, null);
	}

	removeItem(id: number): void {
		this.#items.add(id, null, null, null);
	}

	removeList(path: string): void {
		this.#lists.add(path, null, null);
	}

	finish(): void {
		for (const rows of [this.#responses, this.#items, this.#lists]) rows.finish();
		finishBodyPack(this.#db);
	}
}

/** The number of rows that one statement inserts. This takes a third less time than one statement for each row. */
const AT_ONCE = 16;

/** The rows of a table that is being filled. */
class Rows {
	readonly #insertionOf: (rows: number) => Database.Statement;
	readonly #insertMany: Database.Statement;
	readonly #columns: number;
	/** The values of rows that are not yet in the file, one row after the other. */
	#waiting: unknown[] = [];

	constructor(db: Database.Database, table: string, columns: number) {
		const row = `(${Array(columns).fill('?')})`;
		this.#insertionOf = (rows) => db.prepare(`INSERT INTO ${table} VALUES ${Array(rows).fill(row)}`);
		this.#insertMany = this.#insertionOf(AT_ONCE);
		this.#columns = columns;
	}

	add(...values: readonly unknown[]): void {
		this.#waiting.push(...values);
		if (this.#waiting.length < AT_ONCE * this.#columns) return;
		this.#insertMany.run(this.#waiting);
		this.#waiting = [];
	}

	finish(): void {
		if (this.#waiting.length > 0) this.#insertionOf(this.#waiting.length / this.#columns).run(this.#waiting);
		this.#waiting = [];
	}
}

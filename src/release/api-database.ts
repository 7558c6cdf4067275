/** Writes the database with the API's part of a release: records, lists, redirects, and the names of authors. */

import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { tagOf } from '../shared/http/content.ts';
import { FILES } from './layout.ts';
import { createDatabase } from './release-database.ts';

/** The path of the database in the folder of a release. */
export const apiFile = (release: string) => join(release, FILES.api);

const SCHEMA = `
	CREATE TABLE records (
		number INTEGER PRIMARY KEY,
		-- The path of the response with the record, such as /programs/acme. Null for the short forms of programs, which only
		-- lists have.
		path TEXT,
		-- Identifies the data.
		tag TEXT NOT NULL,
		-- If lists show only the first fields: identifies these, and where they end in the data.
		item_tag TEXT,
		item_end INTEGER,
		-- The checksum of all other columns but the number, see checksum().
		checksum INTEGER NOT NULL,
		-- The record as JSON.
		data BLOB NOT NULL
	) STRICT;
	CREATE TABLE lists (
		number INTEGER PRIMARY KEY,
		path TEXT NOT NULL,
		total INTEGER NOT NULL
	) STRICT;
	-- The records of the lists. Places start at 0.
	CREATE TABLE positions (
		list INTEGER NOT NULL,
		place INTEGER NOT NULL,
		record INTEGER NOT NULL,
		PRIMARY KEY (list, place)
	) STRICT, WITHOUT ROWID;
	-- Former paths of records, and the slugs or IDs of the records that replace them. Null if a record is gone.
	CREATE TABLE redirects (path TEXT PRIMARY KEY, target TEXT) STRICT, WITHOUT ROWID;
	-- The names of authors of reviews, see nameKey().
	CREATE TABLE authors (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`;

/** The indexes are created last, because sorting the paths once is faster than keeping an index in order. */
const INDEXES = `
	CREATE UNIQUE INDEX records_by_path ON records (path, tag) WHERE path IS NOT NULL;
	CREATE UNIQUE INDEX lists_by_path ON lists (path, total);`;

/** A row of `records`. */
export interface RecordRow {
	readonly path: string | null;
	readonly tag: string;
	readonly item_tag: string | null;
	readonly item_end: number | null;
	readonly checksum: number;
	readonly data: Buffer;
}

/** Computes the checksum of a row. If any bit of the row changes, the checksum changes. */
export function checksum({ path, tag, item_tag, item_end, data }: Omit<RecordRow, 'checksum'>): number {
	return crc32(data, crc32(`${path}\n${tag} ${item_tag} ${item_end}`));
}

export class ApiWriter {
	readonly #db: Database.Database;
	readonly #addRecord: Database.Statement;
	readonly #addList: Database.Statement;
	readonly #addPositions: Database.Statement;
	readonly #addRedirect: Database.Statement;
	readonly #addAuthor: Database.Statement;

	/** Starts the database. The file is complete after `finish`. */
	constructor(file: string) {
		this.#db = createDatabase(file, SCHEMA);
		this.#addRecord = this.#db.prepare(
			'INSERT INTO records VALUES (NULL, :path, :tag, :item_tag, :item_end, :checksum, :data)',
		);
		this.#addList = this.#db.prepare('INSERT INTO lists VALUES (NULL, ?, ?)');
		this.#addPositions = this.#db.prepare('INSERT INTO positions SELECT ?, key, value FROM json_each(?)');
		this.#addRedirect = this.#db.prepare('INSERT INTO redirects VALUES (?, ?)');
		this.#addAuthor = this.#db.prepare('INSERT OR IGNORE INTO authors VALUES (?)');
	}

	/**
	 * Adds a record. Returns its number.
	 *
	 * @param path the path of its response, or null if only lists have it
	 * @param item what lists show of it
	 * @param more the fields that its response has after those of the item
	 */
	addRecord(path: string | null, item: object, more?: object): number {
		const text = JSON.stringify(item);
		const data = Buffer.from(more === undefined ? text : `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}`);
		const short = more && Buffer.from(text);
		const row = {
			path,
			tag: tagOf(data),
			item_tag: short ? tagOf(short) : null,
			item_end: short ? short.length - 1 : null,
			data,
		};
		return Number(this.#addRecord.run({ ...row, checksum: checksum(row) }).lastInsertRowid);
	}

	/** @param records the numbers of the records, in order */
	addList(path: string, records: readonly number[]): void {
		const list = this.#addList.run(path, records.length).lastInsertRowid;
		this.#addPositions.run(list, JSON.stringify(records));
	}

	/** @param target the slug or ID of the record that replaces the one at `path`, or null if it is gone */
	addRedirect(path: string, target: string | null): void {
		this.#addRedirect.run(path, target);
	}

	/** Adds an author of reviews. @param name the `nameKey` of one of the author's names */
	addAuthor(name: string): void {
		this.#addAuthor.run(name);
	}

	finish(): void {
		this.#db.exec(`${INDEXES} COMMIT;`);
		this.close();
	}

	/** Closes the file, which is unusable unless `finish` has completed it. */
	close(): void {
		this.#db.close();
	}
}

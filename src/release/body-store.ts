/**
 * The bodies of a release in one SQLite file: the complete answer of each resource by its path, and the items of each
 * list. Paths are relative to the base address of the API: `/programs/acme`.
 */
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { Content } from '../api/content.ts';
import type { ItemList, Items } from '../api/directory.ts';
import { tagOf } from '../shared/tag.ts';
import { damaged } from './damaged.ts';

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
const ID_LENGTH = 4;

/** Created last, because sorting the paths once is faster than keeping an index in order. */
const INDEXES = `
	CREATE UNIQUE INDEX entries_by_path ON entries (path) WHERE path IS NOT NULL;
	CREATE UNIQUE INDEX lists_by_path ON lists (path);`;

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
		this.#db = new Database(file);
		// The file of an interrupted build is removed, so it needs neither a journal nor early syncs.
		this.#db.unsafeMode(); // otherwise SQLite ignores journal_mode = OFF
		this.#db.pragma('journal_mode = OFF');
		this.#db.pragma('synchronous = OFF');
		this.#db.exec(`BEGIN; ${SCHEMA}`);
		this.#addRows = this.#insertionOf(ROWS);
		this.#addList = this.#db.prepare('INSERT INTO lists VALUES (?, ?, ?)');
	}

	/** Adds the answer at `path`: `{data: value}`. */
	addResource(path: string, value: unknown): void {
		this.#add(path, { data: value }, null);
	}

	/** Adds an item for `addList`; returns its ID. */
	addItem(value: object): number {
		return this.#add(null, value, null);
	}

	/** Adds an item, and the answer at `path`: the fields of the item, then those of `more`. Returns the item's ID. */
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

/**
 * The sizes of the caches, in bytes: for pages of the file, for complete answers, and for IDs of lists. A full cache
 * removes its least recently used entries.
 */
const PAGE_CACHE = 16 * 2 ** 20;
const CACHED_ANSWERS = 16 * 2 ** 20;
const CACHED_LISTS = 2 * 2 ** 20;
/** The approximate memory of a cached answer besides its bytes. */
const OVERHEAD = 300;
/** The memory of a cached answer, as a multiple of its length: as bytes, as a string and compressed. */
const COPIES = 3;

export class BodyStore {
	readonly #file: string;
	readonly #db: Database.Database;
	readonly #answers = new LRUCache<string, Content>({
		maxSize: CACHED_ANSWERS,
		sizeCalculation: ({ body }) => COPIES * body.length + OVERHEAD,
	});
	readonly #lists = new LRUCache<string, Buffer>({
		maxSize: CACHED_LISTS,
		sizeCalculation: (ids) => ids.length + OVERHEAD,
	});
	readonly #entry: Database.Statement<[string], Row>;
	readonly #list: Database.Statement<[string], { readonly entries: Buffer; readonly checksum: number }>;
	readonly #item: Database.Statement<[number], Row>;

	constructor(file: string) {
		this.#file = file;
		this.#db = new Database(file, { readonly: true, fileMustExist: true });
		try {
			this.#db.pragma(`cache_size = -${PAGE_CACHE / 1024}`);
			// Keeps a read transaction open: the file never changes, so no look-up needs its own lock.
			this.#db.exec('BEGIN');
			this.#entry = this.#db.prepare(`SELECT ${ROW} FROM entries WHERE path = ?`);
			this.#list = this.#db.prepare('SELECT entries, checksum FROM lists WHERE path = ?');
			this.#item = this.#db.prepare(`SELECT ${ROW} FROM entries WHERE id = ?`);
		} catch (error) {
			this.#db.close();
			throw error;
		}
	}

	/** The answer at a path, if there is one. @throws UserError naming the file if the answer is damaged */
	resource(path: string): Content | undefined {
		const cached = this.#answers.get(path);
		if (cached !== undefined) return cached;
		const entry = this.#entry.get(path);
		if (entry === undefined) return undefined;
		const answer = answerOf(this.#checked(entry));
		this.#answers.set(path, answer);
		return answer;
	}

	/** The list at a path, if there is one: its length, and any range of its items, joined with commas. */
	list(path: string): ItemList | undefined {
		const ids = this.#idsOf(path);
		if (ids === undefined) return undefined;
		const total = ids.length / ID_LENGTH;
		return {
			total,
			items: (offset, limit) => {
				const length = Math.max(0, Math.min(limit, total - offset));
				const idAt = (i: number) => ids.readUInt32LE((offset + i) * ID_LENGTH);
				return join(Array.from({ length }, (_, i) => this.#checked(this.#item.get(idAt(i))!)));
			},
		};
	}

	#idsOf(path: string): Buffer | undefined {
		const cached = this.#lists.get(path);
		if (cached !== undefined) return cached;
		const list = this.#list.get(path);
		if (list === undefined) return undefined;
		if (crc32(list.entries) !== list.checksum) throw damaged(this.#file);
		this.#lists.set(path, list.entries);
		return list.entries;
	}

	#checked(row: Row): Row {
		if (checksum(row) !== row.checksum) throw damaged(this.#file);
		return row;
	}

	/** All paths with an answer, with their answers. */
	*resources(): Generator<{ path: string; body: Buffer }> {
		const entries = this.#db
			.prepare<[], Row & { path: string }>(`SELECT path, ${ROW} FROM entries WHERE path IS NOT NULL`)
			.iterate();
		for (const entry of entries) yield { path: entry.path, body: answerOf(this.#checked(entry)).body };
	}

	/** All paths with an answer, with the tags of their content. */
	tags(): { readonly path: string; readonly tag: string }[] {
		return this.#db
			.prepare<[], { path: string; tag: string }>(
				"SELECT path, tag || ifnull(hex(rest), '') AS tag FROM entries WHERE path IS NOT NULL",
			)
			.all();
	}

	/** A line for each answer, item and list, which differs if its content does. Always in the same order. */
	*fingerprints(): Generator<string> {
		const queries = [
			"SELECT ifnull(path, '') || ' ' || tag || ' ' || ifnull(hex(rest), '') FROM entries ORDER BY id",
			"SELECT path || ' ' || hex(entries) FROM lists ORDER BY path",
		];
		for (const query of queries) yield* this.#db.prepare<[], string>(query).pluck().iterate();
	}

	close(): void {
		this.#db.close();
	}
}

interface Item {
	readonly body: Buffer;
	readonly tag: string;
}

interface Entry extends Item {
	readonly rest: Buffer | null;
}

/** The columns of an entry that a look-up reads. */
const ROW = 'body, rest, tag, checksum';

interface Row extends Entry {
	readonly checksum: number;
}

function checksum({ tag, body, rest }: Entry): number {
	return crc32(rest ?? '', crc32(body, crc32(tag)));
}

const START = Buffer.from('{"data":');

function answerOf({ body, rest, tag }: Entry): Content {
	if (rest === null) return new Content(body, 'kept', tag);
	return new Content(Buffer.concat([START, body.subarray(0, -1), rest]), 'kept', tagOf(tag + rest));
}

const COMMA = ','.charCodeAt(0);

function join(items: readonly Item[]): Items {
	return {
		count: items.length,
		length: items.reduce((sum, { body }) => sum + body.length, Math.max(0, items.length - 1)),
		tag: items.map(({ tag }) => tag).join(''),
		copyTo(target, start) {
			let end = start;
			for (const { body } of items) {
				if (end > start) target[end++] = COMMA;
				end += body.copy(target, end);
			}
		},
	};
}

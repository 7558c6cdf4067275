/**
 * The bodies of a release in one SQLite file: the whole answer of every single resource by its path, and for every list
 * the items it is put together from. Paths are relative to the API's base address: `/programs/acme`.
 */
import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Body, ItemList, Items } from '../api/directory.ts';
import { tagOf } from '../tag.ts';

const SCHEMA = `
	CREATE TABLE items (id INTEGER PRIMARY KEY, body BLOB NOT NULL, tag TEXT NOT NULL) STRICT;
	-- Where there is an item, the whole answer is {"data": the item, with this body in place of its closing brace}.
	CREATE TABLE bodies (path TEXT NOT NULL, item INTEGER, body BLOB NOT NULL, tag TEXT NOT NULL) STRICT;
	CREATE TABLE lists (id INTEGER PRIMARY KEY, path TEXT NOT NULL, total INTEGER NOT NULL) STRICT;
	CREATE TABLE list_items (list INTEGER, position INTEGER, item INTEGER NOT NULL, PRIMARY KEY (list, position))
		STRICT, WITHOUT ROWID;`;

/** Made last: sorting the paths once is cheaper than keeping an index in order. */
const INDEXES = `
	CREATE UNIQUE INDEX bodies_by_path ON bodies (path);
	CREATE UNIQUE INDEX lists_by_path ON lists (path);`;

export class BodyWriter {
	readonly #db: Database.Database;
	readonly #addBody: Database.Statement;
	readonly #addItem: Database.Statement;
	readonly #addList: Database.Statement;
	readonly #addListItem: Database.Statement;

	/** Starts a new file; nothing is in it before `finish`. */
	constructor(file: string) {
		this.#db = new Database(file);
		// An interrupted build is thrown away whole, so the file needs neither a journal nor early syncs.
		this.#db.unsafeMode(); // without which better-sqlite3 does not let journal_mode be OFF
		this.#db.pragma('journal_mode = OFF');
		this.#db.pragma('synchronous = OFF');
		this.#db.exec(`BEGIN; ${SCHEMA}`);
		this.#addBody = this.#db.prepare('INSERT INTO bodies VALUES (?, ?, ?, ?)');
		this.#addItem = this.#db.prepare('INSERT INTO items (body, tag) VALUES (?, ?)');
		this.#addList = this.#db.prepare('INSERT INTO lists (path, total) VALUES (?, ?)');
		this.#addListItem = this.#db.prepare('INSERT INTO list_items VALUES (?, ?, ?)');
	}

	/** The answer at `path`: `{data: value}`. */
	addResource(path: string, value: unknown): void {
		const body = Buffer.from(JSON.stringify({ data: value }));
		this.#addBody.run(path, null, body, tagOf(body));
	}

	/** Something that lists show; returns its id. */
	addItem(value: object): number {
		const body = Buffer.from(JSON.stringify(value));
		return this.#storeItem(body, tagOf(body));
	}

	/** Something that lists show, and whose own answer, at `path`, says `more` after it; returns its id. */
	addItemWithResource(path: string, value: object, more: object): number {
		const body = Buffer.from(JSON.stringify(value));
		const tag = tagOf(body);
		const item = this.#storeItem(body, tag);
		const rest = `,${JSON.stringify(more).slice(1)}}`;
		this.#addBody.run(path, item, Buffer.from(rest), tagOf(tag + rest));
		return item;
	}

	#storeItem(body: Buffer, tag: string): number {
		return Number(this.#addItem.run(body, tag).lastInsertRowid);
	}

	/** The list at `path`, of items in order. */
	addList(path: string, items: readonly number[]): void {
		const list = this.#addList.run(path, items.length).lastInsertRowid;
		items.forEach((item, position) => {
			this.#addListItem.run(list, position, item);
		});
	}

	finish(): void {
		this.#db.exec(`${INDEXES} COMMIT;`);
		this.#db.close();
	}
}

/** Memory for pages of the file, and for whole answers: the least used go first. In bytes. */
const PAGE_CACHE = 16 * 2 ** 20;
const HELD = 8 * 2 ** 20;
/** What an answer takes besides its bytes, about. */
const OVERHEAD = 300;

export class BodyStore {
	readonly #db: Database.Database;
	readonly #held = new LRUCache<string, Body>({ maxSize: HELD, sizeCalculation: ({ body }) => body.length + OVERHEAD });
	readonly #body: Database.Statement<[string], Parts & { tag: string }>;
	readonly #list: Database.Statement<[string], { id: number; total: number }>;
	readonly #items: Database.Statement<[number, number, number], Body>;

	constructor(file: string) {
		this.#db = new Database(file, { readonly: true, fileMustExist: true });
		this.#db.pragma(`cache_size = -${PAGE_CACHE / 1024}`);
		// One read that never ends: a release does not change, so the file need not be locked anew for each look-up.
		this.#db.exec('BEGIN');
		this.#body = this.#db.prepare(`SELECT ${BODY}, b.tag ${BODIES} WHERE path = ?`);
		this.#list = this.#db.prepare('SELECT id, total FROM lists WHERE path = ?');
		this.#items = this.#db.prepare(
			`SELECT body, tag FROM list_items JOIN items ON items.id = item
			 WHERE list = ? AND position >= ? ORDER BY position LIMIT ?`,
		);
	}

	/** The answer at a path, if there is one. */
	resource(path: string): Body | undefined {
		const held = this.#held.get(path);
		if (held !== undefined) return held;
		const row = this.#body.get(path);
		if (row === undefined) return undefined;
		const resource = { body: wholeBody(row), tag: row.tag };
		this.#held.set(path, resource);
		return resource;
	}

	/** The list at a path, if there is one: how many items it has, and any stretch of them with commas between. */
	list(path: string): ItemList | undefined {
		const list = this.#list.get(path);
		return list && { total: list.total, items: (offset, limit) => join(this.#items.all(list.id, offset, limit)) };
	}

	/** Every path that has an answer, with the answer. */
	*resources(): Generator<{ path: string; body: Buffer }> {
		const rows = this.#db.prepare<[], Parts & { path: string }>(`SELECT path, ${BODY} ${BODIES}`).iterate();
		for (const row of rows) yield { path: row.path, body: wholeBody(row) };
	}

	close(): void {
		this.#db.close();
	}
}

const BODY = 'b.body, items.body AS item';
const BODIES = 'FROM bodies b LEFT JOIN items ON items.id = item';

/** What is stored of an answer. */
interface Parts {
	readonly body: Buffer;
	readonly item: Buffer | null;
}

const START = Buffer.from('{"data":');

function wholeBody({ body, item }: Parts): Buffer {
	return item === null ? body : Buffer.concat([START, item.subarray(0, -1), body]);
}

const COMMA = Buffer.from(',');

function join(items: readonly Body[]): Items {
	const json = Buffer.concat(items.flatMap(({ body }, i) => (i === 0 ? [body] : [COMMA, body])));
	return {
		count: items.length,
		length: json.length,
		tag: Buffer.from(items.map(({ tag }) => tag).join('')),
		copyTo: (target, start) => void json.copy(target, start),
	};
}

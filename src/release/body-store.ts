/**
 * The bodies of a release in one SQLite file: the whole answer of every single resource by its path, and for every list
 * the items it is put together from. Paths are relative to the API's base address: `/programs/acme`.
 */
import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { Content } from '../api/content.ts';
import type { ItemList, Items } from '../api/directory.ts';
import { tagOf } from '../shared/tag.ts';

const SCHEMA = `
	-- An answer has a path; something that only lists show has none. Where there is a rest, the body is what lists show, and
	-- the answer is {"data": the body, with the rest in place of its closing brace}.
	CREATE TABLE entries (id INTEGER PRIMARY KEY, path TEXT, tag TEXT NOT NULL, body BLOB NOT NULL, rest BLOB) STRICT;
	-- The ids of entries in order, of 32 bits each, lowest byte first.
	CREATE TABLE lists (path TEXT NOT NULL, entries BLOB NOT NULL) STRICT;`;

/** How many entries are written in one step, which takes two thirds of the time of a step for each. */
const ROWS = 16;
/** Of an entry, but its id. */
const COLUMNS = 4;
/** Of an id in a list, in bytes. */
const ID_LENGTH = 4;

/** Made last: sorting the paths once is cheaper than keeping an index in order. */
const INDEXES = `
	CREATE UNIQUE INDEX entries_by_path ON entries (path) WHERE path IS NOT NULL;
	CREATE UNIQUE INDEX lists_by_path ON lists (path);`;

export class BodyWriter {
	readonly #db: Database.Database;
	readonly #addRows: Database.Statement;
	readonly #addList: Database.Statement;
	/** The columns of entries that are not yet in the file, one after the other. */
	#waiting: unknown[] = [];
	/** How many there are, in the file or not: the id of the last one. */
	#entries = 0;

	/** Starts a new file; nothing is in it before `finish`. */
	constructor(file: string) {
		this.#db = new Database(file);
		// An interrupted build is thrown away whole, so the file needs neither a journal nor early syncs.
		this.#db.unsafeMode(); // without which better-sqlite3 does not let journal_mode be OFF
		this.#db.pragma('journal_mode = OFF');
		this.#db.pragma('synchronous = OFF');
		this.#db.exec(`BEGIN; ${SCHEMA}`);
		this.#addRows = this.#insertionOf(ROWS);
		this.#addList = this.#db.prepare('INSERT INTO lists VALUES (?, ?)');
	}

	/** The answer at `path`: `{data: value}`. */
	addResource(path: string, value: unknown): void {
		this.#add(path, { data: value }, null);
	}

	/** Something that lists show; returns its id. */
	addItem(value: object): number {
		return this.#add(null, value, null);
	}

	/** Something that lists show, and whose own answer, at `path`, says `more` after it; returns its id. */
	addItemWithResource(path: string, value: object, more: object): number {
		return this.#add(path, value, Buffer.from(`,${JSON.stringify(more).slice(1)}}`));
	}

	#add(path: string | null, value: object, rest: Buffer | null): number {
		const body = Buffer.from(JSON.stringify(value));
		this.#waiting.push(path, tagOf(body), body, rest);
		if (this.#waiting.length === ROWS * COLUMNS) {
			this.#addRows.run(this.#waiting);
			this.#waiting = [];
		}
		// SQLite counts in the same way.
		return ++this.#entries;
	}

	#insertionOf(rows: number): Database.Statement {
		const values = Array(rows).fill('(?, ?, ?, ?)').join();
		return this.#db.prepare(`INSERT INTO entries (path, tag, body, rest) VALUES ${values}`);
	}

	/** The list at `path`, of items in order. */
	addList(path: string, items: readonly number[]): void {
		const entries = Buffer.alloc(items.length * ID_LENGTH);
		items.forEach((id, position) => {
			entries.writeUInt32LE(id, position * ID_LENGTH);
		});
		this.#addList.run(path, entries);
	}

	finish(): void {
		if (this.#waiting.length > 0) this.#insertionOf(this.#waiting.length / COLUMNS).run(this.#waiting);
		this.#db.exec(`${INDEXES} COMMIT;`);
		this.#db.close();
	}
}

/** Memory for pages of the file, for whole answers, and for the ids of lists: the least used go first. In bytes. */
const PAGE_CACHE = 16 * 2 ** 20;
const HELD_ANSWERS = 16 * 2 ** 20;
const HELD_LISTS = 2 * 2 ** 20;
/** What is held takes besides its bytes, about. */
const OVERHEAD = 300;
/** A held answer takes its bytes again as a text, and about as many compressed. */
const COPIES = 3;

export class BodyStore {
	readonly #db: Database.Database;
	readonly #answers = new LRUCache<string, Content>({
		maxSize: HELD_ANSWERS,
		sizeCalculation: ({ body }) => COPIES * body.length + OVERHEAD,
	});
	readonly #lists = new LRUCache<string, Buffer>({
		maxSize: HELD_LISTS,
		sizeCalculation: (ids) => ids.length + OVERHEAD,
	});
	readonly #entry: Database.Statement<[string], Entry>;
	readonly #list: Database.Statement<[string], Buffer>;
	readonly #item: Database.Statement<[number], Item>;

	constructor(file: string) {
		this.#db = new Database(file, { readonly: true, fileMustExist: true });
		this.#db.pragma(`cache_size = -${PAGE_CACHE / 1024}`);
		// One read that never ends: a release does not change, so the file need not be locked anew for each look-up.
		this.#db.exec('BEGIN');
		this.#entry = this.#db.prepare('SELECT body, rest, tag FROM entries WHERE path = ?');
		this.#list = this.#db.prepare<[string], Buffer>('SELECT entries FROM lists WHERE path = ?').pluck();
		this.#item = this.#db.prepare('SELECT body, tag FROM entries WHERE id = ?');
	}

	/** The answer at a path, if there is one. */
	resource(path: string): Content | undefined {
		const held = this.#answers.get(path);
		if (held !== undefined) return held;
		const entry = this.#entry.get(path);
		if (entry === undefined) return undefined;
		const answer = answerOf(entry);
		this.#answers.set(path, answer);
		return answer;
	}

	/** The list at a path, if there is one: how many items it has, and any stretch of them with commas between. */
	list(path: string): ItemList | undefined {
		const ids = this.#idsOf(path);
		if (ids === undefined) return undefined;
		const total = ids.length / ID_LENGTH;
		return {
			total,
			items: (offset, limit) => {
				const length = Math.max(0, Math.min(limit, total - offset));
				return join(Array.from({ length }, (_, i) => this.#item.get(ids.readUInt32LE((offset + i) * ID_LENGTH))!));
			},
		};
	}

	#idsOf(path: string): Buffer | undefined {
		const held = this.#lists.get(path);
		if (held !== undefined) return held;
		const ids = this.#list.get(path);
		if (ids !== undefined) this.#lists.set(path, ids);
		return ids;
	}

	/** Every path that has an answer, with the answer. */
	*resources(): Generator<{ path: string; body: Buffer }> {
		const entries = this.#db
			.prepare<[], Entry & { path: string }>('SELECT path, body, rest, tag FROM entries WHERE path IS NOT NULL')
			.iterate();
		for (const entry of entries) yield { path: entry.path, body: answerOf(entry).body };
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

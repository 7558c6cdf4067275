/** Reads the bodies of a release that `BodyWriter` wrote. */
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { Content } from '../api/content.ts';
import type { ItemList, Items } from '../api/directory.ts';
import { tagOf } from '../shared/tag.ts';
import { checksum, type Entry, ID_LENGTH, type Item } from './body-writer.ts';
import { damaged } from './damaged.ts';

/**
 * The sizes of the caches, in bytes: for pages of the file, for complete responses, and for IDs of lists. A full cache
 * removes its least recently used entries.
 */
const PAGE_CACHE = 16 * 2 ** 20;
const CACHED_ANSWERS = 16 * 2 ** 20;
const CACHED_LISTS = 2 * 2 ** 20;
/** The approximate memory of a cached response besides its bytes. */
const OVERHEAD = 300;
/** The memory of a cached response, as a multiple of its length: as bytes, as a string and compressed. */
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

	/** The response at a path, if there is one. @throws UserError naming the file if the response is damaged */
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

	/** All paths with a response, with their responses. */
	*resources(): Generator<{ path: string; body: Buffer }> {
		const entries = this.#db
			.prepare<[], Row & { path: string }>(`SELECT path, ${ROW} FROM entries WHERE path IS NOT NULL`)
			.iterate();
		for (const entry of entries) yield { path: entry.path, body: answerOf(this.#checked(entry)).body };
	}

	/** All paths with a response, with the tags of their content. */
	tags(): { readonly path: string; readonly tag: string }[] {
		return this.#db
			.prepare<[], { path: string; tag: string }>(
				"SELECT path, tag || ifnull(hex(rest), '') AS tag FROM entries WHERE path IS NOT NULL",
			)
			.all();
	}

	/** A line for each response, item and list, which differs if its content does. Always in the same order. */
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

/** The columns of an entry that a look-up reads. */
const ROW = 'body, rest, tag, checksum';

interface Row extends Entry {
	readonly checksum: number;
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

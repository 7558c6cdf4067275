/** Reads the API's part of a release. A row is checked when its data is read. */
import { LRUCache } from 'lru-cache';
import type { ExportedKind } from '../api/exported-file.ts';
import type { ItemList } from '../api/release-data.ts';
import { type Content, jsonContent, unpooled } from '../shared/http/content.ts';
import { checksum, type RecordRow } from './api-database.ts';
import { joinItems } from './program-items.ts';
import { ReleaseDatabase } from './release-database.ts';

/** The size of SQLite's page cache, in KiB. */
const PAGE_CACHE = 16 * 1024;
/** The maximum size of the cache for responses, in bytes. A full cache removes its least recently used entries. */
const CACHED = 16 * 2 ** 20;
/** The approximate memory that a cache entry needs in addition to its content, in bytes. */
const OVERHEAD = 300;
/** The maximum number of copies of a cached response in memory: one as bytes, and one as a string. */
const COPIES = 2;

/**
 * The path of the only review list in which each item has all fields of the review's own response. In other review
 * lists, the items are shorter.
 */
const WHOLE_REVIEWS = '/reviews';

const START = Buffer.from('{"data":');
const END = Buffer.from('}');
const CLOSING_BRACE = '}'.charCodeAt(0);

const ROW = 'path, tag, item_tag, item_end, checksum, data';
const STARTS_WITH = "path >= :prefix AND path < :prefix || '\u{10FFFF}'";

interface Around {
	readonly path: string;
	readonly prefix: string;
	readonly count: number;
}

export class ApiStore extends ReleaseDatabase implements Disposable {
	readonly #responses = new LRUCache<string, Content>({
		maxSize: CACHED,
		sizeCalculation: (content) => COPIES * content.read().length + OVERHEAD,
	});
	readonly #renamed = new Map<ExportedKind, ReadonlyMap<string, string>>();
	readonly #record = this.db.prepare<[string], RecordRow>(`SELECT ${ROW} FROM records WHERE path = ?`);
	readonly #list = this.db.prepare<[string], { readonly number: number; readonly total: number }>(
		'SELECT number, total FROM lists WHERE path = ?',
	);
	readonly #items = this.db.prepare<[list: number, from: number, to: number], RecordRow>(
		`SELECT ${ROW} FROM positions JOIN records ON number = record
		 WHERE list = ? AND place >= ? AND place < ? ORDER BY place`,
	);
	readonly #redirect = this.db.prepare<[string], string | null>('SELECT target FROM redirects WHERE path = ?').pluck();
	readonly #author = this.db.prepare<[string], 1>('SELECT 1 FROM authors WHERE name = ?').pluck();
	readonly #before = this.db
		.prepare<[Around], string>(
			`SELECT path FROM records WHERE ${STARTS_WITH} AND path < :path ORDER BY path DESC LIMIT :count`,
		)
		.pluck();
	readonly #after = this.db
		.prepare<[Around], string>(
			`SELECT path FROM records WHERE ${STARTS_WITH} AND path >= :path ORDER BY path LIMIT :count`,
		)
		.pluck();

	/** @throws Error naming the file if it is missing or damaged */
	constructor(file: string) {
		super('database', file, PAGE_CACHE, ['records', 'lists', 'positions', 'redirects', 'authors']);
	}

	/** The response at a path, if there is one. @throws UserError naming the file if the response is damaged */
	resource(path: string): Content | undefined {
		const cached = this.#responses.get(path);
		if (cached !== undefined) return cached;
		const response = this.response(path);
		if (response !== undefined) this.#responses.set(path, response);
		return response;
	}

	/** Reads the response at a path without adding it to the cache. */
	response(path: string): Content | undefined {
		const row = this.read(path, () => this.#record.get(path));
		return row && jsonContent(responseOf(this.#checked(row)), 'kept', row.tag);
	}

	/**
	 * Returns the list at a path, if there is one: its length, and a function that returns a range of its items, joined
	 * with commas.
	 */
	list(path: string): ItemList | undefined {
		const list = this.read(path, () => this.#list.get(path));
		if (list === undefined) return undefined;
		const itemOf = path === WHOLE_REVIEWS ? wholeItem : shortItem;
		return {
			total: list.total,
			items: (offset, limit) => {
				const rows = this.read(path, () => this.#items.all(list.number, offset, offset + limit));
				return joinItems(rows.map((row) => itemOf(this.#checked(row))));
			},
		};
	}

	#checked(row: RecordRow): RecordRow {
		if (checksum(row) !== row.checksum) throw this.wrongChecksum(row.path ?? 'a program in a list');
		return row;
	}

	/** Yields all responses whose paths start with a prefix, sorted by path. */
	*responses(prefix = '/'): Generator<{ readonly path: string; readonly body: Buffer }> {
		for (const row of this.#rows(prefix)) yield { path: row.path!, body: responseOf(row) };
	}

	/** Yields the JSON of each record of a kind, sorted by slug or ID. */
	*records(kind: ExportedKind): Generator<Buffer> {
		for (const { data } of this.#rows(`/${kind}/`)) yield data;
	}

	*#rows(prefix: string): Generator<RecordRow> {
		const sql = `SELECT ${ROW} FROM records WHERE ${STARTS_WITH} ORDER BY path`;
		for (const row of this.db.prepare<{ prefix: string }, RecordRow>(sql).iterate({ prefix })) yield this.#checked(row);
	}

	/** Compares all records with their checksums. Returns how many there are. @throws UserError naming the file */
	check(): number {
		let count = 0;
		for (const row of this.db.prepare<[], RecordRow>(`SELECT ${ROW} FROM records`).iterate()) {
			this.#checked(row);
			count++;
		}
		return count;
	}

	tags(): ReadonlyMap<string, string> {
		const sql = 'SELECT path, tag FROM records WHERE path IS NOT NULL ORDER BY path';
		return new Map(this.db.prepare<[], [string, string]>(sql).raw().all());
	}

	/** See `ReleaseData`. */
	redirect(path: string): string | null | undefined {
		return this.read(path, () => this.#redirect.get(path));
	}

	/** Yields the redirects from paths that start with a prefix, sorted by path. */
	redirects(prefix = '/'): IterableIterator<{ readonly path: string; readonly target: string | null }> {
		const sql = `SELECT path, target FROM redirects WHERE ${STARTS_WITH} ORDER BY path`;
		return this.db.prepare<{ prefix: string }, { path: string; target: string | null }>(sql).iterate({ prefix });
	}

	/** See `ReleaseData`. Reads them once. */
	renamed(kind: ExportedKind): ReadonlyMap<string, string> {
		const known = this.#renamed.get(kind);
		if (known !== undefined) return known;
		const start = `/${kind}/`;
		const found = [...this.redirects(start)].flatMap(({ path, target }) =>
			target === null ? [] : [[path.slice(start.length), target] as const],
		);
		const renamed = new Map(found);
		this.#renamed.set(kind, renamed);
		return renamed;
	}

	/** Whether an author of a review has a name with this `nameKey`. */
	isAuthor(name: string): boolean {
		return this.read('its list of authors', () => this.#author.get(name)) !== undefined;
	}

	/** See `ReleaseData`. */
	pathsAround(path: string, count: number): string[] {
		const around = { path, prefix: '/', count };
		return this.read(path, () => [...this.#before.all(around).reverse(), ...this.#after.all(around)]);
	}

	[Symbol.dispose](): void {
		this.close();
	}
}

function responseOf({ data }: RecordRow): Buffer {
	return unpooled(Buffer.concat([START, data, END]));
}

const wholeItem = ({ tag, data }: RecordRow) => ({ tag, body: data });

/** The part of a record that lists show. */
function shortItem(row: RecordRow) {
	const { item_tag, item_end, data } = row;
	if (item_tag === null) return wholeItem(row);
	// The comma after the item becomes its closing brace. The row has its bytes for itself.
	data[item_end!] = CLOSING_BRACE;
	return { tag: item_tag, body: data.subarray(0, item_end! + 1) };
}

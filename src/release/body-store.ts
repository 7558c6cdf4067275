/** Reads the API's bodies of a release: responses, lists, list items and redirects. */
import { LRUCache } from 'lru-cache';
import { Content } from '../api/content.ts';
import type { ItemList } from '../api/directory.ts';
import type { ExportedKind } from '../api/exported-file.ts';
import { tagOf } from '../shared/tag.ts';
import { joinItems } from './join-items.ts';
import { type Entry, PREFIXES } from './pack.ts';
import type { PackStore } from './pack-store.ts';

/**
 * The maximum sizes of the cache for complete responses and the cache for lists, in bytes. A full cache removes its
 * least recently used entries.
 */
const CACHED_ANSWERS = 16 * 2 ** 20;
const CACHED_LISTS = 8 * 2 ** 20;
/** The approximate memory that a cache entry needs in addition to its content, in bytes. */
const OVERHEAD = 300;
/** The maximum number of copies of a cached response in memory: one as bytes, one as a string and one compressed. */
const COPIES = 3;
/** How many items to read at once. */
const PART = 1000;

/** The length of an item's number in a list, in bytes. */
const NUMBER_LENGTH = 4;

/** The key of the response at a path, such as `/programs/acme`. All paths are relative to the API's base address. */
export const responseKey = (path: string) => PREFIXES.responses + path;
export const responsePath = (key: string) => key.slice(PREFIXES.responses.length);
export const listKey = (path: string) => PREFIXES.lists + path;
/** The key of the redirect from a former path of a record, such as `/programs/acme`. */
export const redirectKey = (path: string) => PREFIXES.redirects + path;
/** The key of an author of reviews. @param key the `nameKey` of one of the author's names */
export const authorKey = (key: string) => PREFIXES.authors + key;
export const redirectPath = (key: string) => key.slice(PREFIXES.redirects.length);

export function storedBody(body: Buffer): Entry {
	return { tag: tagOf(body), fingerprint: null, encoding: null, size: body.length, body };
}

/**
 * Makes the stored form of a response that begins with an item: `{"data":`, the item without its closing brace, and
 * then `rest`.
 */
export function storedRest(number: number, item: Entry, rest: Buffer): Entry {
	return { ...storedBody(rest), tag: tagOf(item.tag + rest), encoding: `item ${number}` };
}

function itemOf({ encoding }: Pick<Entry, 'encoding'>): number | undefined {
	return encoding?.startsWith('item ') ? Number(encoding.slice('item '.length)) : undefined;
}

/** Returns items' numbers as the body of a list. Each number has four bytes, the lowest one first. */
export function storedNumbers(items: readonly number[]): Buffer {
	const body = Buffer.alloc(items.length * NUMBER_LENGTH);
	items.forEach((item, place) => {
		body.writeUInt32LE(item, place * NUMBER_LENGTH);
	});
	return body;
}

export function numbersIn(list: Buffer, start = 0, end = list.length / NUMBER_LENGTH): number[] {
	return Array.from({ length: Math.max(0, end - start) }, (_, i) => list.readUInt32LE((start + i) * NUMBER_LENGTH));
}

export class BodyStore {
	readonly #packs: PackStore;
	readonly #responses = new LRUCache<string, Content>({
		maxSize: CACHED_ANSWERS,
		sizeCalculation: ({ body }) => COPIES * body.length + OVERHEAD,
	});
	readonly #lists = new LRUCache<string, Buffer>({
		maxSize: CACHED_LISTS,
		sizeCalculation: (numbers) => numbers.length + OVERHEAD,
	});
	readonly #renamed = new Map<ExportedKind, ReadonlyMap<string, string>>();

	constructor(packs: PackStore) {
		this.#packs = packs;
	}

	/** The response at a path, if there is one. @throws UserError naming the pack if the response is damaged */
	resource(path: string): Content | undefined {
		const cached = this.#responses.get(path);
		if (cached !== undefined) return cached;
		const response = this.read(path);
		if (response !== undefined) this.#responses.set(path, response);
		return response;
	}

	/** Reads the response at a path without adding it to the cache. */
	read(path: string): Content | undefined {
		const entry = this.#packs.read(responseKey(path));
		return entry && new Content(this.#whole(entry, entry.body), 'kept', entry.tag);
	}

	/** Like `read`, for the bodies at several paths. See `Directory.bodies`. */
	readAll(paths: readonly string[]): (Buffer | undefined)[] {
		return this.#packs.readAll(paths.map(responseKey)).map((entry) => entry && this.#whole(entry, entry.body));
	}

	/** Adds to a response the item that it begins with, if there is one. */
	#whole(response: Pick<Entry, 'encoding'>, body: Buffer): Buffer {
		const item = itemOf(response);
		return item === undefined ? body : joined(START, this.#packs.read(item)!.body, body);
	}

	/**
	 * Returns the list at a path, if there is one: its length, and a function that returns a range of its items, joined
	 * with commas.
	 */
	list(path: string): ItemList | undefined {
		const list = this.#list(path);
		if (list === undefined) return undefined;
		const total = list.length / NUMBER_LENGTH;
		return {
			total,
			items: (offset, limit) => {
				const items = this.#packs.readAll(numbersIn(list, offset, Math.min(total, offset + limit))) as Entry[];
				return joinItems(path === WHOLE_REVIEWS ? this.#wholeReviews(items) : items);
			},
		};
	}

	#list(path: string): Buffer | undefined {
		const cached = this.#lists.get(path);
		if (cached !== undefined) return cached;
		const list = this.#packs.read(listKey(path))?.body;
		if (list !== undefined) this.#lists.set(path, list);
		return list;
	}

	/** Completes the items of reviews, so that they have all fields of the reviews' own responses. */
	#wholeReviews(items: readonly Entry[]) {
		const paths = items.map(({ body }) => `${WHOLE_REVIEWS}/${JSON.parse(body.toString()).id}`);
		const rests = this.#packs.readAll(paths.map(responseKey)) as Entry[];
		return rests.map(({ tag, body }, i) => ({ tag, body: joined(NOTHING, items[i]!.body, body).subarray(0, -1) }));
	}

	/** Yields all responses whose paths start with a prefix, sorted by path. */
	*responses(prefix = '/'): Generator<{ readonly path: string; readonly body: Buffer }> {
		for (const [key, entry] of this.#packs.entries(responseKey(prefix))) {
			yield { path: responsePath(key), body: this.#whole(entry, entry.readBody()) };
		}
	}

	/** Yields the tags of all responses, sorted by path. */
	*tags(): Generator<readonly [path: string, tag: string]> {
		for (const [key, { tag }] of this.#packs.entries(responseKey('/'))) yield [responsePath(key), tag];
	}

	/** See `Directory`. */
	redirect(path: string): string | null | undefined {
		const entry = this.#packs.read(redirectKey(path));
		return entry && targetIn(entry.body);
	}

	/** See `Directory`. Reads them once, because going through them takes about 10 ms for each thousand. */
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
	isAuthor(key: string): boolean {
		return this.#packs.read(authorKey(key)) !== undefined;
	}

	/** Yields the redirects from paths that start with a prefix, sorted by path. */
	*redirects(prefix = '/'): Generator<{ readonly path: string; readonly target: string | null }> {
		for (const [key, entry] of this.#packs.entries(redirectKey(prefix))) {
			yield { path: redirectPath(key), target: targetIn(entry.readBody()) };
		}
	}

	/** See `Directory`. */
	pathsAround(path: string, count: number): string[] {
		return this.#packs.keysAround(responseKey('/'), responseKey(path), count).map(responsePath);
	}

	/** Yields the JSON of each record of a kind, sorted by slug or ID. */
	*records(kind: ExportedKind): Generator<Buffer> {
		for (const { body } of this.responses(`/${kind}/`)) yield body.subarray(START.length, -1);
	}

	/**
	 * Yields a line for each response, list, redirect and author, always in the same order. If the contents of two releases differ, their
	 * lines differ too.
	 */
	*fingerprints(): Generator<string> {
		for (const [path, tag] of this.tags()) yield `${path} ${tag}`;
		for (const [key] of this.#packs.entries(listKey('/'))) {
			const path = key.slice(PREFIXES.lists.length);
			yield `${path} ${tagOfList(this.list(path)!)}`;
		}
		for (const [key, { tag }] of this.#packs.entries(redirectKey('/'))) yield `${key} ${tag}`;
		for (const [key] of this.#packs.entries(PREFIXES.authors)) yield key;
	}
}

/**
 * The path of the only review list in which each item has all fields of the review's own response. In other review
 * lists, the items are shorter.
 */
const WHOLE_REVIEWS = '/reviews';

function targetIn(redirect: Buffer): string | null {
	return JSON.parse(redirect.toString());
}

const START = Buffer.from('{"data":');

const NOTHING = Buffer.alloc(0);

/** Joins an item and the rest of the response that begins with it. */
function joined(start: Buffer, item: Buffer, rest: Buffer): Buffer {
	return Buffer.concat([start, item.subarray(0, -1), rest]);
}

/**
 * Computes a tag for a whole list. Reads the items in parts, because the items of a large list would not all fit into
 * memory.
 */
function tagOfList({ total, items }: ItemList): string {
	let tag = '';
	for (let offset = 0; offset < total; offset += PART) tag = tagOf(tag + items(offset, PART).tag);
	return tag;
}

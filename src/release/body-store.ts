/** Reads the bodies of a release from its packs. */
import { LRUCache } from 'lru-cache';
import { Content } from '../api/content.ts';
import type { ItemList } from '../api/directory.ts';
import type { ExportedKind } from '../api/exported-file.ts';
import { tagOf } from '../shared/tag.ts';
import { ID_LENGTH, type StoredItem, type StoredResponse } from './body-pack.ts';
import { BodyPackReader, REMOVED } from './body-pack-reader.ts';
import { joinItems } from './join-items.ts';
import { packFile } from './site-store.ts';

/**
 * The maximum sizes of the cache for complete responses and the cache for lists, in bytes. A full cache removes its
 * least recently used entries.
 */
const CACHED_ANSWERS = 16 * 2 ** 20;
const CACHED_LISTS = 8 * 2 ** 20;
/** The sizes of SQLite's page caches, in KiB. The oldest pack has a larger one, because it contains most bodies. */
const OLDEST_PAGE_CACHE = 16 * 1024;
const PAGE_CACHE = 1024;
/** The approximate memory that a cache entry needs in addition to its content, in bytes. */
const OVERHEAD = 300;
/** The maximum number of copies of a cached response in memory: one as bytes, one as a string and one compressed. */
const COPIES = 3;

export class BodyStore {
	/** The packs, newest first. */
	readonly #packs: readonly BodyPackReader[];
	/**
	 * Maps an item's ID to the newest pack that has the item. Leaves out items that only the oldest pack has, so the map
	 * contains at most a quarter of all items.
	 */
	readonly #newer: ReadonlyMap<number, BodyPackReader>;
	readonly #responses = new LRUCache<string, Content>({
		maxSize: CACHED_ANSWERS,
		sizeCalculation: ({ body }) => COPIES * body.length + OVERHEAD,
	});
	readonly #lists = new LRUCache<string, Buffer>({
		maxSize: CACHED_LISTS,
		sizeCalculation: (ids) => ids.length + OVERHEAD,
	});

	/**
	 * @param folder the folder of packs
	 * @param names the packs of the release, newest first
	 * @throws Error naming the pack that is missing or damaged
	 */
	constructor(folder: string, names: readonly string[]) {
		const packs: BodyPackReader[] = [];
		this.#packs = packs;
		const newer = new Map<number, BodyPackReader>();
		this.#newer = newer;
		try {
			for (const name of names) {
				const cache = name === names.at(-1) ? OLDEST_PAGE_CACHE : PAGE_CACHE;
				packs.push(new BodyPackReader(packFile(folder, name), cache));
			}
			for (const pack of packs.slice(0, -1).reverse()) for (const id of pack.itemIds()) newer.set(id, pack);
		} catch (error) {
			this.close();
			throw error;
		}
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
		const stored = this.response(path);
		return stored && this.#contentOf(stored);
	}

	#contentOf({ item, tag, body }: StoredResponse): Content {
		if (item === null) return new Content(body, 'kept', tag!);
		const start = this.item(item)!;
		return new Content(Buffer.concat([START, start.body.subarray(0, -1), body]), 'kept', tagWith(start, body));
	}

	/**
	 * Returns the list at a path, if there is one: its length, and a function that returns a range of its items, joined
	 * with commas.
	 */
	list(path: string): ItemList | undefined {
		const ids = this.idsOf(path);
		if (ids === undefined) return undefined;
		const total = ids.length / ID_LENGTH;
		return {
			total,
			items: (offset, limit) => {
				const length = Math.max(0, Math.min(limit, total - offset));
				const itemAt = (place: number) => this.item(ids.readUInt32LE(place * ID_LENGTH))!;
				const items = Array.from({ length }, (_, i) => itemAt(offset + i));
				return joinItems(path === WHOLE_REVIEWS ? items.map((item) => this.#wholeReview(item)) : items);
			},
		};
	}

	/** Completes a review's item, so that it has all fields of the review's own response. */
	#wholeReview(item: StoredItem): StoredItem {
		const { id } = JSON.parse(item.body.toString()) as { readonly id: string };
		const rest = this.response(`${WHOLE_REVIEWS}/${id}`)!.body;
		return { tag: tagWith(item, rest), body: Buffer.concat([item.body.subarray(0, -1), rest.subarray(0, -1)]) };
	}

	/** The IDs of the items in a list, as a pack stores them. */
	idsOf(path: string): Buffer | undefined {
		const cached = this.#lists.get(path);
		if (cached !== undefined) return cached;
		const ids = this.#find((pack) => pack.list(path))?.body;
		if (ids !== undefined) this.#lists.set(path, ids);
		return ids;
	}

	/** A response as a pack stores it. */
	response(path: string): StoredResponse | undefined {
		return this.#find((pack) => pack.response(path));
	}

	/** An item that lists can contain. */
	item(id: number): StoredItem | undefined {
		const found = (this.#newer.get(id) ?? this.#packs.at(-1))?.item(id);
		return found === REMOVED ? undefined : found;
	}

	#find<T extends object>(read: (pack: BodyPackReader) => T | typeof REMOVED | undefined): T | undefined {
		for (const pack of this.#packs) {
			const found = read(pack);
			if (found !== undefined) return found === REMOVED ? undefined : (found as T);
		}
		return undefined;
	}

	/** Yields all responses, sorted by path. */
	*resources(): Generator<{ path: string; body: Buffer }> {
		for (const path of this.#pathsOf('responses')) {
			const response = this.read(path);
			if (response !== undefined) yield { path, body: response.body };
		}
	}

	/** Yields the tags of all responses, sorted by path. */
	*tags(): Generator<{ readonly path: string; readonly tag: string }> {
		for (const path of this.#pathsOf('responses')) {
			const response = this.response(path);
			if (response !== undefined) yield { path, tag: this.#tagOf(response) };
		}
	}

	/** See `Directory`. */
	pathsAround(path: string, count: number): string[] {
		return [...new Set(this.#packs.flatMap((pack) => pack.pathsAround(path, count)))].sort();
	}

	/** Yields the JSON of each record of a kind, sorted by slug or ID. Keeps only a few paths in memory. */
	*records(kind: ExportedKind): Generator<Buffer> {
		const end = `/${kind}0`; // `0` is the character after `/`
		let paths: string[];
		let last = `/${kind}/`;
		do {
			const found = this.#packs.flatMap((pack) => pack.pathsBetween(last, end, PART));
			paths = [...new Set(found)].sort().slice(0, PART);
			for (const path of paths) {
				const stored = this.response(path);
				if (stored !== undefined) yield this.#recordOf(stored);
			}
			last = paths.at(-1) ?? end;
		} while (paths.length === PART);
	}

	#recordOf({ item, body }: StoredResponse): Buffer {
		if (item === null) return body.subarray(START.length, -1);
		return Buffer.concat([this.item(item)!.body.subarray(0, -1), body.subarray(0, -1)]);
	}

	#tagOf({ item, tag, body }: StoredResponse): string {
		return item === null ? tag! : tagWith(this.item(item)!, body);
	}

	/**
	 * Yields a line for each response and list, always in the same order. If the contents of two releases differ, their
	 * lines differ too.
	 */
	*fingerprints(): Generator<string> {
		for (const { path, tag } of this.tags()) yield `${path} ${tag}`;
		for (const path of this.#pathsOf('lists')) {
			const list = this.list(path);
			if (list !== undefined) yield `${path} ${tagOfList(list)}`;
		}
	}

	/** The paths in all packs, sorted. */
	#pathsOf(table: 'responses' | 'lists'): string[] {
		const paths = new Set<string>();
		for (const pack of this.#packs) for (const path of pack.paths(table)) paths.add(path);
		return [...paths].sort();
	}

	close(): void {
		for (const pack of this.#packs) pack.close();
	}
}

/**
 * The path of the only review list in which each item has all fields of the review's own response. In other review
 * lists, the items are shorter.
 */
const WHOLE_REVIEWS = '/reviews';

const START = Buffer.from('{"data":');

/** The tag of a response that begins with an item. @param rest the part of the response after the item */
function tagWith(item: StoredItem, rest: Buffer): string {
	return tagOf(item.tag + rest);
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

/** How many items `tagOfList`, or paths `records`, reads at once. */
const PART = 1000;

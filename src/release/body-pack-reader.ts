/** Reads one pack of bodies. Each row is checked when it is read. */
import type Database from 'better-sqlite3';
import { checksum, type StoredItem, type StoredResponse } from './body-pack.ts';
import { damagedPack, openPack } from './open-pack.ts';

/** The result for a path or item that the pack marks as removed. */
export const REMOVED = Symbol('removed');

/**
 * A pack's row for a path or an item. It is REMOVED if the path or item was removed, and undefined if there is no row.
 */
type Found<T> = T | typeof REMOVED | undefined;

interface Row {
	readonly checksum: number | null;
	readonly body: Buffer | null;
}

function statements(db: Database.Database) {
	return {
		db,
		response: db.prepare<[string], StoredResponse & Row>('SELECT * FROM responses WHERE path = ?'),
		item: db.prepare<[number], StoredItem & Row>('SELECT * FROM items WHERE id = ?'),
		before: db
			.prepare<[string, number], string>('SELECT path FROM responses WHERE path < ? ORDER BY path DESC LIMIT ?')
			.pluck(),
		after: db
			.prepare<[string, number], string>('SELECT path FROM responses WHERE path >= ? ORDER BY path LIMIT ?')
			.pluck(),
		list: db.prepare<[string], { body: Buffer } & Row>('SELECT * FROM lists WHERE path = ?'),
		paths: db
			.prepare<[string, string, number], string>(
				'SELECT path FROM responses WHERE path > ? AND path < ? ORDER BY path LIMIT ?',
			)
			.pluck(),
	};
}

export class BodyPackReader {
	readonly file: string;
	readonly #open: ReturnType<typeof statements>;

	/**
	 * @param cache the size of SQLite's page cache for the file, in KiB
	 * @throws Error naming the pack if it is missing or damaged
	 */
	constructor(file: string, cache: number) {
		this.file = file;
		this.#open = openPack(file, cache, statements);
	}

	/** @throws UserError naming the pack if the response is damaged */
	response(path: string): Found<StoredResponse> {
		return this.#read(path, () => this.#open.response.get(path));
	}

	/** @throws UserError naming the pack if the item is damaged */
	item(id: number): Found<StoredItem> {
		return this.#read(id, () => this.#open.item.get(id));
	}

	/** Returns the IDs of a list's items. @throws UserError naming the pack if the list is damaged */
	list(path: string): Found<{ readonly body: Buffer }> {
		return this.#read(path, () => this.#open.list.get(path));
	}

	#read<T extends Row>(key: string | number, get: () => T | undefined): Found<T & { readonly body: Buffer }> {
		try {
			const row = get();
			if (row === undefined) return undefined;
			const { body } = row;
			if (body === null) return REMOVED;
			if (checksum(key, { ...row, body }) !== row.checksum) throw new Error('Its checksum does not match.');
			return row as T & { readonly body: Buffer };
		} catch (cause) {
			throw damagedPack(this.file, typeof key === 'number' ? `item ${key}` : key, cause);
		}
	}

	/** The IDs of all items, including removed items. */
	itemIds(): IterableIterator<number> {
		return this.#open.db.prepare<[], number>('SELECT id FROM items').pluck().iterate();
	}

	/** The paths of all responses or lists, sorted. Removed paths are included. */
	paths(table: 'responses' | 'lists'): IterableIterator<string> {
		return this.#open.db.prepare<[], string>(`SELECT path FROM ${table} ORDER BY path`).pluck().iterate();
	}

	/**
	 * Returns the paths of up to `count` responses from `path` on, and of up to `count` before it. Removed paths are
	 * included.
	 */
	pathsAround(path: string, count: number): string[] {
		return [...this.#open.before.all(path, count), ...this.#open.after.all(path, count)];
	}

	/** Returns the first paths of responses that sort after `from` and before `to`. Removed paths are included. */
	pathsBetween(from: string, to: string, limit: number): string[] {
		return this.#open.paths.all(from, to, limit);
	}

	close(): void {
		this.#open.db.close();
	}
}

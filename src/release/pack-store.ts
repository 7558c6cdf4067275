/** Reads entries from the packs of a release. Each entry is checked when its body is read. */
import { brotliDecompressSync } from 'node:zlib';
import type { UserError } from '../shared/user-error.ts';
import {
	damagedPack,
	type OpenPack,
	openPack,
	type PackDamage,
	type Row,
	type TextRow,
	type WholeRow,
} from './open-pack.ts';
import { checksum, type Entry, type Facts, type Key, packFile } from './pack.ts';

/** The size of SQLite's page cache for the oldest pack, in KiB. It is larger, because this pack has most entries. */
const OLDEST_PAGE_CACHE = 16 * 1024;
/** The size of SQLite's page cache for any other pack, in KiB. It is small because the system caches files too. */
export const PAGE_CACHE = 1024;
/** Up to this many entries are read one at a time, because a query for several takes longer to start. */
const FEW = 8;

/** The paths of a release's packs, newest first. @param release the release's folder */
export function packFiles(release: string, { packs }: { readonly packs: readonly string[] }): string[] {
	return packs.map((name) => packFile(release, name));
}

export class PackStore implements Disposable {
	/** The packs, newest first. */
	readonly #packs: readonly OpenPack[];

	/**
	 * @param files the paths of the packs, newest first
	 * @param cache the size of SQLite's page cache for the oldest pack, in KiB
	 * @throws Error naming the pack that is missing or damaged
	 */
	constructor(files: readonly string[], cache = OLDEST_PAGE_CACHE) {
		const packs: OpenPack[] = [];
		this.#packs = packs;
		try {
			for (const file of files) packs.push(openPack(file, file === files.at(-1) ? cache : PAGE_CACHE));
		} catch (error) {
			this.close();
			throw error;
		}
	}

	/** Finds an entry. @throws UserError naming the pack if it cannot be read */
	find(key: Key): PackedEntry | undefined {
		const kind = typeof key as 'string' | 'number';
		for (const pack of this.#packs) {
			const row = readIn(pack, key, () => pack[kind].get(key));
			if (row !== undefined) return entryOf(pack, row);
		}
		return undefined;
	}

	/**
	 * Reads an entry with its body. This is faster than finding it first.
	 *
	 * @throws UserError naming the pack if the entry is damaged
	 */
	read(key: Key): Entry | undefined {
		const kind = typeof key === 'string' ? 'wholeString' : 'wholeNumber';
		for (const pack of this.#packs) {
			const row = readIn(pack, key, () => pack[kind].get(key));
			if (row !== undefined) return row.checksum === null ? undefined : checked(pack, row, row.body);
		}
		return undefined;
	}

	/**
	 * Reads several entries. If there are many, this is faster than reading one at a time.
	 *
	 * @param keys either numbers or texts
	 * @returns the entries in the order of their keys
	 * @throws UserError naming the pack if an entry is damaged
	 */
	readAll(keys: readonly Key[]): (Entry | undefined)[] {
		if (keys.length <= FEW) return keys.map((key) => this.read(key));
		const kind = typeof keys[0] === 'string' ? 'strings' : 'numbers';
		const found = new Map<Key, WholeRow | undefined>();
		let missing = keys;
		for (const pack of this.#packs) {
			if (missing.length === 0) break;
			const rows = readIn(pack, missing[0]!, () => pack[kind].all(JSON.stringify(missing)));
			if (rows.length === 0) continue;
			for (const row of rows) found.set(keyOf(row), row.checksum === null ? undefined : checked(pack, row, row.body));
			missing = missing.filter((key) => !found.has(key));
		}
		return keys.map((key) => found.get(key));
	}

	/** Yields the entries whose text keys start with a prefix, sorted by key. */
	*entries(prefix: string): Generator<readonly [key: string, entry: PackedEntry]> {
		for (const [key, entry] of this.rows(prefix)) if (entry !== undefined) yield [key, entry];
	}

	/** Like `entries`, but also yields removed entries, as undefined. */
	*rows(prefix: string): Generator<readonly [key: string, entry: PackedEntry | undefined]> {
		const heads = this.#packs.map((pack) => nextOf(pack, pack.range().iterate({ from: prefix })));
		try {
			for (;;) {
				let least: Head | undefined;
				for (const head of heads) if (head && (!least || head.bytes.compare(least.bytes) < 0)) least = head;
				if (least === undefined) return;
				const { key } = least.row;
				yield [key, entryOf(least.pack, least.row)];
				for (const [i, head] of heads.entries()) if (head?.row.key === key) heads[i] = nextOf(head.pack, head.rest);
			}
		} finally {
			for (const head of heads) head?.rest.return?.();
		}
	}

	*numbered(): Generator<readonly [key: number, entry: PackedEntry]> {
		for (const pack of this.#packs) {
			for (const key of pack.allNumbers().iterate()) {
				const entry = this.find(key);
				if (entry?.pack === pack) yield [key, entry];
			}
		}
	}

	/**
	 * Returns, among the keys that start with a prefix, the next `count` from `key` on, the last `count` before it, and
	 * perhaps more, sorted. Removed entries are included.
	 */
	keysAround(prefix: string, key: string, count: number): string[] {
		const range = { from: prefix, key, count };
		const keys = this.#packs.flatMap((pack) =>
			readIn(pack, key, () => [...pack.before.all(range), ...pack.after.all(range)]),
		);
		return [...new Set(keys)].sort();
	}

	/** Returns damage that was found while reading, and forgets it. Finds it again when the entry is read again. */
	takeDamage(): PackDamage | undefined {
		const pack = this.#packs.find(({ damage }) => damage !== undefined);
		const damage = pack?.damage;
		if (pack !== undefined) pack.damage = undefined;
		return damage;
	}

	close(): void {
		for (const pack of this.#packs) pack.close();
	}

	[Symbol.dispose](): void {
		this.close();
	}
}

/** An entry of a pack. Its body is read on demand. */
export class PackedEntry implements Facts {
	readonly tag: string;
	readonly fingerprint: string | null;
	readonly encoding: Facts['encoding'];
	readonly size: number;
	readonly pack: OpenPack;
	readonly row: Row;

	constructor(pack: OpenPack, row: Row) {
		this.tag = row.tag;
		this.fingerprint = row.fingerprint;
		this.encoding = row.encoding;
		this.size = row.size;
		this.pack = pack;
		this.row = row;
	}

	/** Reads the body as it is stored. @throws UserError naming the pack if the entry is damaged */
	readBody(): Buffer {
		const { pack, row } = this;
		const body = readIn(pack, keyOf(row), () => pack.body.get(row.number)!);
		checked(pack, row, body);
		return body;
	}

	/** Reads the content of a file. @throws UserError naming the pack if the entry is damaged */
	read(): Buffer {
		const body = this.readBody();
		if (this.encoding === null) return body;
		// The buffer is one byte longer than the content, so that zlib reaches the end without a second buffer.
		const chunkSize = Math.max(this.size + 1, SMALLEST_CHUNK);
		return brotliDecompressSync(body, { chunkSize, maxOutputLength: this.size });
	}
}

/** The minimum size of a buffer for zlib, in bytes. */
const SMALLEST_CHUNK = 64;

function entryOf(pack: OpenPack, row: Row): PackedEntry | undefined {
	return row.checksum === null ? undefined : new PackedEntry(pack, row);
}

const keyOf = ({ key, number }: Row): Key => key ?? number;

function readIn<T>(pack: OpenPack, key: Key, read: () => T): T {
	try {
		return read();
	} catch (cause) {
		throw noteDamage(pack, key, cause);
	}
}

function checked<R extends Row>(pack: OpenPack, row: R, body: Buffer): R {
	if (checksum(keyOf(row), row, body) === row.checksum) return row;
	throw noteDamage(pack, keyOf(row), new Error('Its checksum does not match.'));
}

function noteDamage(pack: OpenPack, key: Key, cause: unknown): UserError {
	const { file } = pack;
	const error = damagedPack(file, key, cause);
	pack.damage = { file, key, error };
	return error;
}

/** The next row of a pack. */
interface Head {
	readonly pack: OpenPack;
	readonly row: TextRow;
	/** The row's key as bytes, because SQLite sorts by bytes, but JavaScript by UTF-16 units. */
	readonly bytes: Buffer;
	readonly rest: IterableIterator<TextRow>;
}

function nextOf(pack: OpenPack, rest: IterableIterator<TextRow>): Head | undefined {
	const { done, value } = readIn(pack, 'its list of entries', () => rest.next());
	return done ? undefined : { pack, row: value, bytes: Buffer.from(value.key), rest };
}

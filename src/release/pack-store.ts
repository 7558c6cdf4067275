/** Reads entries from the packs of a release. Each entry is checked when its body is read. */
import { brotliDecompressSync } from 'node:zlib';
import { checksum, type EntryFacts, packFile } from './pack.ts';
import { type Damage, ReleaseDatabase } from './release-database.ts';

/** The size of SQLite's page cache for the oldest pack, in KiB. It is larger, because this pack has most entries. */
const OLDEST_PAGE_CACHE = 8 * 1024;
/** The size of SQLite's page cache for any other pack, in KiB. It is small because the system caches files too. */
export const PAGE_CACHE = 1024;

/** The paths of a release's packs, newest first. @param release the release's folder */
export function packFiles(release: string, { packs }: { readonly packs: readonly string[] }): string[] {
	return packs.map((name) => packFile(release, name));
}

/**
 * A row of a pack without its body, so that SQLite does not read the separate pages on which it stores large bodies.
 * If `checksum` is null, the entry was removed.
 */
interface Row extends EntryFacts {
	readonly number: number;
	readonly path: string;
	readonly checksum: number | null;
}

const FACTS = 'SELECT number, path, tag, fingerprint, encoding, size, checksum FROM entries WHERE';

export class OpenPack extends ReleaseDatabase {
	readonly #find = this.db.prepare<[string], Row>(`${FACTS} path = ?`);
	readonly #body = this.db.prepare<[number], Buffer>('SELECT body FROM entries WHERE number = ?').pluck();

	constructor(file: string, cache: number) {
		super('pack', file, cache, ['entries']);
	}

	find(path: string): Row | undefined {
		return this.read(path, () => this.#find.get(path));
	}

	/** @throws UserError naming the pack if the entry is damaged */
	body(row: Row): Buffer {
		const body = this.read(row.path, () => this.#body.get(row.number)!);
		if (checksum(row.path, row, body) !== row.checksum) throw this.wrongChecksum(row.path);
		return body;
	}

	/** Returns the rows whose paths start with a prefix, sorted by path. */
	range(prefix: string): IterableIterator<Row> {
		const sql = `${FACTS} path >= :prefix AND path < :prefix || '\u{10FFFF}' ORDER BY path`;
		return this.db.prepare<{ readonly prefix: string }, Row>(sql).iterate({ prefix });
	}
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
			for (const file of files) packs.push(new OpenPack(file, file === files.at(-1) ? cache : PAGE_CACHE));
		} catch (error) {
			this.close();
			throw error;
		}
	}

	/** Finds an entry. @throws UserError naming the pack if it cannot be read */
	get(path: string): PackedEntry | undefined {
		for (const pack of this.#packs) {
			const row = pack.find(path);
			if (row !== undefined) return row.checksum === null ? undefined : new PackedEntry(pack, row);
		}
		return undefined;
	}

	/** Yields the entries whose paths start with a prefix, sorted by path. */
	*entries(prefix = ''): Generator<readonly [path: string, entry: PackedEntry]> {
		const heads = this.#packs.map((pack) => nextOf(pack, pack.range(prefix)));
		try {
			for (;;) {
				let least: Head | undefined;
				for (const head of heads) if (head && (!least || head.bytes.compare(least.bytes) < 0)) least = head;
				if (least === undefined) return;
				const { path, checksum } = least.row;
				if (checksum !== null) yield [path, new PackedEntry(least.pack, least.row)];
				for (const [i, head] of heads.entries()) if (head?.row.path === path) heads[i] = nextOf(head.pack, head.rest);
			}
		} finally {
			for (const head of heads) head?.rest.return?.();
		}
	}

	/** See `ReleaseDatabase.takeDamage`. */
	takeDamage(): Damage | undefined {
		return this.#packs.map((pack) => pack.takeDamage()).find((damage) => damage !== undefined);
	}

	close(): void {
		for (const pack of this.#packs) pack.close();
	}

	[Symbol.dispose](): void {
		this.close();
	}
}

/** An entry of a pack. Its body is read on demand. */
export class PackedEntry implements EntryFacts {
	readonly tag: string;
	readonly fingerprint: string | null;
	readonly encoding: EntryFacts['encoding'];
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
		return this.pack.body(this.row);
	}

	/** Reads the content of the file. @throws UserError naming the pack if the entry is damaged */
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

/** The next row of a pack. */
interface Head {
	readonly pack: OpenPack;
	readonly row: Row;
	/** The row's path as bytes, because SQLite sorts by bytes, but JavaScript by UTF-16 units. */
	readonly bytes: Buffer;
	readonly rest: IterableIterator<Row>;
}

function nextOf(pack: OpenPack, rest: IterableIterator<Row>): Head | undefined {
	const { done, value } = pack.read('its list of files', () => rest.next());
	return done ? undefined : { pack, row: value, bytes: Buffer.from(value.path), rest };
}

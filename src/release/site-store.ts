/** The files of a release's website, from all of its packs. */
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import { damagedPack, openPack } from './open-pack.ts';
import { checksum, type StoredFile } from './site-pack.ts';

/** A file of the website. Its bytes are read on demand. */
export interface SiteFile extends Omit<StoredFile, 'body'> {
	/** @throws UserError naming the pack and the path if the file is damaged */
	readStored(): StoredFile;
	/** Reads the content of the file. @throws UserError naming the pack and the path if the file is damaged */
	read(): Buffer;
}

/** The path of a pack's file. */
export const packFile = (folder: string, name: string) => join(folder, `${name}.sqlite`);

export class SiteStore {
	/** The packs, newest first. */
	readonly #packs: readonly Pack[];

	/**
	 * @param folder the folder of packs
	 * @param names the packs of the release, newest first
	 * @throws Error naming the pack that is missing or damaged
	 */
	constructor(folder: string, names: readonly string[]) {
		const packs: Pack[] = [];
		this.#packs = packs;
		try {
			for (const name of names) packs.push(new Pack(packFile(folder, name)));
		} catch (error) {
			this.close();
			throw error;
		}
	}

	get(path: string): SiteFile | undefined {
		for (const pack of this.#packs) {
			const file = pack.get(path);
			if (file !== undefined) return file === REMOVED ? undefined : file;
		}
		return undefined;
	}

	has(path: string): boolean {
		return this.get(path) !== undefined;
	}

	/** The number of rows in all packs. */
	get rows(): number {
		return this.#packs.reduce((sum, { rows }) => sum + rows, 0);
	}

	/**
	 * Yields the path and file of every row in all packs, newest pack first. The file is undefined if the row marks a
	 * removed path.
	 */
	*entries(): Generator<[path: string, file: SiteFile | undefined]> {
		for (const pack of this.#packs) {
			for (const [path, file] of pack.entries()) yield [path, file === REMOVED ? undefined : file];
		}
	}

	/** Returns all files by path. When many files are needed, this is much faster than looking up each file. */
	files(): Map<string, SiteFile> {
		const files = new Map<string, SiteFile>();
		for (const pack of this.#packs.toReversed()) {
			for (const [path, file] of pack.entries()) {
				if (file === REMOVED) files.delete(path);
				else files.set(path, file);
			}
		}
		return files;
	}

	close(): void {
		for (const pack of this.#packs) pack.close();
	}
}

const REMOVED = Symbol('removed');

/** The size of SQLite's cache for the pages of a pack, in KiB. It is small because the system caches files too. */
const PAGE_CACHE = 1024;

/**
 * The columns that a look-up reads. The body is left out, so that SQLite does not read the separate pages on which it
 * stores large bodies.
 */
interface Row extends Omit<StoredFile, 'body'> {
	readonly id: number;
	readonly checksum: number | null;
}

function statements(db: Database.Database) {
	const columns = 'rowid AS id, hash, size, fingerprint, encoding, checksum';
	return {
		db,
		row: db.prepare<[string], Row>(`SELECT ${columns} FROM files WHERE path = ?`),
		body: db.prepare<[number], Buffer>('SELECT body FROM files WHERE rowid = ?').pluck(),
		rows: db.prepare<[], Row & { readonly path: string }>(`SELECT ${columns}, path FROM files ORDER BY path`),
	};
}

class Pack {
	readonly #file: string;
	readonly #open: ReturnType<typeof statements>;

	constructor(file: string) {
		this.#file = file;
		this.#open = openPack(file, PAGE_CACHE, statements);
	}

	/** The file at a path; undefined if this pack has no entry for it. */
	get(path: string): SiteFile | typeof REMOVED | undefined {
		try {
			const row = this.#open.row.get(path);
			return row && this.#fileOf(path, row);
		} catch (cause) {
			throw this.damaged(path, cause);
		}
	}

	#fileOf(path: string, row: Row): SiteFile | typeof REMOVED {
		return row.checksum === null ? REMOVED : new PackedFile(this, path, row);
	}

	get rows(): number {
		return this.#open.db.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM files').pluck().get()!;
	}

	/** @param id the ID of the row */
	body(id: number): Buffer {
		return this.#open.body.get(id)!;
	}

	/** All entries of the pack, sorted by path. */
	*entries(): Generator<[path: string, file: SiteFile | typeof REMOVED]> {
		try {
			for (const { path, ...row } of this.#open.rows.iterate()) yield [path, this.#fileOf(path, row)];
		} catch (cause) {
			throw this.damaged('its list of files', cause);
		}
	}

	damaged(path: string, cause: unknown): Error {
		return damagedPack(this.#file, path, cause);
	}

	close(): void {
		this.#open.db.close();
	}
}

class PackedFile implements SiteFile {
	readonly hash: string;
	readonly size: number;
	readonly fingerprint: string | null;
	readonly encoding: 'br' | null;
	readonly #pack: Pack;
	readonly #path: string;
	readonly #row: Row;

	constructor(pack: Pack, path: string, row: Row) {
		this.hash = row.hash;
		this.size = row.size;
		this.fingerprint = row.fingerprint;
		this.encoding = row.encoding;
		this.#pack = pack;
		this.#path = path;
		this.#row = row;
	}

	readStored(): StoredFile {
		return this.#read((file) => file);
	}

	read(): Buffer {
		return this.#read(contentOf);
	}

	#read<T>(make: (file: StoredFile) => T): T {
		try {
			const { hash, size, fingerprint, encoding } = this;
			const file = { hash, size, fingerprint, encoding, body: this.#pack.body(this.#row.id) };
			if (checksum(this.#path, file) !== this.#row.checksum) throw new Error('Its checksum does not match.');
			return make(file);
		} catch (cause) {
			throw this.#pack.damaged(this.#path, cause);
		}
	}
}

/** The uncompressed content of a stored file. */
function contentOf({ body, encoding, size }: StoredFile): Buffer {
	if (encoding === null) return body;
	// The buffer is one byte longer than the content, so that zlib reaches the end without a second buffer.
	return brotliDecompressSync(body, { chunkSize: Math.max(size + 1, SMALLEST_CHUNK), maxOutputLength: size });
}

/** The minimum size of a buffer for zlib, in bytes. */
const SMALLEST_CHUNK = 64;

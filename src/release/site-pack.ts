/**
 * A pack is a SQLite file that contains website files. It never changes after it is written, and several releases can
 * use it. Each release lists its packs, newest first. If several packs have a row for a path, the row in the newest of
 * these packs is used.
 */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { compress } from '../shared/http/compress.ts';
import { isText, mediaType } from '../shared/http/media-type.ts';
import { createDatabase } from './create-database.ts';

/** The SQL that creates a pack's table. */
const SCHEMA = `
	-- A row without a body marks a removed path, which older packs may still have.
	CREATE TABLE files (
		path TEXT NOT NULL,
		hash TEXT,
		size INTEGER,
		fingerprint TEXT,
		encoding TEXT,
		-- The checksum of all other columns, see checksum().
		checksum INTEGER,
		body BLOB
	) STRICT;`;

/** The number of hex digits to keep from the SHA-256 of a file's content. */
const HASH_LENGTH = 32;

/** A file of the website as a pack stores it. */
export interface StoredFile {
	/** The start of the SHA-256 of the content, in hex. */
	readonly hash: string;
	/** The length of the content, in bytes. */
	readonly size: number;
	/** Identifies the data that the file was made from; null if unknown. */
	readonly fingerprint: string | null;
	/** The compression of the body; null if the body is the content itself. */
	readonly encoding: 'br' | null;
	readonly body: Buffer;
}

/** Makes the stored form of a file. Text is compressed if that makes it smaller. */
export function storedFile(path: string, content: Buffer, fingerprint: string | null = null): StoredFile {
	const file = { hash: contentHash(content), size: content.length, fingerprint };
	if (isText(mediaType(path))) {
		const body = compress(content, 'br', 'kept');
		if (body.length < content.length) return { ...file, encoding: 'br', body };
	}
	return { ...file, encoding: null, body: content };
}

/** The hash of a file's content, as packs store it. */
export function contentHash(content: Buffer): string {
	return hash('sha256', content).slice(0, HASH_LENGTH);
}

/** Computes the checksum of a row. If any bit of the row changes, the checksum changes. */
export function checksum(path: string, { hash, size, fingerprint, encoding, body }: StoredFile): number {
	return crc32(body, crc32(JSON.stringify([path, hash, size, fingerprint, encoding])));
}

/** Makes a random name for a new pack. */
export const newPackName = () => randomBytes(6).toString('hex');

/** The form of the names that `newPackName` makes. */
export const PACK_NAME = /^[0-9a-f]{12}$/;

export class SitePackWriter {
	readonly #db: Database.Database;
	readonly #add: Database.Statement;

	/** Starts a new pack. The file is complete after `finish`. */
	constructor(file: string) {
		this.#db = createDatabase(file, SCHEMA);
		this.#add = this.#db.prepare('INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?)');
	}

	add(path: string, file: StoredFile): void {
		const { hash, size, fingerprint, encoding, body } = file;
		this.#add.run(path, hash, size, fingerprint, encoding, checksum(path, file), body);
	}

	/** Records that there is no file at a path, even if older packs have one. */
	remove(path: string): void {
		this.#add.run(path, null, null, null, null, null, null);
	}

	finish(): void {
		// The index is created last, because sorting the paths once is faster than keeping an index in order.
		this.#db.exec('CREATE UNIQUE INDEX files_by_path ON files (path); COMMIT;');
		this.close();
	}

	close(): void {
		this.#db.close();
	}
}

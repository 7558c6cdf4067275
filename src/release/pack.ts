/**
 * A pack is a SQLite file with files of the website. It never changes after it is written, and several releases can use
 * it. Each release lists its packs, newest first. If several packs have a row for a path, the row in the newest of these
 * packs is used.
 */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { compress, isText, mediaType, tagOf } from '../shared/http/content.ts';
import { packsFolder } from './layout.ts';
import { createDatabase } from './release-database.ts';

const SCHEMA = `
	-- A row without a body marks a removed file, which older packs may still have.
	CREATE TABLE entries (
		number INTEGER PRIMARY KEY,
		path TEXT NOT NULL,
		tag TEXT,
		fingerprint TEXT,
		encoding TEXT,
		size INTEGER,
		-- The checksum of the path and all other columns, see checksum().
		checksum INTEGER,
		body BLOB
	) STRICT;`;

/** The index is created last, because sorting the paths once is faster than keeping an index in order. */
const INDEX = 'CREATE UNIQUE INDEX entries_by_path ON entries (path);';

export interface Entry extends EntryFacts {
	readonly body: Buffer;
}

/** Everything about an entry except its body. */
export interface EntryFacts {
	/** Identifies the content. */
	readonly tag: string;
	/** Identifies the data that the entry was made from; null if unknown. */
	readonly fingerprint: string | null;
	/** How the body is compressed. If it is null, the body is the content. */
	readonly encoding: 'br' | null;
	/** The length of the content, in bytes. */
	readonly size: number;
}

/** Computes the checksum of a row. If any bit of the row changes, the checksum changes. */
export function checksum(path: string, { tag, fingerprint, encoding, size }: EntryFacts, body: Buffer): number {
	return crc32(body, crc32(`${path}\n${tag} ${fingerprint} ${encoding} ${size}`));
}

export const newPackName = () => randomBytes(6).toString('hex');

/** The form of the names that `newPackName` makes. */
export const PACK_NAME = /^[0-9a-f]{12}$/;

/** The path of a pack. @param release the folder of a release, whose packs are in a folder that all releases share */
export const packFile = (release: string, name: string) => join(packsBeside(release), `${name}.sqlite`);

export const packsBeside = (release: string) => packsFolder(join(release, '../..'));

export class PackWriter {
	readonly #db: Database.Database;
	readonly #insert: Database.Statement;

	/** Starts a new pack. The file is complete after `finish`. */
	constructor(file: string) {
		this.#db = createDatabase(file, SCHEMA);
		this.#insert = this.#db.prepare('INSERT INTO entries VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)');
	}

	/** Adds an entry. Each path can be added or removed only once. */
	add(path: string, { body, ...facts }: Entry): void {
		const { tag, fingerprint, encoding, size } = facts;
		this.#insert.run(path, tag, fingerprint, encoding, size, checksum(path, facts, body), body);
	}

	/** Records that there is no entry at a path, even if older packs have one. */
	remove(path: string): void {
		this.#insert.run(path, null, null, null, null, null, null);
	}

	finish(): void {
		this.#db.exec(`${INDEX} COMMIT;`);
		this.close();
	}

	/** Closes the file, which is unusable unless `finish` has completed it. */
	close(): void {
		this.#db.close();
	}
}

/** Makes the stored form of a file. Text is compressed if that makes it smaller. */
export function storedFile(path: string, content: Buffer, fingerprint: string | null = null): Entry {
	const facts = { tag: tagOf(content), fingerprint, size: content.length };
	if (isText(mediaType(path))) {
		const body = compress(content, 'br', 'kept');
		if (body.length < content.length) return { ...facts, encoding: 'br', body };
	}
	return { ...facts, encoding: null, body: content };
}

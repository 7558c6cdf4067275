/** Reads the members of an exported file through separate connections to the packs. */
import { zstdDecompressSync } from 'node:zlib';
import type { ExportEncoding } from '../api/exported-file.ts';
import { BodyPackReader } from './body-pack-reader.ts';
import type { StoredMember } from './body-store.ts';
import type { MemberHead } from './member.ts';

/** The size of SQLite's cache for each pack, in KiB. Members are read only once. */
const CACHE = 64;
/**
 * Spare room after a decompressed text, in bytes, so that Node needs no second buffer. Node's minimum buffer size is 64
 * bytes.
 */
const SPARE = 64;

/** A member with its head. */
export interface ExportedMember extends MemberHead, Pick<StoredMember, 'path' | 'pack'> {}

/** Reads members until it is closed. */
export class MemberReader {
	readonly #packs = new Map<string, BodyPackReader>();

	/** Opens all packs of these members, so that they can be read even if the release is removed. */
	constructor(members: readonly ExportedMember[]) {
		try {
			for (const { pack } of members) {
				if (!this.#packs.has(pack)) this.#packs.set(pack, new BodyPackReader(pack, CACHE));
			}
		} catch (error) {
			this.close();
			throw error;
		}
	}

	/** The bytes of a member in an encoding. @throws UserError naming the pack if the member is damaged */
	read(member: ExportedMember, encoding: ExportEncoding): Buffer {
		const { path, pack, identity, gzipChecksum, zstdChecksum } = member;
		const reader = this.#packs.get(pack)!;
		if (encoding === 'gzip') return reader.member(path, 'gzip', gzipChecksum);
		const compressed = reader.member(path, 'zstd', zstdChecksum);
		// The text itself is not stored. Decompressing it takes about 0.1 ms, which is less than passing it to another
		// thread would take.
		return encoding === 'zstd' ? compressed : zstdDecompressSync(compressed, { chunkSize: identity + SPARE });
	}

	close(): void {
		for (const pack of this.#packs.values()) pack.close();
		this.#packs.clear();
	}
}

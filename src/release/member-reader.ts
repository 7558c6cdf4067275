/** Reads the members of an exported file through its own connections to the packs. */
import { zstdDecompressSync } from 'node:zlib';
import type { ExportEncoding } from '../api/exported-file.ts';
import { BodyPackReader } from './body-pack-reader.ts';
import type { StoredMember } from './body-store.ts';
import type { MemberHead } from './member.ts';

/** The size of SQLite's cache for each pack, in KiB. It is small, because each member is read only once. */
const CACHE = 64;
/**
 * The spare room that a buffer has after a decompressed text, in bytes. With spare room, Node needs no second buffer.
 * The value is 64, because that is Node's minimum buffer size.
 */
const SPARE = 64;

/** A member with its head. */
export interface ExportedMember extends MemberHead, Pick<StoredMember, 'path' | 'pack'> {}

/** Keeps the packs open until `close` is called. */
export class MemberReader {
	readonly #packs = new Map<string, BodyPackReader>();

	/** Opens all packs of these members, so that the members can be read even after the release is removed. */
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
		// A pack stores only the compressed text. Decompressing it takes about 0.1 ms, less than passing it to another
		// thread would take.
		return encoding === 'zstd' ? compressed : zstdDecompressSync(compressed, { chunkSize: identity + SPARE });
	}

	close(): void {
		for (const pack of this.#packs.values()) pack.close();
		this.#packs.clear();
	}
}

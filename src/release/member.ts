/**
 * A member is a part of an exported file. An exported file has one line of JSON for each record of a kind, sorted by
 * path. It is divided into members, and each member is compressed on its own, so that a change to one record changes
 * only one member. Concatenated, the compressed members form a valid gzip or zstd file.
 */
import { crc32, gzipSync, zstdCompressSync } from 'node:zlib';
import { EXPORTED_KINDS, type ExportedKind } from '../api/exported-file.ts';
import { tagOf } from '../shared/tag.ts';

/** The facts about a member that the server needs to send it. Sizes are in bytes. */
export interface MemberHead {
	/** The number of records. */
	readonly records: number;
	/** The tag of the text. */
	readonly tag: string;
	/** The size of the text, and the sizes and checksums of its compressed forms. */
	readonly identity: number;
	readonly gzip: number;
	readonly gzipChecksum: number;
	readonly zstd: number;
	readonly zstdChecksum: number;
}

/** A member as a pack stores it. */
export interface Member {
	/** The head as JSON. */
	readonly head: string;
	/** The compressed texts. */
	readonly gzip: Buffer;
	readonly zstd: Buffer;
}

/** Makes a member. @param records the JSON of each record */
export function makeMember(records: readonly Buffer[]): Member {
	const text = Buffer.concat(records.flatMap((record) => [record, LINE_END]));
	const [gzip, zstd] = [gzipSync(text), zstdCompressSync(text)];
	const head: MemberHead = {
		records: records.length,
		tag: tagOf(text),
		identity: text.length,
		gzip: gzip.length,
		gzipChecksum: crc32(gzip),
		zstd: zstd.length,
		zstdChecksum: crc32(zstd),
	};
	return { head: JSON.stringify(head), gzip, zstd };
}

const LINE_END = Buffer.from('\n');

/** The path of a kind's first member. It sorts before the paths of all records of that kind. */
export const firstMember = (kind: ExportedKind) => `/${kind}/`;
/** A path that sorts after the paths of all records of a kind. `0` is the character after `/`. */
export const endOfMembers = (kind: ExportedKind) => `/${kind}0`;

/** The average number of records in a member. Together, these records have about 100 kB of text. */
const RECORDS: { readonly [kind in ExportedKind]: number } = {
	programs: 64,
	organizations: 256,
	categories: 256,
	reviews: 256,
};

/**
 * Whether a member starts at a record. This depends only on the record's path, so changes to other records never move
 * the start of a member.
 */
export function startsMember(kind: ExportedKind, path: string): boolean {
	return crc32(path) % RECORDS[kind] === 0;
}

/** The kind of record at a path, if it is exported. */
export function exportedKind(path: string): ExportedKind | undefined {
	return EXPORTED_KINDS.find((kind) => path.startsWith(firstMember(kind)));
}

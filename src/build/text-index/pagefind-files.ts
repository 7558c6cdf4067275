/**
 * The data files of a Pagefind 1.5 index. The entry file is plain JSON. Every other file is gzipped and contains a
 * mark, followed by data. The data is JSON in fragments, and CBOR (RFC 8949) in the rest of the files. Pagefind defines
 * the files in `pagefind/src/index` and `pagefind_core_search`.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { decode, encode } from 'cborg';
import { joinStored, type StoredWord } from './stored-words.ts';
import type { Word } from './words.ts';

/** A page: the name of its fragment, and its length in words. */
export type Page = readonly [fragment: string, words: number];

/** A file with all indexed words from `from` to `to`, inclusive, in order. */
export type Chunk = readonly [from: string, to: string, name: string];

/** The content of the file that lists the pages and chunks. The site uses no filters and no sort orders. */
export type Meta = readonly [
	version: string,
	pages: readonly Page[],
	chunks: readonly Chunk[],
	filters: readonly never[],
	sorts: readonly never[],
	metaFields: readonly string[],
];

/** The file that names the index of each language. */
export interface Entry {
	readonly version: string;
	readonly languages: { readonly en: { readonly hash: string; readonly wasm: string; readonly page_count: number } };
	readonly include_characters: readonly string[];
	/** The number of the first program. See `RecordNumbers`. Only builds use this field. */
	readonly first_program?: number;
}

/** The folder of the index in the website. */
export const INDEX = 'pagefind/';
export const ENTRY = 'pagefind-entry.json';
export const metaPath = (name: string) => `pagefind.${name}.pf_meta`;
export const chunkPath = (name: string) => `index/${name}.pf_index`;
export const fragmentPath = (name: string) => `fragment/${name}.pf_fragment`;

const MARK = Buffer.from('pagefind_dcd');

/** Decompresses a file and removes its mark. */
export function unpack(file: Buffer): Buffer {
	return gunzipSync(file).subarray(MARK.length);
}

const compress = promisify(gzip);

/** Adds the mark to a file's content and compresses both. Node does this in another thread. */
function pack(content: Uint8Array): Promise<Buffer> {
	return compress(Buffer.concat([MARK, content]));
}

export const decodeMeta = (file: Buffer): Meta => decode(unpack(file));
export const encodeMeta = (meta: Meta): Promise<Buffer> => pack(encode(meta));

/** Decodes the words of a chunk. Their postings contain differences instead of page numbers. See `withPageNumbers`. */
export function decodeChunk(file: Buffer): readonly Word[] {
	const [words]: readonly [readonly Word[]] = decode(unpack(file));
	return words;
}

export const encodeChunk = (words: readonly StoredWord[]): Promise<Buffer> => pack(joinStored(words));

/**
 * Returns the name for a chunk or for the file that lists chunks. The name is a hash of the content, because browsers
 * cache both files.
 */
export const nameOf = (file: Buffer) => `en_${hash('sha256', file).slice(0, 10)}`;

/**
 * The files of a Pagefind 1.5 index: a mark followed by CBOR (RFC 8949), gzipped. Pagefind defines the files in
 * `pagefind/src/index` and `pagefind_core_search`.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { decode, encode } from 'cborg';
import { joinStored, type StoredWord } from './stored-words.ts';
import type { Word } from './words.ts';

/** A page: the name of its fragment, and its length in words. */
export type Page = readonly [fragment: string, words: number];

/** A file with all words from one word to another, in order. */
export type Chunk = readonly [from: string, to: string, name: string];

/** The file that browsers load first. Filters and sort orders are not used. */
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
	/** The number of the first program: see `RecordNumbers`. Only builds use it. */
	readonly first_program?: number;
}

/** The folder of the index in the website. */
export const INDEX = 'pagefind/';
export const ENTRY = 'pagefind-entry.json';
export const metaPath = (name: string) => `pagefind.${name}.pf_meta`;
export const chunkPath = (name: string) => `index/${name}.pf_index`;
export const fragmentPath = (name: string) => `fragment/${name}.pf_fragment`;

const MARK = Buffer.from('pagefind_dcd');

/** The content of a file, without its compression and its mark. */
export function unpack(file: Buffer): Buffer {
	return gunzipSync(file).subarray(MARK.length);
}

const compress = promisify(gzip);

/** Node compresses the file in another thread. */
function pack(content: Uint8Array): Promise<Buffer> {
	return compress(Buffer.concat([MARK, content]));
}

export const decodeMeta = (file: Buffer): Meta => decode(unpack(file));
export const encodeMeta = (meta: Meta): Promise<Buffer> => pack(encode(meta));

/** Decodes the words of a chunk as the file stores them: see `withPageNumbers`. */
export function decodeChunk(file: Buffer): readonly Word[] {
	const [words]: readonly [readonly Word[]] = decode(unpack(file));
	return words;
}

export const encodeChunk = (words: readonly StoredWord[]): Promise<Buffer> => pack(joinStored(words));

/** The name of a chunk, or of the file that lists chunks. It changes with the content, because browsers cache both. */
export const nameOf = (file: Buffer) => `en_${hash('sha256', file).slice(0, 10)}`;

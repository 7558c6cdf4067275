/** Divides the words of a text index into chunks, so that a change to a few words changes only a few chunks. */
import { crc32 } from 'node:zlib';
import type { Chunk } from './pagefind-files.ts';
import type { Named } from './words.ts';

/**
 * How many letters determine the chunk of a word. A search for the start of a word loads only one chunk, so words that
 * start with the same letters belong in the same chunk.
 */
const PREFIX = 3;
/** Determines the size of chunks: about 10 kB for 10,000 records. Smaller ones would make the list of chunks too long. */
const RECORDS_PER_PREFIX = 16_384;

/** The first letters of a word, which determine its chunk. */
export function prefixOf(word: string): string {
	let end = 0;
	for (let letters = 0; letters < PREFIX && end < word.length; letters++)
		end += word.codePointAt(end)! > 0xffff ? 2 : 1;
	return word.slice(0, end);
}

/**
 * How many prefixes a chunk has on average in an index with this many pages. It is a power of two, so it seldom
 * changes.
 */
export function prefixesPerChunk(pages: number): number {
	return 2 ** Math.max(0, Math.round(Math.log2(RECORDS_PER_PREFIX / Math.max(1, pages))));
}

/**
 * Divides words into chunks. Whether a new chunk starts at a prefix depends only on that prefix, so adding a word never
 * changes where later chunks start.
 *
 * @param words in order
 */
export function* chunksOf<T extends Named>(words: Iterable<T>, prefixes: number): Generator<T[]> {
	let chunk: T[] = [];
	let before: string | undefined;
	for (const word of words) {
		const prefix = prefixOf(word[0]);
		if (prefix !== before && chunk.length > 0 && crc32(prefix) % prefixes === 0) {
			yield chunk;
			chunk = [];
		}
		chunk.push(word);
		before = prefix;
	}
	if (chunk.length > 0) yield chunk;
}

/** Finds the chunks that words belong to. */
export class ChunkFinder {
	readonly #starts: readonly Buffer[];

	/** @param chunks in the order of their words */
	constructor(chunks: readonly Chunk[]) {
		this.#starts = chunks.map(([from]) => Buffer.from(prefixOf(from)));
	}

	/** The index of the chunk to which a word belongs, even if the word is new. There must be at least one chunk. */
	find(word: string): number {
		const prefix = Buffer.from(prefixOf(word));
		let low = 0;
		let high = this.#starts.length;
		while (high - low > 1) {
			const middle = (low + high) >> 1;
			if (this.#starts[middle]!.compare(prefix) <= 0) low = middle;
			else high = middle;
		}
		return low;
	}

	/** Whether a chunk starts with the prefix of a word. */
	startsWith(index: number, word: string): boolean {
		return this.#starts[index]!.equals(Buffer.from(prefixOf(word)));
	}
}

/** Divides the words of a text index into chunks, so that a change to a few words changes only a few chunks. */
import { crc32 } from 'node:zlib';
import type { Chunk } from './pagefind-files.ts';
import type { Named } from './words.ts';

/**
 * How many letters of a word determine its chunk. Words that start with the same letters must be in the same chunk,
 * because a search for the start of a word loads only one chunk.
 */
const PREFIX = 3;
/** Determines the chunk size: about 10 kB for 10,000 records. Smaller chunks would make the list of chunks too long. */
const RECORDS_PER_PREFIX = 16_384;

/** Returns the first letters of a word, which determine the word's chunk. */
export function prefixOf(word: string): string {
	let end = 0;
	for (let letters = 0; letters < PREFIX && end < word.length; letters++)
		end += word.codePointAt(end)! > 0xffff ? 2 : 1;
	return word.slice(0, end);
}

/**
 * Returns the average number of prefixes per chunk for an index with this many pages. The number is a power of two, so
 * that it seldom changes.
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

/** Finds the chunk that a word belongs to. */
export class ChunkFinder {
	readonly #starts: readonly Buffer[];

	/** @param chunks in the order of their words */
	constructor(chunks: readonly Chunk[]) {
		this.#starts = chunks.map(([from]) => Buffer.from(prefixOf(from)));
	}

	/** Returns the index of a word's chunk. The word may be new. There must be at least one chunk. */
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

	/** Whether the first word of a chunk has the same prefix as `word`. */
	startsWith(index: number, word: string): boolean {
		return this.#starts[index]!.equals(Buffer.from(prefixOf(word)));
	}
}

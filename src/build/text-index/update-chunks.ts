/** Updates the chunks of a text index: the files with its words. */
import { Readable } from 'node:stream';
import { ChunkFinder, chunksOf, prefixesPerChunk } from './chunks.ts';
import type { IndexFiles } from './index-files.ts';
import { GAP, type OldIndex } from './old-index.ts';
import { type Chunk, chunkPath, decodeChunk, encodeChunk, nameOf } from './pagefind-files.ts';
import type { Tokenized } from './tokenize.ts';
import { hasPostings, mapPostings, mergeWords, type Word, withDifferences, withPageNumbers } from './words.ts';

/** The words of some records. */
type Batch = Pick<Tokenized, 'words'>;

export interface Changes {
	/** The words of new and changed records. */
	readonly added: readonly Batch[];
	/** The words that changed and removed records had before. */
	readonly removed: readonly Batch[];
	/** The numbers of the old pages of changed and removed records. */
	readonly stale: ReadonlySet<number>;
	/** The number of pages in the new index. */
	readonly count: number;
}

/** How many chunks to compress at a time. */
const AT_ONCE = 4;

/**
 * Writes the chunks with words that have changed, and keeps the others. In these chunks, words that no changed record has
 * stay in the form of the file. Returns all chunks in order.
 */
export async function updateChunks(
	files: IndexFiles,
	old: OldIndex,
	{ added, removed, stale, count }: Changes,
): Promise<Chunk[]> {
	const oldCount = old.pages.filter(([name]) => name !== GAP).length;
	const isDividedAnew = old.chunks.length === 0 || prefixesPerChunk(count) !== prefixesPerChunk(oldCount);
	const finder = new ChunkFinder(old.chunks);
	const changed = isDividedAnew ? new Set(old.chunks.keys()) : changedChunks(finder, added, removed);
	const isTouched = isDividedAnew ? () => true : wordFinder([...added, ...removed]);
	function* oldWords(): Generator<Word> {
		for (const [index, [, , name]] of old.chunks.entries()) {
			if (!changed.has(index)) continue;
			for (const stored of decodeChunk(files.read(chunkPath(name)))) {
				const word = isTouched(stored[0]) ? current(withPageNumbers(stored)) : stored;
				if (hasPostings(word)) yield word;
			}
		}
	}
	const current = (word: Word) => mapPostings(word, (postings) => postings.filter(([page]) => !stale.has(page)));
	function* newWords({ words }: Batch): Generator<Word> {
		for (const word of words()) if (isDividedAnew || changed.has(finder.find(word[0]))) yield word;
	}
	function* storedWords(words: Iterable<Word>): Generator<Word> {
		for (const word of words) yield isTouched(word[0]) ? withDifferences(word) : word;
	}
	const chunks = old.chunks.filter((_, index) => !changed.has(index));
	for (const [, , name] of chunks) files.keep(chunkPath(name));
	const replaced = new Set(Array.from(changed, (index) => old.chunks[index]![2]));
	const words = storedWords(mergeWords([oldWords(), ...added.map(newWords)]));
	for await (const { from, to, file } of encoded(chunksOf(words, prefixesPerChunk(count)))) {
		const name = nameOf(file);
		await files.add(chunkPath(name), file);
		replaced.delete(name);
		chunks.push([from, to, name]);
	}
	for (const name of replaced) files.remove(chunkPath(name));
	return chunks.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** The file of a chunk, and its first and last word. */
interface Encoded {
	readonly from: string;
	readonly to: string;
	readonly file: Buffer;
}

/** Encodes chunks, in order. Other threads compress the next chunks while the words after them are read. */
function encoded(chunks: Iterable<readonly Word[]>): AsyncIterable<Encoded> {
	const encode = async (words: readonly Word[]): Promise<Encoded> => ({
		from: words[0]![0],
		to: words.at(-1)![0],
		file: await encodeChunk(words),
	});
	return Readable.from(chunks).map(encode, { concurrency: AT_ONCE });
}

/** Returns a function that says whether a word occurs in one of the batches. */
function wordFinder(batches: readonly Batch[]): (word: string) => boolean {
	const texts = new Set(batches.flatMap(({ words }) => Array.from(words(), ([text]) => text)));
	return (word) => texts.has(word);
}

/** The indexes of the chunks with words that have been added or removed, or whose positions have changed. */
function changedChunks(finder: ChunkFinder, added: readonly Batch[], removed: readonly Batch[]): ReadonlySet<number> {
	const changed = new Set<number>();
	const before = new Map<string, string>();
	for (const word of mergeWords(removed.map(({ words }) => words()))) before.set(word[0], JSON.stringify(word));
	for (const word of mergeWords(added.map(({ words }) => words()))) {
		if (before.get(word[0]) !== JSON.stringify(word)) changed.add(finder.find(word[0]));
		else before.delete(word[0]);
	}
	for (const word of before.keys()) {
		const index = finder.find(word);
		changed.add(index);
		// If a chunk loses all words with its first prefix, its other words move to the previous chunk.
		if (index > 0 && finder.startsWith(index, word)) changed.add(index - 1);
	}
	return changed;
}

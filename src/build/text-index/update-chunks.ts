/** Updates the chunks of a text index. Chunks are the files with the words of the index. */
import { Readable } from 'node:stream';
import { ChunkFinder, chunksOf, prefixesPerChunk } from './chunks.ts';
import type { IndexFiles } from './index-files.ts';
import { GAP, type OldIndex } from './old-index.ts';
import { type Chunk, chunkPath, encodeChunk, nameOf, unpack } from './pagefind-files.ts';
import { changeWords, readWords, type StoredWord } from './stored-words.ts';
import type { Tokenized } from './tokenize.ts';
import { mergeWords, type Word } from './words.ts';

/** The words of some records. */
type Batch = Pick<Tokenized, 'words'>;

export interface Changes {
	/** The words of new and changed records. */
	readonly added: readonly Batch[];
	/** The words of removed records, and of the old versions of changed records. */
	readonly removed: readonly Batch[];
	/** The page numbers of changed and removed records in the old index. */
	readonly stale: ReadonlySet<number>;
	/** The number of pages in the new index. */
	readonly count: number;
}

/** How many chunks to compress at a time. */
const AT_ONCE = 4;

/** Writes the chunks with changed words, and keeps all other chunks. Returns all chunks of the new index in order. */
export async function updateChunks(
	files: IndexFiles,
	old: OldIndex,
	{ added, removed, stale, count }: Changes,
): Promise<Chunk[]> {
	const oldCount = old.pages.filter(([name]) => name !== GAP).length;
	const isDividedAnew = old.chunks.length === 0 || prefixesPerChunk(count) !== prefixesPerChunk(oldCount);
	const finder = new ChunkFinder(old.chunks);
	const changed = isDividedAnew ? new Set(old.chunks.keys()) : changedChunks(finder, added, removed);
	function* oldWords(): Generator<StoredWord> {
		for (const [index, [, , name]] of old.chunks.entries()) {
			if (changed.has(index)) yield* readWords(unpack(files.read(chunkPath(name))));
		}
	}
	function* changedWords({ words }: Batch): Generator<Word> {
		for (const word of words()) if (isDividedAnew || changed.has(finder.find(word[0]))) yield word;
	}
	function* removedWords(batch: Batch): Generator<Word> {
		for (const [text, , forms] of changedWords(batch)) yield [text, [], forms.map(([form]) => [form, []])];
	}
	const chunks = old.chunks.filter((_, index) => !changed.has(index));
	for (const [, , name] of chunks) files.keep(chunkPath(name));
	const replaced = new Set(Array.from(changed, (index) => old.chunks[index]![2]));
	const changes = mergeWords([...added.map(changedWords), ...removed.map(removedWords)]);
	const words = changeWords(oldWords(), stale, changes);
	for await (const { from, to, file } of encoded(chunksOf(words, prefixesPerChunk(count)))) {
		const name = nameOf(file);
		await files.add(chunkPath(name), file);
		replaced.delete(name);
		chunks.push([from, to, name]);
	}
	for (const name of replaced) files.remove(chunkPath(name));
	return chunks.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** The file of a chunk, and the first and last words in it. */
interface Encoded {
	readonly from: string;
	readonly to: string;
	readonly file: Buffer;
}

/** Encodes chunks, in order. Other threads compress a few chunks while this thread reads the next words. */
function encoded(chunks: Iterable<readonly StoredWord[]>): AsyncIterable<Encoded> {
	const encode = async (words: readonly StoredWord[]): Promise<Encoded> => ({
		from: words[0]![0],
		to: words.at(-1)![0],
		file: await encodeChunk(words),
	});
	return Readable.from(chunks).map(encode, { concurrency: AT_ONCE });
}

/** Returns the indexes of the chunks in which words were added or removed, or in which a word's postings differ. */
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
		// If a chunk loses all words with its first prefix, the rest of its words move to the previous chunk.
		if (index > 0 && finder.startsWith(index, word)) changed.add(index - 1);
	}
	return changed;
}

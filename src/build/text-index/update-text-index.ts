/** Updates the full-text index of the website. The time it takes depends on the number of changed records. */
import { hash } from 'node:crypto';
import type { TextRecord, TextSource } from '../../site/machine-readable/text-index.ts';
import { batchesOf } from '../batches.ts';
import type { Progress } from '../progress.ts';
import { ChunkFinder, chunksOf, prefixesPerChunk } from './chunks.ts';
import {
	type Chunk,
	chunkPath,
	decodeChunk,
	decodeMeta,
	ENTRY,
	type Entry,
	encodeChunk,
	encodeMeta,
	fragmentPath,
	metaPath,
	type Page,
	unpack,
} from './pagefind-files.ts';
import { type NumberedRecord, numberRecords } from './record-numbers.ts';
import { type Tokenized, tokenize } from './tokenize.ts';
import { hasPostings, mapPostings, mergeWords, type Word, withDifferences, withPageNumbers } from './words.ts';

/** How much text to give Pagefind at once, in characters. Its process needs about 150 bytes of memory per character. */
const BATCH = 3_000_000;
/** The number of characters to add to the length of each record, for the memory that it takes besides its text. */
const OVERHEAD = 500;

/** The files of the index, by path. */
export interface IndexFiles {
	/** Reads a file of the old index. */
	read(path: string): Buffer;
	/** Keeps a file of the old index. */
	keep(path: string): void;
	/** Keeps all files of the old index. */
	keepAll(): void;
	/** Removes a file of the old index. */
	remove(path: string): void;
	add(path: string, content: Buffer): void;
}

/** The pages and chunks of the old index. Both are empty if there is none. */
interface OldIndex {
	/** The path of the file that lists the pages and chunks. */
	readonly path?: string;
	readonly firstProgram?: number | undefined;
	readonly pages: readonly Page[];
	readonly chunks: readonly Chunk[];
}

/**
 * Makes the index of some records. The result does not depend on the old index, which only saves work.
 *
 * @param sources the records
 * @param mayDiffer whether the record of a program may differ from the one in the old index
 * @param hasOld whether there is an old index. It must come from this version of the application.
 * @param progress is called with the number of records that are done
 * @throws UserError naming the signal or the exit status when Pagefind's process ends too early
 */
export async function updateTextIndex(
	files: IndexFiles,
	sources: readonly TextSource[],
	mayDiffer: (program: string) => boolean,
	hasOld: boolean,
	progress: Progress,
): Promise<void> {
	const old: OldIndex = hasOld ? readIndex(files) : { pages: [], chunks: [] };
	const numbers = numberRecords(sources);
	/** Whether the old index has the same record at the same number. */
	const isSame = ({ program }: TextSource) =>
		program !== undefined && old.firstProgram === numbers.firstProgram && !mayDiffer(program.slug);
	const numbered = sources.map((source) => ({ source, number: numbers.of(source), isSame: isSame(source) }));
	const { pages, added } = await updatePages(files, numbered, old.pages, progress);
	const stale = stalePages(old.pages, pages);
	if (hasOld && added.length === 0 && stale.size === 0) return files.keepAll();

	const removed: Batch[] = [];
	for (const batch of textBatches(oldRecords(files, old.pages, stale))) removed.push(await tokenize(batch));
	const { entry, metaFields, engine } = added[0] ?? removed[0] ?? (await tokenize([]));
	for (const number of stale) files.remove(fragmentPath(old.pages[number]![0]));
	const count = pages.reduce((count) => count + 1, 0);
	const chunks = updateChunks(files, old, { added, removed, stale, count });
	const meta = encodeMeta([entry.version, withoutGaps(pages), chunks, [], [], metaFields]);
	const name = nameOf(meta);
	if (old.path !== undefined && old.path !== metaPath(name)) files.remove(old.path);
	files.add(metaPath(name), meta);
	files.add(ENTRY, entryOf(entry, name, count, numbers.firstProgram));
	for (const [path, file] of engine) files.add(path, file);
}

/** The words of some records, without their pages: the pages of all records would not fit into memory. */
type Batch = Omit<Tokenized, 'pages'>;

function readIndex(files: IndexFiles): OldIndex {
	const entry: Entry = JSON.parse(files.read(ENTRY).toString());
	const path = metaPath(entry.languages.en.hash);
	const [, pages, chunks] = decodeMeta(files.read(path));
	return { path, firstProgram: entry.first_program, pages, chunks };
}

interface NumberedSource {
	readonly source: TextSource;
	readonly number: number;
	/** Whether the old index has the same record at this number. */
	readonly isSame: boolean;
}

/** Adds the fragments of new and changed records, and keeps the others. The list of pages may have gaps. */
async function updatePages(
	files: IndexFiles,
	sources: readonly NumberedSource[],
	oldPages: readonly Page[],
	progress: Progress,
): Promise<{ readonly pages: readonly Page[]; readonly added: readonly Batch[] }> {
	const pages: Page[] = [];
	const added: Batch[] = [];
	let done = 0;
	function* changed(): Generator<NumberedRecord> {
		for (const { source, number, isSame } of sources) {
			const page = oldPages[number];
			const record = isSame && page ? undefined : { ...source.record(), number };
			if (page && (record === undefined || page[0] === fragmentName(record))) {
				pages[number] = page;
				files.keep(fragmentPath(page[0]));
			} else yield record!;
			done++;
		}
	}
	for (const batch of textBatches(changed())) {
		const { pages: texts, ...tokenized } = await tokenize(batch);
		for (const record of batch) {
			const page = texts.get(record.number);
			if (page === undefined) continue;
			const name = fragmentName(record);
			pages[record.number] = [name, page.words];
			files.add(fragmentPath(name), page.fragment);
		}
		added.push(tokenized);
		progress(done);
	}
	return { pages, added };
}

function textBatches(records: Iterable<NumberedRecord>): Iterable<NumberedRecord[]> {
	return batchesOf(records, BATCH, ({ content }) => content.length + OVERHEAD);
}

/** The numbers of the pages whose records have changed or are gone. */
function stalePages(old: readonly Page[], pages: readonly Page[]): Set<number> {
	const stale = new Set<number>();
	for (const [number, [name]] of old.entries()) {
		if (name !== GAP && name !== pages[number]?.[0]) stale.add(number);
	}
	return stale;
}

/** Reads the records of pages from their fragments. */
function* oldRecords(files: IndexFiles, pages: readonly Page[], numbers: Iterable<number>): Generator<NumberedRecord> {
	for (const number of numbers) {
		const record: TextRecord = JSON.parse(unpack(files.read(fragmentPath(pages[number]![0]))).toString());
		yield { ...record, number };
	}
}

interface Changes {
	/** The words of new and changed records. */
	readonly added: readonly Batch[];
	/** The words that changed and removed records had before. */
	readonly removed: readonly Batch[];
	/** The numbers of the old pages of changed and removed records. */
	readonly stale: ReadonlySet<number>;
	/** The number of pages in the new index. */
	readonly count: number;
}

/**
 * Writes the chunks with words that have changed, and keeps the others. In these chunks, words that no changed record has
 * stay in the form of the file. Returns all chunks in order.
 */
function updateChunks(files: IndexFiles, old: OldIndex, { added, removed, stale, count }: Changes): Chunk[] {
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
	for (const chunk of chunksOf(words, prefixesPerChunk(count))) {
		const file = encodeChunk(chunk);
		const name = nameOf(file);
		files.add(chunkPath(name), file);
		replaced.delete(name);
		chunks.push([chunk[0]![0], chunk.at(-1)![0], name]);
	}
	for (const name of replaced) files.remove(chunkPath(name));
	return chunks.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
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

/** The fragment name of a page number that no published record has. */
const GAP = '';

/** Fills the gaps with pages of average length, because Pagefind compares each page with the average to rank it. */
function withoutGaps(pages: readonly Page[]): Page[] {
	const words = pages.reduce((sum, [, words]) => sum + words, 0);
	const count = pages.reduce((count) => count + 1, 0);
	const gap: Page = [GAP, Math.round(words / count)];
	return Array.from(pages, (page) => page ?? gap);
}

/** The name of a record's fragment. It changes with the content, because browsers cache fragments. */
function fragmentName({ number, ...record }: NumberedRecord): string {
	return `en_${number.toString(36)}_${hash('sha256', JSON.stringify(record)).slice(0, 8)}`;
}

const nameOf = (file: Buffer) => `en_${hash('sha256', file).slice(0, 10)}`;

function entryOf(entry: Entry, meta: string, count: number, first_program: number): Buffer {
	const languages = { en: { ...entry.languages.en, hash: meta, page_count: count } };
	return Buffer.from(JSON.stringify({ ...entry, languages, first_program }));
}

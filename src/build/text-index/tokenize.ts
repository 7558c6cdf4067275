/** Uses Pagefind to find the words of records. */
import { crc32 } from 'node:zlib';
import * as pagefind from 'pagefind';
import type { TextMeta, TextRecord } from '../../website/directory/text-record.ts';
import {
	chunkPath,
	decodeChunk,
	decodeMeta,
	ENTRY,
	type Entry,
	fragmentPath,
	metaPath,
	unpack,
} from './pagefind-files.ts';
import { withPagefind } from './pagefind-process.ts';
import type { NumberedRecord } from './record-numbers.ts';
import { hasPostings, mapPostings, type Posting, sortForms, type Word, withPageNumbers } from './words.ts';

/** Lists words in order. Each call decodes the words again, because all words together might not fit into memory. */
type Words = () => Iterable<Word>;

/** The words and files that Pagefind makes from some records. They depend on these records only. */
export interface Tokenized {
	readonly words: Words;
	/** The length in words and the fragment file of each page, by page number. A record without words has no entry. */
	readonly pages: ReadonlyMap<number, { readonly words: number; readonly fragment: Buffer }>;
	/** The entry file of an index with only these records. */
	readonly entry: Entry;
	/** The names of the metadata fields. A position in the metadata identifies its field by an index into this list. */
	readonly metaFields: readonly string[];
	/** The files of the search engine, by path. */
	readonly engine: ReadonlyMap<string, Buffer>;
}

/**
 * An extra record at the start of each index. Pagefind numbers only the metadata fields that occur. This record has all
 * fields, so that they have the same numbers in every index. The record is removed from the result.
 */
const ALL_FIELDS: TextRecord & { readonly meta: Required<TextMeta> } = {
	url: '',
	content: 'x',
	meta: { title: 'x', pays: 'x', terms: 'x', cookie: 'x', programs: 'x' },
};

/** Matches files that the site does not use: Pagefind's own user interface, and the engine for unknown languages. */
const UNUSED = /^pagefind-(?:highlight|(?:[a-z]+-)?ui)\.|^wasm\.unknown\./;

/**
 * Finds the words of records. All given records must fit into memory together. Starts a new Pagefind process, because
 * Pagefind keeps some memory for each index until its process ends.
 *
 * @throws UserError naming the signal or the exit status when the Pagefind process ends too early
 */
export function tokenize(records: readonly NumberedRecord[]): Promise<Tokenized> {
	return withPagefind(async () => {
		const { index } = checked(await pagefind.createIndex({}));
		// Pagefind makes one index per language. The site's pages are marked as English, so the records must be, too.
		const all = [ALL_FIELDS, ...records].map(({ url, content, meta }) => ({ url, content, meta, language: 'en' }));
		(await Promise.all(all.map((record) => index!.addCustomRecord(record)))).forEach(checked);
		// Pagefind's own `writeFiles` resolves before the files are written.
		const answer = checked(await index!.getFiles());
		const files = new Map(
			answer.files.map(({ path, content }) => [path, Buffer.from(content.buffer, content.byteOffset, content.length)]),
		);
		return tokenized(files, new Map(records.map(({ url, number }) => [url, number])));
	});
}

function tokenized(files: Map<string, Buffer>, numbers: ReadonlyMap<string, number>): Tokenized {
	const take = (path: string) => {
		const file = files.get(path)!;
		files.delete(path);
		return file;
	};
	const entry: Entry = JSON.parse(take(ENTRY).toString());
	const [, pageList, chunks, , , metaFields] = decodeMeta(take(metaPath(entry.languages.en.hash)));
	const pages = new Map<number, { words: number; fragment: Buffer }>();
	/** Maps a page's number in Pagefind's index to our number of that page, or to undefined for the extra record. */
	const numberOf = pageList.map(([name, words]) => {
		const fragment = take(fragmentPath(name));
		const number = numbers.get(JSON.parse(unpack(fragment).toString()).url);
		if (number !== undefined) pages.set(number, { words, fragment });
		return number;
	});
	const chunkFiles = chunks.map(([, , name]) => take(chunkPath(name)));
	const renumber = (postings: readonly Posting[], word: string) =>
		postings
			.flatMap(([page, positions, inMeta]): Posting[] => {
				const number = numberOf[page];
				return number === undefined ? [] : [[number, countsOnly(positions, word), inMeta]];
			})
			.sort(([a], [b]) => a - b);
	return {
		*words() {
			for (const file of chunkFiles) {
				for (const stored of decodeChunk(file)) {
					const word = mapPostings(withPageNumbers(stored), renumber);
					if (hasPostings(word)) yield [word[0], word[1], sortForms([...word[2]])];
				}
			}
		},
		pages,
		entry,
		metaFields,
		engine: new Map([...files].filter(([path]) => !UNUSED.test(path))),
	};
}

/** The first invented position of a word is below this number, so that it takes at most three bytes in a file. */
const STARTS = 2 ** 12;

/**
 * Replaces the positions of a word in a text with the same number of invented positions. If the positions were real, an
 * inserted word would change the positions of all later words in the text, and therefore every chunk with such a word.
 * The invented positions start at a number that depends on the word, because Pagefind counts words at the same position
 * only once. The disadvantage is that searches for phrases in quotes find nothing.
 *
 * @param positions the positions as Pagefind stores them, each as its difference from the previous position. A negative
 *   number is not a position. It sets the weight of the positions that follow
 */
function countsOnly(positions: readonly number[], word: string): number[] {
	const counts = new Map<number, number>();
	let weight = 0;
	for (const number of positions) {
		if (number < 0) weight = number;
		else counts.set(weight, (counts.get(weight) ?? 0) + 1);
	}
	const replaced = [...counts]
		.sort(([a], [b]) => a - b)
		.flatMap(([weight, count]) => [weight, ...Array(count).fill(1)]);
	if (replaced.length > 1) replaced[1] = crc32(word) % STARTS;
	return replaced;
}

function checked<T extends { errors: string[] }>(answer: T): T {
	if (answer.errors.length > 0) throw new Error(`The text index could not be built: ${answer.errors.join('; ')}`);
	return answer;
}

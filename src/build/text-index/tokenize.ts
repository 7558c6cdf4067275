/** Finds the words of records, with Pagefind. */
import { crc32 } from 'node:zlib';
import * as pagefind from 'pagefind';
import type { TextMeta, TextRecord } from '../../site/machine-readable/text-index.ts';
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

/** Lists words in order. Each call decodes them again, because the words of many records do not fit into memory. */
type Words = () => Iterable<Word>;

/** The words and files that Pagefind makes from some records. They do not depend on any other record. */
export interface Tokenized {
	readonly words: Words;
	/** The length in words and the fragment file of each page, by page number. A record without words has no entry. */
	readonly pages: ReadonlyMap<number, { readonly words: number; readonly fragment: Buffer }>;
	/** The entry file of an index with only these records. */
	readonly entry: Entry;
	/** The names of the metadata fields. Positions in the metadata refer to a field by its index in this list. */
	readonly metaFields: readonly string[];
	/** The files of the search engine, by path. */
	readonly engine: ReadonlyMap<string, Buffer>;
}

/**
 * An extra record at the start of each index. It has all metadata fields, because Pagefind numbers only the fields that
 * occur. It is removed from the result.
 */
const ALL_FIELDS: TextRecord & { readonly meta: Required<TextMeta> } = {
	url: '',
	content: 'x',
	meta: { title: 'x', pays: 'x', terms: 'x', cookie: 'x', programs: 'x' },
};

/** The files of Pagefind's own user interface, which the site does not use, and the engine for unknown languages. */
const UNUSED = /^pagefind-(?:highlight|(?:[a-z]+-)?ui)\.|^wasm\.unknown\./;

/**
 * Finds the words of records that fit into memory together. Starts a new process, because Pagefind keeps some memory for
 * each index until its process ends.
 *
 * @throws UserError naming the signal or the exit status when the process ends too early
 */
export function tokenize(records: readonly NumberedRecord[]): Promise<Tokenized> {
	return withPagefind(async () => {
		const { index } = checked(await pagefind.createIndex({}));
		// Pagefind makes one index per language. All pages are marked as English, so the records must be too.
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
	/** Our number of each page, by its number in Pagefind's index; undefined for the extra record. */
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

/** The first position of a word is below this number. A position of up to 65,535 takes three bytes. */
const STARTS = 2 ** 12;

/**
 * Replaces the positions of a word in a text with the same number of invented positions. With real positions, an inserted
 * word would move all later words of the text, and so change every chunk with one of these words. The invented positions
 * start at a number that depends on the word, because Pagefind counts words at the same position only once. The price is
 * that phrases in quotes are not found.
 *
 * @param positions a negative number sets the weight of the following positions. Each position is stored as its
 *   difference from the previous one
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

/**
 * Words as a file stores them. Each posting stores its page number as the difference from the previous posting's page
 * number. An update copies the bytes of unchanged postings, because decoding and encoding them again took half of the
 * update's time with 100,000 programs.
 */
import { encode, Token, Tokenizer, Type } from 'cborg';
import { type Form, groupWords, type Posting, sortForms, type Word } from './words.ts';

export type StoredWord = readonly [text: string, bytes: Uint8Array];

/** Reads the words of a chunk. */
export function* readWords(chunk: Uint8Array): Generator<StoredWord> {
	const tokens = new Tokenizer(chunk);
	tokens.next();
	for (let left: number = tokens.next().value; left > 0; left--) {
		const start = tokens.pos();
		tokens.next();
		const text: string = tokens.next().value;
		skip(tokens, 2);
		yield [text, chunk.subarray(start, tokens.pos())];
	}
}

/** Joins words into the content of a chunk. This is the reverse of `readWords`. */
export function joinStored(words: readonly StoredWord[]): Buffer {
	return Buffer.concat([arrayStart(1), arrayStart(words.length), ...words.map(([, bytes]) => bytes)]);
}

/**
 * Removes the postings of some pages from words and their forms, and adds new postings.
 *
 * @param words in order
 * @param stale the pages whose postings to remove
 * @param changes the postings to add, by word and form, in order. Must also list all words and forms of the stale
 *   pages, even those without postings to add
 */
export function* changeWords(
	words: Iterable<StoredWord>,
	stale: ReadonlySet<number>,
	changes: Iterable<Word>,
): Generator<StoredWord> {
	for (const [first, second] of groupWords<StoredWord | Word>([words, changes])) {
		if (!isStored(first!)) yield [first![0], encodeWord(first!)];
		else if (second === undefined) yield first;
		else {
			const bytes = changeWord(first[1], stale, second as Word);
			if (bytes !== undefined) yield [first[0], bytes];
		}
	}
}

const isStored = (word: StoredWord | Word): word is StoredWord => word[1] instanceof Uint8Array;

const encodeWord = ([text, postings, forms]: Word): Uint8Array =>
	encode([text, withDifferences(postings), forms.map(encodable)]);
const encodable = ([form, postings]: Form): Form => [form, withDifferences(postings)];

/** Changes the postings of one word. Returns undefined if the word has no postings left. */
function changeWord(word: Uint8Array, stale: ReadonlySet<number>, [, added, addedForms]: Word): Buffer | undefined {
	const tokens = new Tokenizer(word);
	tokens.next();
	tokens.next();
	const head = word.subarray(0, tokens.pos());
	const postings = changePostings(word, tokens, stale, added);
	const newForms = new Map(addedForms);
	const forms: StoredWord[] = [];
	for (let left: number = tokens.next().value; left > 0; left--) {
		const start = tokens.pos();
		tokens.next();
		const form: string = tokens.next().value;
		const head = word.subarray(start, tokens.pos());
		const { count, content } = changePostings(word, tokens, stale, newForms.get(form) ?? []);
		if (count > 0) forms.push([form, Buffer.concat([head, content])]);
		newForms.delete(form);
	}
	for (const form of newForms) if (form[1].length > 0) forms.push([form[0], encode(encodable(form))]);
	if (postings.count + forms.length === 0) return undefined;
	sortForms(forms);
	return Buffer.concat([head, postings.content, arrayStart(forms.length), ...forms.map(([, bytes]) => bytes)]);
}

/** Reads the next list of postings. Returns the list without the stale pages and with the added postings. */
function changePostings(
	bytes: Uint8Array,
	tokens: Tokenizer,
	stale: ReadonlySet<number>,
	added: readonly Posting[],
): { readonly count: number; readonly content: Buffer } {
	const parts: Uint8Array[] = [];
	/** The number of postings in the result so far, and the page number of the last of them. */
	let count = 0;
	let last = 0;
	const add = (page: number, ...rest: readonly Uint8Array[]) => {
		parts.push(arrayStart(3), encode(page - last), ...rest);
		last = page;
		count++;
	};
	let next = 0;
	const addUpTo = (end: number) => {
		for (; next < added.length && added[next]![0] <= end; next++) {
			const [page, positions, metaPositions] = added[next]!;
			add(page, encode(positions), encode(metaPositions));
		}
	};
	let page = 0;
	let left: number = tokens.next().value;
	/** Where the postings start that belong to the result but are not in `parts` yet. Their bytes are copied later. */
	let start = tokens.pos();
	for (; left > 0; left--) {
		const at = tokens.pos();
		const before = page;
		tokens.next();
		page += tokens.next().value;
		const positions = tokens.pos();
		skip(tokens, 2);
		const isStale = stale.has(page);
		// If the previous posting stays too and no posting is added between them, the stored difference is still right.
		if (!isStale && last === before && !(next < added.length && added[next]![0] < page)) {
			last = page;
			count++;
			continue;
		}
		parts.push(bytes.subarray(start, at));
		addUpTo(page);
		if (!isStale) add(page, bytes.subarray(positions, tokens.pos()));
		start = tokens.pos();
	}
	parts.push(bytes.subarray(start, tokens.pos()));
	addUpTo(Number.POSITIVE_INFINITY);
	return { count, content: Buffer.concat([arrayStart(count), ...parts]) };
}

function withDifferences(postings: readonly Posting[]): Posting[] {
	return postings.map(([page, ...positions], at) => [page - (postings[at - 1]?.[0] ?? 0), ...positions]);
}

/** Moves past the next values. An array, with everything in it, counts as one value. */
function skip(tokens: Tokenizer, values: number): void {
	for (let left = values; left > 0; left--) {
		const { type, value } = tokens.next();
		if (type === Type.array) left += value;
	}
}

const ARRAY_START = { typeEncoders: { number: (length: number) => [new Token(Type.array, length)] } };

/** Returns the bytes with which an array of this length starts. */
const arrayStart = (length: number): Uint8Array => encode(length, ARRAY_START);

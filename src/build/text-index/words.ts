/** The words of a text index, and the pages on which they occur. */

/** Where a word occurs on a page: the page's number, the positions in the text, and the positions in the metadata. */
export type Posting = readonly [page: number, positions: readonly number[], metaPositions: readonly number[]];

/** A word without diacritics, and its forms with diacritics. Words and forms are sorted by their UTF-8 bytes. */
export type Word = readonly [text: string, postings: readonly Posting[], forms: readonly Form[]];

/** A form of a word, and the pages on which it occurs. */
export type Form = readonly [text: string, postings: readonly Posting[]];

/**
 * Maps the postings of a word and those of its forms. Drops the forms that then have no postings.
 *
 * @param map also receives the text of the word or form
 */
export function mapPostings(
	[text, postings, forms]: Word,
	map: (postings: readonly Posting[], text: string) => readonly Posting[],
): Word {
	return [
		text,
		map(postings, text),
		forms.map(([form, postings]): Form => [form, map(postings, form)]).filter(([, postings]) => postings.length > 0),
	];
}

/** Whether the word occurs on any page. */
export const hasPostings = ([, postings, forms]: Word): boolean => postings.length + forms.length > 0;

/**
 * Restores the page numbers in a stored word. In a file, each posting has the difference from the previous posting's
 * page number instead.
 */
export function withPageNumbers(stored: Word): Word {
	return mapPostings(stored, (postings) => {
		let page = 0;
		return postings.map(([difference, ...positions]) => {
			page += difference;
			return [page, ...positions];
		});
	});
}

/** Sorts forms in place by their UTF-8 bytes. Pagefind does not write them in this order. */
export function sortForms<T extends Named>(forms: T[]): T[] {
	return forms.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Merges several sources of words. Each source must be in order. A page may occur in only one of the sources. */
export function* mergeWords(sources: readonly Iterable<Word>[]): Generator<Word> {
	for (const same of groupWords(sources)) yield joinWords(same);
}

/** Reads several sources of words at once, and yields the entries of each word together. Sources must be in order. */
export function* groupWords<T extends Named>(sources: readonly Iterable<T>[]): Generator<T[]> {
	let heads = sources.map((source) => new Head(source[Symbol.iterator]())).filter((head) => head.word !== undefined);
	while (heads.length > 0) {
		let first = heads[0]!;
		for (const head of heads) if (head.key.compare(first.key) < 0) first = head;
		const same = heads.filter((head) => head.key.equals(first.key));
		yield same.map((head) => head.word!);
		for (const head of same) head.advance();
		if (same.some((head) => head.word === undefined)) heads = heads.filter((head) => head.word !== undefined);
	}
}

/** An entry that starts with its word. */
export type Named = readonly [text: string, ...unknown[]];

/** The next word of a source. */
class Head<T extends Named> {
	readonly #words: Iterator<T>;
	word: T | undefined;
	/** The word as UTF-8 bytes, because JavaScript's string comparison would give another order. */
	key: Buffer = Buffer.of();

	constructor(words: Iterator<T>) {
		this.#words = words;
		this.advance();
	}

	advance(): void {
		const { value, done } = this.#words.next();
		this.word = done ? undefined : value;
		if (this.word !== undefined) this.key = Buffer.from(this.word[0]);
	}
}

/** Joins the entries that several sources have for one word. */
function joinWords(words: readonly Word[]): Word {
	if (words.length === 1) return words[0]!;
	const forms = Map.groupBy(
		words.flatMap(([, , forms]) => forms),
		([form]) => form,
	);
	const joined = [...forms].map(([form, same]): Form => [form, joinPostings(same.map(([, postings]) => postings))]);
	return [words[0]![0], joinPostings(words.map(([, postings]) => postings)), sortForms(joined)];
}

function joinPostings(lists: readonly (readonly Posting[])[]): Posting[] {
	return lists.flat().sort(([a], [b]) => a - b);
}

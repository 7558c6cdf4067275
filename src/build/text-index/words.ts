/** The words of a text index, and the pages on which they occur. */

/** Where a word occurs on a page: the page's number, the positions in the text, and the positions in the metadata. */
export type Posting = readonly [page: number, positions: readonly number[], metaPositions: readonly number[]];

/** A word without diacritics, and its forms with diacritics. Words and forms are in the order of their UTF-8 bytes. */
export type Word = readonly [text: string, postings: readonly Posting[], forms: readonly Form[]];

/** A form of a word, and the pages on which it occurs. */
export type Form = readonly [text: string, postings: readonly Posting[]];

/**
 * Changes the postings of a word and of its forms. Drops forms without any postings left.
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

/** Reads a word as files store it: the page of each posting is the difference from the page before. */
export function withPageNumbers(stored: Word): Word {
	return mapPostings(stored, (postings) => {
		let page = 0;
		return postings.map(([difference, ...positions]) => {
			page += difference;
			return [page, ...positions];
		});
	});
}

/** Sorts forms in place. Pagefind writes them in another order. */
export function sortForms<T extends Named>(forms: T[]): T[] {
	return forms.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Merges sources of words into one. Each source must be in order, and no two sources may share a page. */
export function* mergeWords(sources: readonly Iterable<Word>[]): Generator<Word> {
	for (const same of groupWords(sources)) yield joinWords(same);
}

/** Groups the entries of the same word from several sources. Each source must be in order. */
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

/** An entry of a word. */
export type Named = readonly [text: string, ...unknown[]];

/** The next word of a source. */
class Head<T extends Named> {
	readonly #words: Iterator<T>;
	word: T | undefined;
	/** The word as UTF-8, because JavaScript compares strings in another order. */
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

/** Joins the entries of the same word from several sources. */
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

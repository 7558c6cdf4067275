/** A list of known words that is used to correct misspelled words. */
export interface Vocabulary {
	/** The words, sorted by code units. */
	readonly terms: readonly string[];
	/** Returns the number of entries that contain the word at `place`. */
	size(place: number): number;
	/** Returns the place after the last word with this prefix. `start` must be the place of a word with the prefix. */
	endOfRange(prefix: string, start: number): number;
}

/** Makes a vocabulary in which all words are equally common. @param terms sorted by code units */
export function vocabularyOf(terms: readonly string[]): Vocabulary {
	const endOfRange = (prefix: string, start: number) => {
		let end = start + 1;
		while (terms[end]?.startsWith(prefix)) end++;
		return end;
	};
	return { terms, size: () => 1, endOfRange };
}

export interface NearWord {
	readonly word: string;
	/** The number of edits, plus penalties for words that the user is less likely to have meant. */
	readonly cost: number;
}

/** The maximum number of similar words to return. */
const MOST = 8;
/** The maximum length of a word to correct, in UTF-16 code units. */
export const LONGEST_WORD = 50;
/**
 * The costs that are added to the number of edits. `OTHER_START` is for a different first letter, and `LONGER` for a
 * word that continues after the match. `RARE` is the maximum cost for a rare word.
 */
const OTHER_START = 0.5;
const LONGER = 0.5;
const RARE = 0.5;

/**
 * Finds the words in a table that are similar to an unknown word, the most similar and common first. One edit adds,
 * removes or replaces a letter, or swaps two neighboring letters. Distances for the prefix that neighboring terms
 * share are computed only once, and all terms that start with a prefix that is too different are skipped.
 *
 * @param asPrefix whether the word may be unfinished. If so, it is also compared with the starts of the terms
 */
export function nearWords(table: Vocabulary, word: string, asPrefix: boolean, most = 2): NearWord[] {
	const limit = Math.min(most, mostEdits(word));
	if (limit === 0) return [];
	const distances = new Distances(word, limit);
	const found: NearWord[] = [];
	let place = 0;
	while (place < table.terms.length) {
		const term = table.terms[place]!;
		const { whole, start, read, isTooDifferent } = distances.to(term);
		const edits = Math.min(whole, asPrefix ? start + LONGER : whole);
		if (edits < limit + 1) {
			const unlikely = (term[0] === word[0] ? 0 : OTHER_START) + RARE / table.size(place);
			found.push({ word: term, cost: edits + unlikely });
		}
		place = isTooDifferent && !(asPrefix && start <= limit) ? table.endOfRange(term.slice(0, read), place) : place + 1;
	}
	return found.sort((a, b) => a.cost - b.cost).slice(0, MOST);
}

/**
 * Returns the maximum number of edits for a word. It is 0 for very short text, because almost every short word would be
 * similar. It is also 0 for text that is too long to be a word.
 */
function mostEdits(word: string): number {
	return word.length > LONGEST_WORD ? 0 : Math.floor(word.length / 3);
}

/** A value for distances that are too great. It is greater than every limit. */
const FAR = 255;

/**
 * Computes the distances of terms from a word. Stops reading a term as soon as the term is certainly too different. In
 * row i, cell j is the distance between the first i letters of the term and the first j letters of the word. If i and j
 * differ by more than the limit, the distance is too great in any case, so such cells keep the value FAR.
 */
class Distances {
	readonly #word: Uint16Array;
	readonly #limit: number;
	readonly #rows: readonly Uint8Array[];
	/** The least distance in each row. */
	readonly #least: Uint8Array;
	/** For each row i, the least distance between the word and any prefix of the term that has at most i letters. */
	readonly #start: Uint8Array;
	/** The letters for which the rows were filled. */
	readonly #term: Uint16Array;
	#read = 0;

	constructor(word: string, limit: number) {
		this.#word = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
		this.#limit = limit;
		// If a term has more letters than the sum of the word's length and the limit, it is too different. The last row
		// is for the first letter beyond that sum.
		const count = word.length + limit + 2;
		this.#term = new Uint16Array(count);
		this.#least = new Uint8Array(count);
		this.#start = new Uint8Array(count).fill(FAR);
		this.#rows = Array.from({ length: count }, () => new Uint8Array(word.length + 1).fill(FAR));
		for (let edits = 0; edits <= limit; edits++) {
			this.#rows[0]![edits] = edits;
			this.#rows[edits]![0] = edits;
		}
	}

	/**
	 * Compares a term with the word. Returns the distance of the whole term, the distance of its most similar prefix,
	 * the number of letters that were read, and whether all terms that start with these letters are too different.
	 */
	to(term: string) {
		let read = 0;
		while (read < this.#read && this.#term[read] === term.charCodeAt(read)) read++;
		while (read < term.length && this.#least[read]! <= this.#limit) {
			this.#term[read] = term.charCodeAt(read);
			this.#fill(++read);
		}
		this.#read = read;
		const whole = read < term.length ? FAR : this.#rows[read]![this.#word.length]!;
		return { whole, start: this.#start[read]!, read, isTooDifferent: this.#least[read]! > this.#limit };
	}

	/** Computes row `i` from the two rows before it. */
	#fill(i: number): void {
		const [row, above, word] = [this.#rows[i]!, this.#rows[i - 1]!, this.#word];
		const letter = this.#term[i - 1]!;
		let least = row[0]!;
		const end = Math.min(word.length, i + this.#limit);
		for (let j = Math.max(1, i - this.#limit); j <= end; j++) {
			let distance = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + Number(letter !== word[j - 1]));
			if (i > 1 && j > 1 && letter === word[j - 2] && this.#term[i - 2] === word[j - 1]) {
				distance = Math.min(distance, this.#rows[i - 2]![j - 2]! + 1);
			}
			row[j] = Math.min(distance, FAR);
			least = Math.min(least, distance);
		}
		this.#least[i] = least;
		this.#start[i] = Math.min(this.#start[i - 1]!, row[word.length]!);
	}
}

/**
 * Returns the word in a short list, in lower case, that the user probably meant by `given`, which may be misspelled or
 * incomplete. Returns undefined if no word is similar, or if several words are equally similar.
 */
export function nearWord(given: string, words: readonly string[]): string | undefined {
	const word = given.toLowerCase();
	if (words.includes(word)) return word;
	const [first, second] = nearInList(word, words);
	return first === undefined || first.cost === second?.cost ? undefined : first.word;
}

/**
 * Returns the words in a short list that are similar to `word`, the most similar first: those that differ by one letter,
 * or by two if the word has at least six, and then those of which one contains the other.
 */
export function nearInList(word: string, words: readonly string[]): NearWord[] {
	const similar = nearWords(vocabularyOf([...words].sort()), word, false);
	const isPart = (part: string, whole: string) => part.length >= SHORTEST_PART && whole.includes(part);
	const isLong = word.length > LONGEST_WORD;
	const others = words.filter(
		(one) => !isLong && (isPart(word, one) || isPart(one, word)) && !similar.some((near) => near.word === one),
	);
	const costOf = (one: string) => (one.startsWith(word) || word.startsWith(one) ? AS_START : AS_PART);
	const parts = others.map((one) => ({ word: one, cost: costOf(one) })).sort((a, b) => a.cost - b.cost);
	return [...similar, ...parts];
}

/** Shorter words are parts of many others. */
const SHORTEST_PART = 4;
/** The costs of words of which one contains the other, more than those of all words that differ by letters. */
const AS_START = 4;
const AS_PART = 5;

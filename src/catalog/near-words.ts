/** A list of known words, to correct misspelt ones. */
export interface Vocabulary {
	/** The words, sorted by code units. */
	readonly terms: readonly string[];
	/** The number of entries that contain the word at `place`. */
	size(place: number): number;
	/** Returns the place after the last word with this prefix. `start` is the place of any word with the prefix. */
	endOfRange(prefix: string, start: number): number;
}

export interface NearWord {
	readonly word: string;
	/** The number of edits, plus a little if the word is less likely to be the intended one. */
	readonly cost: number;
}

/** The maximum number of similar words to return. */
const MOST = 8;
/** Longer text is not corrected. */
const LONGEST = 50;
/**
 * The costs to add to the number of edits: for a different first letter, for a word that continues after the match, and
 * (at most) for a rare word.
 */
const OTHER_START = 0.5;
const LONGER = 0.5;
const RARE = 0.5;

/**
 * Finds the words of a table that are similar to an unknown word: the most similar first, and common words before rare
 * ones. One edit adds, removes or replaces a letter, or swaps two neighbouring letters. The terms are sorted, so
 * neighbours often share a prefix, and the distances of a shared prefix are reused. If a prefix is too different, all
 * terms that start with it are skipped.
 *
 * @param asPrefix whether the word may be unfinished, so that it is also compared with the starts of words
 */
export function nearWords(table: Vocabulary, word: string, asPrefix: boolean): NearWord[] {
	const limit = mostEdits(word);
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
 * The maximum number of edits for a word. It is 0 for text that is so short that almost every short word would be
 * similar, or too long to be a word.
 */
function mostEdits(word: string): number {
	return word.length > LONGEST ? 0 : Math.min(2, Math.floor(word.length / 3));
}

/** A distance greater than any that matters. */
const FAR = 255;

/**
 * Computes the distances of terms from a word. It stops reading a term when it knows that the term is too different.
 * Row i has the distances of the first i letters of the term from the first 0, 1, 2, … letters of the word. Where the two
 * numbers of letters differ by more than the limit, the distance is too great in any case, so such cells keep the value
 * FAR.
 */
class Distances {
	readonly #word: Uint16Array;
	readonly #limit: number;
	readonly #rows: readonly Uint8Array[];
	/** The least distance in each row. */
	readonly #least: Uint8Array;
	/** For each row i: the least distance between the word and any prefix of the term with at most i letters. */
	readonly #start: Uint8Array;
	/** The letters for which the rows were filled. */
	readonly #term: Uint16Array;
	#read = 0;

	constructor(word: string, limit: number) {
		this.#word = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
		this.#limit = limit;
		// A term is too different if it has more letters than the word and the limit together. The last row is for the first
		// letter beyond that length.
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
	 * Returns the distance of the whole term, the distance of its most similar prefix, the number of letters that were
	 * read, and whether all terms that start with these letters are too different.
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

	/** Fills row `i` from the rows before it. */
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

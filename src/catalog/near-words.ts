/** Words to choose from. */
export interface Vocabulary {
	/** Sorted by code units. */
	readonly terms: readonly string[];
	/** How many things have the word at `place`. */
	size(place: number): number;
	/** The end of the words that start with `prefix`, as the one at `start` does. */
	endOfRange(prefix: string, start: number): number;
}

export interface NearWord {
	readonly word: string;
	/** The edits between the words, and a little more for what makes it less likely that this one was meant. */
	readonly cost: number;
}

/** So many near words are enough to choose from. */
const MOST = 8;
const LONGEST = 50;
/** What it costs that a word begins with another letter, that it goes on after what is near, and, at most, to be rare. */
const OTHER_START = 0.5;
const GOES_ON = 0.5;
const RARE = 0.5;

/**
 * The words of a table that are near a word that is not in it, nearest first; among those equally near, the common ones
 * first. An edit is a letter more, less or other, or two neighbours swapped. The terms are sorted, so each takes up the
 * distances of what it shares with the one before it, and a beginning that is too far off is passed over at once.
 *
 * @param asPrefix whether the word may be unfinished, so that the beginning of a longer one is near too
 */
export function nearWords(table: Vocabulary, word: string, asPrefix: boolean): NearWord[] {
	const limit = mostEdits(word);
	if (limit === 0) return [];
	const distances = new Distances(word, limit);
	const found: NearWord[] = [];
	let place = 0;
	while (place < table.terms.length) {
		const term = table.terms[place]!;
		const { whole, start, read, tooFar } = distances.to(term);
		const edits = Math.min(whole, asPrefix ? start + GOES_ON : whole);
		if (edits < limit + 1) {
			const unlikely = (term[0] === word[0] ? 0 : OTHER_START) + RARE / table.size(place);
			found.push({ word: term, cost: edits + unlikely });
		}
		place = tooFar && !(asPrefix && start <= limit) ? table.endOfRange(term.slice(0, read), place) : place + 1;
	}
	return found.sort((a, b) => a.cost - b.cost).slice(0, MOST);
}

/** None in a word so short that any other is near, or so long that it is none. */
function mostEdits(word: string): number {
	return word.length > LONGEST ? 0 : Math.min(2, Math.floor(word.length / 3));
}

/** More than any distance that matters. */
const FAR = 255;

/**
 * How far terms are from a word: of each, as many letters are read as it takes to know that it is too far. Row i says how
 * far the first i letters of the term are from the first 0, 1, 2, … letters of the word. Where the two numbers differ by
 * more than the limit, so do the letters: these places are never filled.
 */
class Distances {
	readonly #word: Uint16Array;
	readonly #limit: number;
	readonly #rows: readonly Uint8Array[];
	/** By row: its least distance; and the least of the whole word so far, which is that of the term's nearest beginning. */
	readonly #least: Uint8Array;
	readonly #start: Uint8Array;
	/** The letters that the rows are of. */
	readonly #term: Uint16Array;
	#read = 0;

	constructor(word: string, limit: number) {
		this.#word = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
		this.#limit = limit;
		// No term is near that has more letters than the word and its edits, and one row more shows that it is not.
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
	 * The distance of the whole term, that of its nearest beginning, how many letters were read, and whether every term
	 * that begins with these is too far as a whole.
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
		return { whole, start: this.#start[read]!, read, tooFar: this.#least[read]! > this.#limit };
	}

	/** Fills row `i`: the rows before it hold. */
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

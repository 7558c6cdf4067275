import type { TermTable } from './term-table.ts';

export interface NearWord {
	readonly word: string;
	/** The edits between the words, and a little more for what makes it less likely that this one was meant. */
	readonly cost: number;
}

/** So many near words are enough to choose from. */
const MOST = 8;
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
export function nearWords(table: TermTable, word: string, asPrefix: boolean): NearWord[] {
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
			const unlikely = (term[0] === word[0] ? 0 : OTHER_START) + RARE / (1 + table.weight(place));
			found.push({ word: term, cost: edits + unlikely });
		}
		place = tooFar && !(asPrefix && start <= limit) ? table.range(term.slice(0, read))[1] : place + 1;
	}
	return found.sort((a, b) => a.cost - b.cost).slice(0, MOST);
}

/** None in a word so short that any other is near. */
function mostEdits(word: string): number {
	return Math.min(2, Math.floor(word.length / 3));
}

/** How far terms are from a word: of each, as many letters are read as it takes to know that it is too far. */
class Distances {
	readonly #word: string;
	readonly #limit: number;
	/** Row i: how far the first i letters of the term are from the first 0, 1, 2, … letters of the word. */
	readonly #rows: readonly Uint32Array[];
	/** The least of each row; the least of the last column so far, which is the distance of the nearest beginning. */
	readonly #least: Uint32Array;
	readonly #start: Uint32Array;
	/** Of the last term, the letters that the rows hold. */
	#read = '';

	constructor(word: string, limit: number) {
		this.#word = word;
		this.#limit = limit;
		// No term is near that has more letters than this, and one more row shows that it is not.
		const count = word.length + limit + 2;
		this.#rows = Array.from({ length: count }, () => new Uint32Array(word.length + 1));
		for (let j = 0; j <= word.length; j++) this.#rows[0]![j] = j;
		this.#least = new Uint32Array(count);
		this.#start = new Uint32Array(count).fill(word.length);
	}

	/**
	 * The distance of the whole term, that of its nearest beginning, how many letters were read, and whether every term
	 * that begins with these is too far as a whole.
	 */
	to(term: string) {
		let read = 0;
		while (read < this.#read.length && this.#read[read] === term[read]) read++;
		while (read < term.length && this.#least[read]! <= this.#limit) this.#fill(term, ++read);
		this.#read = term.slice(0, read);
		const whole = read < term.length ? Number.POSITIVE_INFINITY : this.#rows[read]![this.#word.length]!;
		return { whole, start: this.#start[read]!, read, tooFar: this.#least[read]! > this.#limit };
	}

	/** Fills row `i`: the rows before it hold. */
	#fill(term: string, i: number): void {
		const row = this.#rows[i]!;
		const above = this.#rows[i - 1]!;
		row[0] = i;
		let least = i;
		for (let j = 1; j < row.length; j++) {
			const differs = Number(term[i - 1] !== this.#word[j - 1]);
			let distance = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + differs);
			if (i > 1 && j > 1 && term[i - 1] === this.#word[j - 2] && term[i - 2] === this.#word[j - 1]) {
				distance = Math.min(distance, this.#rows[i - 2]![j - 2]! + 1);
			}
			row[j] = distance;
			least = Math.min(least, distance);
		}
		this.#least[i] = least;
		this.#start[i] = Math.min(this.#start[i - 1]!, row.at(-1)!);
	}
}

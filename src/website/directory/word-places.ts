import { countWhile } from '../../search/term-table.ts';

/** The places of a list at which each word occurs. Words and places are numbers from 0. */
export class WordPlaces {
	/** For each word, how many occurrences earlier words have. */
	readonly #starts: Uint32Array;
	/** The places of all occurrences: those of the first word, ascending, then those of the next one. */
	readonly #places: Uint32Array;

	/** @param wordsAt the words at each place, each word once */
	constructor(wordsAt: readonly (readonly number[])[]) {
		const size = wordsAt.reduce((size, words) => words.reduce((most, word) => Math.max(most, word + 1), size), 0);
		this.#starts = new Uint32Array(size + 1);
		for (const words of wordsAt) {
			for (const word of words) this.#starts[word + 1]!++;
		}
		for (let word = 0; word < size; word++) this.#starts[word + 1]! += this.#starts[word]!;
		const next = this.#starts.slice();
		this.#places = new Uint32Array(next[size]!);
		wordsAt.forEach((words, place) => {
			for (const word of words) this.#places[next[word]!++] = place;
		});
	}

	/** One more than the largest word. */
	get size(): number {
		return this.#starts.length - 1;
	}

	/** Returns the places at which a word occurs, ascending. */
	of(word: number): Uint32Array {
		return word < this.size ? this.#places.subarray(this.#starts[word], this.#starts[word + 1]) : NONE;
	}

	/** Returns the places of a word around a place: up to `most` before it, and up to `most` after it. */
	around(word: number, place: number, most: number): Uint32Array {
		const places = this.of(word);
		const middle = countWhile(places.length, (index) => places[index]! < place);
		return places.subarray(Math.max(0, middle - most), middle + most + 1);
	}
}

const NONE = new Uint32Array();

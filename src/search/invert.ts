import { WordIds } from './word-ids.ts';

/** Maps each term to the numbers of the things that have the term, in ascending order. */
export type Inverted = ReadonlyMap<string, Uint32Array>;

/** Given the terms of each thing, finds the things that have each term. */
export function invert<T>(things: readonly T[], termsOf: (thing: T) => Iterable<string>): Inverted {
	const ids = new Map<string, number>();
	const postings = new Postings();
	for (const thing of things) {
		for (const term of termsOf(thing)) {
			let id = ids.get(term);
			if (id === undefined) {
				id = ids.size;
				ids.set(term, id);
			}
			postings.add(id);
		}
		postings.endThing();
	}
	return postings.invertedBy([...ids.keys()]);
}

/** Maps each folded word to the numbers of the texts that contain it. */
export function invertWords(texts: Iterable<string>): Inverted {
	const ids = new WordIds();
	const postings = new Postings();
	const add = (word: number) => postings.add(word);
	for (const text of texts) {
		ids.read(text, add);
		postings.endThing();
	}
	return postings.invertedBy(ids.words);
}

/** Collects the terms of things, one thing after another. */
class Postings {
	/**
	 * Two values for each term: one plus the number of the last thing with this term, and the count of things with this
	 * term. The two values are side by side, because both are needed at the same time.
	 */
	#terms = new Uint32Array(2048);
	/**
	 * The terms of the first thing, then the terms of the second thing, and so on, without duplicates within a thing. For
	 * each thing, `#ends` has the position where its terms end.
	 */
	#flat = new Uint32Array(2048);
	#length = 0;
	readonly #ends: number[] = [];

	/** Adds a term to the current thing. A new term must have the next unused number. */
	add(term: number): void {
		if (term * 2 >= this.#terms.length) this.#terms = twice(this.#terms);
		const thing = this.#ends.length + 1;
		if (this.#terms[term * 2] === thing) return;
		this.#terms[term * 2] = thing;
		this.#terms[term * 2 + 1]!++;
		if (this.#length === this.#flat.length) this.#flat = twice(this.#flat);
		this.#flat[this.#length++] = term;
	}

	endThing(): void {
		this.#ends.push(this.#length);
	}

	/** @param terms all terms, in the order of their numbers */
	invertedBy(terms: readonly string[]): Inverted {
		const starts = new Uint32Array(terms.length + 1);
		terms.forEach((_, term) => {
			starts[term + 1] = starts[term]! + this.#terms[term * 2 + 1]!;
		});
		const pool = new Uint32Array(this.#length);
		const filled = starts.slice();
		let at = 0;
		this.#ends.forEach((end, thing) => {
			for (; at < end; at++) pool[filled[this.#flat[at]!]!++] = thing;
		});
		return new Map(terms.map((term, id) => [term, pool.subarray(starts[id], starts[id + 1])]));
	}
}

function twice(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
	const longer = new Uint32Array(numbers.length * 2);
	longer.set(numbers);
	return longer;
}

/**
 * Which programs have which term: the words of their text, their categories, the trigrams of their names. A set of
 * programs is kept in whichever form is smaller: its sorted numbers, or a bitset.
 */
import { add, type Bitset, countAmong, size, sizeOfIntersection, wordsFor } from './bitset.ts';
import type { Inverted } from './invert.ts';
import type { ProgramSet } from './program-set.ts';
import { packStrings, type Sections, unpackStrings } from './sections.ts';

export class TermTable {
	/** Sorted by code units. */
	readonly terms: readonly string[];
	/** Set i is `pool` from `starts[i]` to `starts[i + 1]`; one as long as a bitset is a bitset. */
	readonly #starts: Uint32Array;
	readonly #pool: Uint32Array;
	readonly #denseLength: number;

	/** Reads the table called `name` that `packTerms` made, over `count` programs. */
	constructor(sections: Sections, name: string, count: number) {
		this.#starts = sections[`${name}.starts`] as Uint32Array;
		this.#pool = sections[`${name}.pool`] as Uint32Array;
		this.terms = unpackStrings(sections[`${name}.terms`]!, this.#starts.length - 1);
		this.#denseLength = wordsFor(count);
	}

	/** The place of a term, or -1. */
	find(term: string): number {
		const at = this.#lowerBound(term);
		return this.terms[at] === term ? at : -1;
	}

	/** The places of all terms that start with `prefix`: from, to (not included). */
	range(prefix: string): readonly [number, number] {
		const from = this.#lowerBound(prefix);
		return [from, this.terms[from]?.startsWith(prefix) ? this.endOfRange(prefix, from) : from];
	}

	/** The end of the terms that start with `prefix`, as the one at `start` does. Steps grow, since most ends are near. */
	endOfRange(prefix: string, start: number): number {
		let low = start;
		let step = 1;
		for (; this.terms[low + step]?.startsWith(prefix); step *= 2) low += step;
		for (; step > 0; step >>>= 1) if (this.terms[low + step]?.startsWith(prefix)) low += step;
		return low + 1;
	}

	/** The first place whose term is not before `text`. */
	#lowerBound(text: string): number {
		let low = 0;
		let high = this.terms.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.terms[middle]! < text) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** How much there is to read for the terms from `from` to `to`: an upper bound of the cost of `addTo`. */
	weight(from: number, to = from + 1): number {
		return this.#starts[to]! - this.#starts[from]!;
	}

	/** How many programs have the term at `place`. */
	size(place: number): number {
		return this.#isDense(place) ? size(this.#bitsAt(place)) : this.weight(place);
	}

	/** How many programs in `set` have the term at `place`. */
	count(set: Bitset, place: number): number {
		return this.#isDense(place)
			? sizeOfIntersection(set, this.#bitsAt(place))
			: countAmong(set, this.#pool, this.#starts[place]!, this.#starts[place + 1]!);
	}

	/** Adds to `set` the programs that have any of the terms from `from` to `to` (not included). */
	addTo(set: ProgramSet, from: number, to = from + 1): void {
		for (let place = from; place < to; place++) {
			if (this.#isDense(place)) set.addBits(this.#bitsAt(place));
			else set.addNumbers(this.#pool, this.#starts[place]!, this.#starts[place + 1]!);
		}
	}

	/** Keeps in `set` the programs that have the term at `place`; none, when that is -1. */
	narrow(set: ProgramSet, place: number): void {
		if (place === -1) set.clear();
		else if (this.#isDense(place)) set.keepBits(this.#bitsAt(place));
		else set.keepNumbers(this.#pool, this.#starts[place]!, this.#starts[place + 1]!);
	}

	/** Whether the set at `place` is stored as a bitset. */
	#isDense(place: number): boolean {
		return this.weight(place) === this.#denseLength;
	}

	#bitsAt(place: number): Bitset {
		return this.#pool.subarray(this.#starts[place], this.#starts[place + 1]);
	}
}

/**
 * The sections of a table, for `new TermTable`.
 *
 * @param sets by term, the programs that have it, ascending
 * @param count of all programs
 */
export function packTerms(name: string, sets: Inverted, count: number): Sections {
	const terms = [...sets.keys()].sort();
	const starts = new Uint32Array(terms.length + 1);
	terms.forEach((term, place) => {
		starts[place + 1] = starts[place]! + Math.min(sets.get(term)!.length, wordsFor(count));
	});
	const pool = new Uint32Array(starts[terms.length]!);
	terms.forEach((term, place) => {
		const programs = sets.get(term)!;
		const stored = pool.subarray(starts[place], starts[place + 1]);
		if (programs.length < wordsFor(count)) stored.set(programs);
		else for (const program of programs) add(stored, program);
	});
	return { [`${name}.terms`]: packStrings(terms), [`${name}.starts`]: starts, [`${name}.pool`]: pool };
}

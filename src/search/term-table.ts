import { add, allMembers, type Bitset, countAmong, size, sizeOfIntersection, wordsFor } from './bitset.ts';
import type { ProgramSet } from './program-set.ts';
import { packStrings, type Sections, unpackStrings } from './sections.ts';

/** Maps each term to the numbers of the things that have the term, in ascending order. */
export type Inverted<K = string> = ReadonlyMap<K, Uint32Array>;

/** Given the terms of each thing, finds the things that have each term. */
export function invert<T, K = string>(things: Iterable<T>, termsOf: (thing: T) => Iterable<K>): Inverted<K> {
	const lists = new Map<K, number[]>();
	let number = 0;
	for (const thing of things) {
		for (const term of termsOf(thing)) {
			const list = lists.get(term);
			if (list === undefined) lists.set(term, [number]);
			else if (list[list.length - 1] !== number) list.push(number);
		}
		number++;
	}
	return new Map(Array.from(lists, ([term, list]) => [term, Uint32Array.from(list)]));
}

/**
 * The programs of each term. A term is, for example, a word of a program's text, a category, or a piece of a name. Each
 * set of programs is stored as sorted numbers or as a bitset, whichever is smaller.
 */
export class TermTable {
	/** The terms, sorted by code units. */
	readonly terms: readonly string[];
	/**
	 * Set i is the part of `#pool` from `#starts[i]` to `#starts[i + 1]`. If this part is as long as a bitset, it is a
	 * bitset.
	 */
	readonly #starts: Uint32Array;
	readonly #pool: Uint32Array;
	readonly #denseLength: number;

	/** Reads the table `name` that `packTerms` has made for `count` programs. */
	constructor(sections: Sections, name: string, count: number) {
		this.#starts = sections[`${name}.starts`] as Uint32Array;
		this.#pool = sections[`${name}.pool`] as Uint32Array;
		this.terms = unpackStrings(sections[`${name}.terms`]!, this.#starts.length - 1);
		this.#denseLength = wordsFor(count);
	}

	/** The position of a term, or -1. */
	find(term: string): number {
		const at = this.#lowerBound(term);
		return this.terms[at] === term ? at : -1;
	}

	/** Returns the start and the end (exclusive) of the positions of all terms that start with `prefix`. */
	range(prefix: string): readonly [number, number] {
		const from = this.#lowerBound(prefix);
		return [from, this.terms[from]?.startsWith(prefix) ? this.endOfRange(prefix, from) : from];
	}

	/**
	 * Finds the end (exclusive) of the terms that start with `prefix`. The first of these terms must be at `start`.
	 * Searches in growing steps, because the end is usually near.
	 */
	endOfRange(prefix: string, start: number): number {
		let low = start;
		let step = 1;
		for (; this.terms[low + step]?.startsWith(prefix); step *= 2) low += step;
		for (; step > 0; step >>>= 1) if (this.terms[low + step]?.startsWith(prefix)) low += step;
		return low + 1;
	}

	/** The position of the first term that is equal to `text` or sorts after it. */
	#lowerBound(text: string): number {
		return countWhile(this.terms.length, (place) => this.terms[place]! < text);
	}

	/** Returns how many 32-bit numbers are stored for the term at `place`. This bounds the cost of `addTo`. */
	weight(place: number): number {
		return this.#starts[place + 1]! - this.#starts[place]!;
	}

	/** The number of programs with the term at `place`. */
	size(place: number): number {
		return this.#isDense(place) ? size(this.#bitsAt(place)) : this.weight(place);
	}

	/** The number of programs in `set` with the term at `place`. */
	count(set: Bitset, place: number): number {
		return this.#isDense(place)
			? sizeOfIntersection(set, this.#bitsAt(place))
			: countAmong(set, this.#pool, this.#starts[place]!, this.#starts[place + 1]!);
	}

	/** Adds to `set` each program that has at least one of the terms from `from` to `to` (exclusive). */
	addTo(set: ProgramSet, from: number, to = from + 1): void {
		for (let place = from; place < to; place++) {
			if (this.#isDense(place)) set.addBits(this.#bitsAt(place));
			else set.addNumbers(this.#pool, this.#starts[place]!, this.#starts[place + 1]!);
		}
	}

	/** Removes from `set` all programs that lack the term at `place`. If `place` is -1, removes all programs. */
	narrow(set: ProgramSet, place: number): void {
		if (place === -1) set.clear();
		else if (this.#isDense(place)) set.keepBits(this.#bitsAt(place));
		else set.keepNumbers(this.#pool, this.#starts[place]!, this.#starts[place + 1]!);
	}

	/** The numbers of the programs with the term at `place`, ascending. */
	programs(place: number): Uint32Array {
		const stored = this.#bitsAt(place);
		return this.#isDense(place) ? allMembers(stored) : stored;
	}

	/** Whether the set at `place` is stored as a bitset. */
	#isDense(place: number): boolean {
		return this.weight(place) === this.#denseLength;
	}

	#bitsAt(place: number): Bitset {
		return this.#pool.subarray(this.#starts[place], this.#starts[place + 1]);
	}
}

/** Makes the sections that `new TermTable` reads. */
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

/**
 * Counts the numbers from 0 to `length` (exclusive) for which `holds` is true, by binary search.
 *
 * @param holds must be true up to some number, and false for all numbers after it
 */
export function countWhile(length: number, holds: (number: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (holds(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}

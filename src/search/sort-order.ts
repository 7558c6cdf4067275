import { add, type Bitset, has, members } from './bitset.ts';
import type { ProgramSet } from './program-set.ts';

/** A sort order of all programs. */
export class SortOrder {
	/** The numbers of the programs, in order. */
	readonly #programs: Uint32Array;
	/** The position of each program in the order. */
	readonly #places: Uint32Array;

	constructor(programs: Uint32Array) {
		this.#programs = programs;
		this.#places = new Uint32Array(programs.length);
		for (let place = 0; place < programs.length; place++) this.#places[programs[place]!] = place;
	}

	/**
	 * Returns `limit` of the matching programs, starting at `offset`, in this order.
	 *
	 * @param scratch a bitset for all programs, which this overwrites
	 */
	page(matching: ProgramSet, offset: number, limit: number, scratch: Bitset): number[] {
		const programs = this.#programs;
		const total = matching.size;
		if (total === programs.length) return Array.from(programs.subarray(offset, offset + limit));
		const fromEnd = total - offset - limit;
		const walk = ((Math.min(offset, fromEnd) + limit) / total) * programs.length;
		if (walk > 2 * (total + scratch.length)) return this.#markedPage(matching, offset, limit, scratch);
		const backwards = fromEnd < offset;
		const page: number[] = [];
		let skip = backwards ? fromEnd : offset;
		for (let i = 0; i < programs.length && page.length < limit; i++) {
			const program = programs[backwards ? programs.length - 1 - i : i]!;
			if (!has(matching.bits, program)) continue;
			if (skip > 0) skip--;
			else page.push(program);
		}
		return backwards ? page.reverse() : page;
	}

	/**
	 * Marks the positions of the matching programs in this order, and then reads the marked positions. This is faster if
	 * the matches are few and far apart.
	 */
	#markedPage(matching: ProgramSet, offset: number, limit: number, scratch: Bitset): number[] {
		scratch.fill(0);
		const numbers = new Uint32Array(matching.size);
		matching.read(numbers);
		for (const number of numbers) add(scratch, this.#places[number]!);
		return members(scratch, offset, limit).map((place) => this.#programs[place]!);
	}
}

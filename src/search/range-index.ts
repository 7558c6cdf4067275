import { add, type Bitset, countAmong, intersect, remove, sizeOfIntersection, subtract, wordsFor } from './bitset.ts';

/** How many ready-made sets there are: what lies between two of them is taken away one by one. */
const CHECKPOINTS = 128;

/**
 * Answers "which programs have at least, or at most, this number" in time that does not grow with the answer: programs
 * are sorted by their number, and sets of the top 1/128, 2/128, … are ready.
 */
export class RangeIndex {
	/** The programs whose number is known, highest first, and their numbers. */
	readonly #programs: Uint32Array;
	readonly #numbers: Float64Array;
	readonly #step: number;
	/** Checkpoint k holds the first k * step programs; the last one, all of them. */
	readonly #checkpoints: readonly Bitset[];

	/** @param numbers by program; NaN where unknown */
	constructor(numbers: Float64Array) {
		const known = Uint32Array.from(numbers.keys()).filter((program) => !Number.isNaN(numbers[program]));
		this.#programs = known.sort((a, b) => numbers[b]! - numbers[a]!);
		this.#numbers = Float64Array.from(this.#programs, (program) => numbers[program]!);
		this.#step = Math.max(1, Math.ceil(known.length / CHECKPOINTS));
		const checkpoints = [new Uint32Array(wordsFor(numbers.length))];
		for (let start = 0; start < known.length; start += this.#step) {
			const next = checkpoints.at(-1)!.slice();
			for (const program of known.subarray(start, start + this.#step)) add(next, program);
			checkpoints.push(next);
		}
		this.#checkpoints = checkpoints;
	}

	/** The least and the most that any program has; null where none has a number. */
	get least(): number | null {
		return this.#numbers.at(-1) ?? null;
	}

	get most(): number | null {
		return this.#numbers[0] ?? null;
	}

	/** How many programs in `set` have a number that is known and `least` or more. */
	countAtLeast(set: Bitset, least: number): number {
		const end = this.#countWhile((number) => number >= least);
		const checkpoint = Math.ceil(end / this.#step);
		const beyond = this.#programs.subarray(end, checkpoint * this.#step);
		return sizeOfIntersection(set, this.#checkpoints[checkpoint]!) - countAmong(set, beyond);
	}

	/** Keeps in `set` the programs whose number is known and `least` or more. */
	intersectAtLeast(set: Bitset, least: number): void {
		const end = this.#countWhile((number) => number >= least);
		const checkpoint = Math.ceil(end / this.#step);
		intersect(set, this.#checkpoints[checkpoint]!);
		this.#removeBetween(set, end, checkpoint * this.#step);
	}

	/** Keeps in `set` the programs whose number is known and `most` or less. */
	intersectAtMost(set: Bitset, most: number): void {
		const start = this.#countWhile((number) => number > most);
		const checkpoint = Math.floor(start / this.#step);
		intersect(set, this.#checkpoints.at(-1)!);
		subtract(set, this.#checkpoints[checkpoint]!);
		this.#removeBetween(set, checkpoint * this.#step, start);
	}

	/** Removes the programs from the `start`-th highest number to the `end`-th, not included. */
	#removeBetween(set: Bitset, start: number, end: number): void {
		const last = Math.min(end, this.#programs.length);
		for (let i = start; i < last; i++) remove(set, this.#programs[i]!);
	}

	/** How many numbers from the highest down satisfy `holds`, which is true up to some point and false from there. */
	#countWhile(holds: (number: number) => boolean): number {
		let low = 0;
		let high = this.#numbers.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (holds(this.#numbers[middle]!)) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

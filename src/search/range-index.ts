import { add, type Bitset, intersect, wordsFor } from './bitset.ts';

/** A ready-made set for every so many programs: what lies between two of them is added one by one. */
const CHECKPOINTS = 64;

/**
 * Answers "which programs have at least, or at most, this number" in time that does not grow with the answer: programs
 * are sorted by their number, and sets of the top 1/64, 2/64, … are ready.
 */
export class RangeIndex {
	/** The programs whose number is known, highest first, and their numbers. */
	readonly #programs: Uint32Array;
	readonly #numbers: Float64Array;
	readonly #step: number;
	/** Checkpoint k holds the first k * step programs. */
	readonly #checkpoints: readonly Bitset[];

	/** @param numbers by program; NaN where unknown */
	constructor(numbers: Float64Array) {
		const known = Uint32Array.from(numbers.keys()).filter((program) => !Number.isNaN(numbers[program]));
		this.#programs = known.sort((a, b) => numbers[b]! - numbers[a]!);
		this.#numbers = Float64Array.from(this.#programs, (program) => numbers[program]!);
		this.#step = Math.max(1, Math.ceil(known.length / CHECKPOINTS));
		const checkpoints = [new Uint32Array(wordsFor(numbers.length))];
		for (let end = this.#step; end <= known.length; end += this.#step) {
			const next = checkpoints.at(-1)!.slice();
			for (let i = end - this.#step; i < end; i++) add(next, this.#programs[i]!);
			checkpoints.push(next);
		}
		this.#checkpoints = checkpoints;
	}

	/** Keeps in `set` the programs whose number is known and `least` or more. */
	intersectAtLeast(set: Bitset, least: number, scratch: Bitset): void {
		this.#first(
			this.#countWhile((number) => number >= least),
			scratch,
		);
		intersect(set, scratch);
	}

	/** Keeps in `set` the programs whose number is known and `most` or less. */
	intersectAtMost(set: Bitset, most: number, scratch: Bitset): void {
		this.#first(this.#programs.length, scratch);
		intersect(set, scratch);
		this.#first(
			this.#countWhile((number) => number > most),
			scratch,
		);
		for (let i = 0; i < set.length; i++) set[i]! &= ~scratch[i]!;
	}

	/** Makes `set` hold the `end` programs with the highest numbers. */
	#first(end: number, set: Bitset): void {
		const checkpoint = Math.floor(end / this.#step);
		set.set(this.#checkpoints[checkpoint]!);
		for (let i = checkpoint * this.#step; i < end; i++) add(set, this.#programs[i]!);
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

import { add, type Bitset, countAmong, sizeOfIntersection, wordsFor } from './bitset.ts';
import { countWhile } from './count-while.ts';
import type { ProgramSet } from './program-set.ts';

/** The number of prebuilt sets. To get a set between two of them, programs are removed one by one. */
const CHECKPOINTS = 128;

/**
 * Finds the programs whose number is at least, or at most, a value. A large result does not take longer than a small one:
 * programs are sorted by their number, and sets of the top 1/128, 2/128, … are prebuilt.
 */
export class RangeIndex {
	/** The number of each program; NaN if unknown. */
	readonly #column: Float64Array;
	/** The programs with a known number, highest first, and their numbers. */
	readonly #programs: Uint32Array;
	readonly #numbers: Float64Array;
	readonly #step: number;
	/** Checkpoint k has the first k * step programs. The last checkpoint has all programs. */
	readonly #checkpoints: readonly Bitset[];

	/** @param numbers the number of each program; NaN if unknown */
	constructor(numbers: Float64Array) {
		this.#column = numbers;
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

	/** The lowest and the highest number of any program; null if none is known. */
	get least(): number | null {
		return this.#numbers.at(-1) ?? null;
	}

	get most(): number | null {
		return this.#numbers[0] ?? null;
	}

	/** Counts the programs in `set` whose number is known and at least `least`. */
	countAtLeast(set: Bitset, least: number): number {
		const end = this.#countWhile((number) => number >= least);
		const checkpoint = Math.ceil(end / this.#step);
		return (
			sizeOfIntersection(set, this.#checkpoints[checkpoint]!) -
			countAmong(set, this.#programs, end, this.#endOf(checkpoint))
		);
	}

	/** Keeps the programs in `set` whose number is known and at least `least`. */
	narrowToAtLeast(set: ProgramSet, least: number): void {
		if (set.isListed) {
			set.keepBetween(this.#column, least, Number.POSITIVE_INFINITY);
			return;
		}
		const end = this.#countWhile((number) => number >= least);
		const checkpoint = Math.ceil(end / this.#step);
		set.keepBits(this.#checkpoints[checkpoint]!);
		set.removeNumbers(this.#programs, end, this.#endOf(checkpoint));
	}

	/** Keeps the programs in `set` whose number is known and at most `most`. */
	narrowToAtMost(set: ProgramSet, most: number): void {
		if (set.isListed) {
			set.keepBetween(this.#column, Number.NEGATIVE_INFINITY, most);
			return;
		}
		const start = this.#countWhile((number) => number > most);
		const checkpoint = Math.floor(start / this.#step);
		set.keepBits(this.#checkpoints.at(-1)!);
		set.removeBits(this.#checkpoints[checkpoint]!);
		set.removeNumbers(this.#programs, checkpoint * this.#step, start);
	}

	/** The number of programs in a checkpoint. */
	#endOf(checkpoint: number): number {
		return Math.min(checkpoint * this.#step, this.#programs.length);
	}

	/**
	 * Counts the programs whose number satisfies `holds`. When programs are sorted from the highest number down, these
	 * programs must come first.
	 */
	#countWhile(holds: (number: number) => boolean): number {
		return countWhile(this.#numbers.length, (place) => holds(this.#numbers[place]!));
	}
}

import { add, type Bitset, countAmong, sizeOfIntersection, wordsFor } from './bitset.ts';
import type { ProgramSet } from './program-set.ts';
import { countWhile } from './term-table.ts';

/**
 * The number of prebuilt sets. If the needed set lies between two of them, the larger one is used, and its extra
 * programs are removed one by one.
 */
const CHECKPOINTS = 128;

/**
 * Finds the programs whose number is at least, or at most, a value. A large result does not take longer than a small
 * one, because programs are sorted by their number, and the sets of the top 1/128, 2/128, … are prebuilt.
 */
export class RangeIndex {
	/** Each program's number, or NaN if it is unknown. */
	readonly #column: Float64Array;
	/** The programs with a known number, highest first. */
	readonly #programs: Uint32Array;
	readonly #step: number;
	/** Checkpoint k has the first k * step programs. The last checkpoint has all programs with a known number. */
	readonly #checkpoints: readonly Bitset[];

	/**
	 * @param numbers the number of each program; NaN if unknown
	 * @param sorted all programs, in the order of `compareNumbers`
	 */
	constructor(numbers: Float64Array, sorted: Uint32Array) {
		this.#column = numbers;
		const known = sorted.subarray(
			0,
			countWhile(sorted.length, (place) => !Number.isNaN(numbers[sorted[place]!])),
		);
		this.#programs = known;
		this.#step = Math.max(1, Math.ceil(known.length / CHECKPOINTS));
		const checkpoints = [new Uint32Array(wordsFor(numbers.length))];
		for (let start = 0; start < known.length; start += this.#step) {
			const next = checkpoints.at(-1)!.slice();
			for (const program of known.subarray(start, start + this.#step)) add(next, program);
			checkpoints.push(next);
		}
		this.#checkpoints = checkpoints;
	}

	/** `least` and `most` are the lowest and the highest known number. They are null if no number is known. */
	get least(): number | null {
		return this.#numberAt(this.#programs.length - 1) ?? null;
	}

	get most(): number | null {
		return this.#numberAt(0) ?? null;
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

	#endOf(checkpoint: number): number {
		return Math.min(checkpoint * this.#step, this.#programs.length);
	}

	/**
	 * Counts the programs whose number satisfies `holds`. Requires that the programs satisfying `holds` come first when
	 * all programs are sorted by descending number.
	 */
	#countWhile(holds: (number: number) => boolean): number {
		return countWhile(this.#programs.length, (place) => holds(this.#numberAt(place)!));
	}

	/** Returns the number of the program at a position in `#programs`, or undefined if there is no such position. */
	#numberAt(place: number): number | undefined {
		return this.#column[this.#programs[place]!];
	}
}

/** Compares two programs by their numbers, highest first. Unknown numbers come last. */
export function compareNumbers(numbers: Float64Array, a: number, b: number): number {
	const [first, second] = [numbers[a]!, numbers[b]!];
	return Number(Number.isNaN(first)) - Number(Number.isNaN(second)) || second - first || a - b;
}

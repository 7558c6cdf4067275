import { type Bitset, wordsFor } from './bitset.ts';
import { Kernel } from './kernel.ts';
import type { ProgramSet } from './program-set.ts';

/** How many ready-made sets there are: what lies between two of them is taken away one by one. */
const CHECKPOINTS = 128;

/**
 * Answers "which programs have at least, or at most, this number" in time that does not grow with the answer: programs
 * are sorted by their number, and sets of the top 1/128, 2/128, … are ready.
 */
export class RangeIndex {
	readonly #kernel: Kernel;
	/** By program; NaN where unknown. */
	readonly #column: Float64Array;
	/** The programs whose number is known, highest first, and their numbers. */
	readonly #programs: Uint32Array;
	readonly #numbers: Float64Array;
	readonly #step: number;
	/** Checkpoint k holds the first k * step programs; the last one, all of them. */
	readonly #checkpoints: readonly Bitset[];

	/** @param numbers by program; NaN where unknown */
	constructor(numbers: Float64Array, kernel: Kernel) {
		this.#kernel = kernel;
		this.#column = numbers;
		const known = Uint32Array.from(numbers.keys()).filter((program) => !Number.isNaN(numbers[program]));
		this.#programs = kernel.allocate(known.length);
		this.#programs.set(known.sort((a, b) => numbers[b]! - numbers[a]!));
		this.#numbers = Float64Array.from(this.#programs, (program) => numbers[program]!);
		this.#step = Math.max(1, Math.ceil(known.length / CHECKPOINTS));
		const checkpoints = [kernel.allocate(wordsFor(numbers.length))];
		for (let start = 0; start < known.length; start += this.#step) {
			const next = kernel.allocate(wordsFor(numbers.length));
			next.set(checkpoints.at(-1)!);
			kernel.add(next, this.#programs, start, Math.min(start + this.#step, known.length));
			checkpoints.push(next);
		}
		this.#checkpoints = checkpoints;
	}

	/** What one takes of the kernel's space, at most, in bytes. */
	static spaceFor(count: number): number {
		return Kernel.spaceFor(count) + (CHECKPOINTS + 1) * Kernel.spaceFor(wordsFor(count));
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
		return (
			this.#kernel.sizeOfIntersection(set, this.#checkpoints[checkpoint]!, 0) -
			this.#kernel.countAmong(set, this.#programs, end, this.#endOf(checkpoint))
		);
	}

	/** Keeps in `set` the programs whose number is known and `least` or more. */
	narrowToAtLeast(set: ProgramSet, least: number): void {
		if (set.isListed) {
			set.keepBetween(this.#column, least, Number.POSITIVE_INFINITY);
			return;
		}
		const end = this.#countWhile((number) => number >= least);
		const checkpoint = Math.ceil(end / this.#step);
		set.keepBits(this.#checkpoints[checkpoint]!, 0);
		set.removeNumbers(this.#programs, end, this.#endOf(checkpoint));
	}

	/** Keeps in `set` the programs whose number is known and `most` or less. */
	narrowToAtMost(set: ProgramSet, most: number): void {
		if (set.isListed) {
			set.keepBetween(this.#column, Number.NEGATIVE_INFINITY, most);
			return;
		}
		const start = this.#countWhile((number) => number > most);
		const checkpoint = Math.floor(start / this.#step);
		set.keepBits(this.#checkpoints.at(-1)!, 0);
		set.removeBits(this.#checkpoints[checkpoint]!);
		set.removeNumbers(this.#programs, checkpoint * this.#step, start);
	}

	/** How many programs a checkpoint holds. */
	#endOf(checkpoint: number): number {
		return Math.min(checkpoint * this.#step, this.#programs.length);
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

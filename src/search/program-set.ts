import {
	add,
	type Bitset,
	fillAll,
	has,
	intersect,
	readMembers,
	remove,
	size,
	subtract,
	unite,
	wordsFor,
} from './bitset.ts';

/**
 * The maximum length of the member list, as a fraction of the number of words in the bitset. Larger sets are narrowed
 * by their bits, because that is faster.
 */
const LISTED = 1 / 3;
const NOT_LISTED = -1;

/**
 * A set of programs that is filled and then narrowed step by step. Each search reuses the memory of the set. Bits mark
 * the members. A small set also has a list of its members, so that narrowing, counting and clearing it is fast even in
 * a large directory.
 */
export class ProgramSet {
	readonly #count: number;
	readonly #bits: Bitset;
	/** The members, each once, in no particular order. */
	readonly #list: Uint32Array;
	/** A buffer for the members that `keepNumbers` keeps. */
	readonly #kept: Uint32Array;
	#length = 0;
	readonly #longest: number;
	/** Whether the set holds every program. If so, the bits and the list are out of date. */
	#isAll = false;

	/** @param count the number of all programs */
	constructor(count: number) {
		const length = wordsFor(count);
		this.#count = count;
		this.#bits = new Uint32Array(length);
		this.#longest = Math.floor(length * LISTED);
		this.#list = new Uint32Array(this.#longest);
		this.#kept = new Uint32Array(length);
	}

	/** Adds every program. */
	fill(): void {
		this.#isAll = true;
	}

	clear(): void {
		this.#isAll = false;
		if (this.#length === NOT_LISTED) this.#bits.fill(0);
		else for (let i = 0; i < this.#length; i++) remove(this.#bits, this.#list[i]!);
		this.#length = 0;
	}

	get bits(): Bitset {
		if (this.#isAll) {
			fillAll(this.#bits, this.#count);
			this.#length = NOT_LISTED;
			this.#isAll = false;
		}
		return this.#bits;
	}

	get size(): number {
		if (this.#isAll) return this.#count;
		return this.#length === NOT_LISTED ? size(this.#bits) : this.#length;
	}

	/** Whether the set is small enough to have a list. */
	get isListed(): boolean {
		return !this.#isAll && this.#length !== NOT_LISTED;
	}

	/** Writes the members into `into`, in no particular order. Returns the number of members. */
	read(into: Uint32Array): number {
		if (!this.isListed) return readMembers(this.bits, into);
		for (let i = 0; i < this.#length; i++) into[i] = this.#list[i]!;
		return this.#length;
	}

	has(program: number): boolean {
		return has(this.bits, program);
	}

	add(program: number): void {
		if (this.has(program)) return;
		add(this.#bits, program);
		if (this.#length === this.#longest) this.#length = NOT_LISTED;
		if (this.#length !== NOT_LISTED) this.#list[this.#length++] = program;
	}

	/** Adds the programs in `numbers` from position `start` to `end` (exclusive). */
	addNumbers(numbers: Uint32Array, start: number, end: number): void {
		const bits = this.bits;
		if (this.#length === NOT_LISTED || this.#length + end - start > this.#longest) {
			for (let i = start; i < end; i++) add(bits, numbers[i]!);
			this.#length = NOT_LISTED;
		} else for (let i = start; i < end; i++) this.add(numbers[i]!);
	}

	addBits(other: Bitset): void {
		unite(this.bits, other);
		this.#length = NOT_LISTED;
	}

	/**
	 * Keeps only the programs in `numbers` from position `start` to `end` (exclusive). The range must have at most as
	 * many programs as the bitset has words.
	 */
	keepNumbers(numbers: Uint32Array, start: number, end: number): void {
		if (this.#isAll) {
			this.clear();
			this.addNumbers(numbers, start, end);
			return;
		}
		let kept = 0;
		for (let i = start; i < end; i++) if (has(this.#bits, numbers[i]!)) this.#kept[kept++] = numbers[i]!;
		this.clear();
		this.addNumbers(this.#kept, 0, kept);
	}

	keepBits(other: Bitset): void {
		if (this.isListed) this.#keepListed((program) => has(other, program));
		else intersect(this.bits, other);
	}

	/**
	 * Keeps the programs whose number in `column` is known and between `least` and `most` (inclusive). The set must be
	 * listed.
	 */
	keepBetween(column: Float64Array, least: number, most: number): void {
		this.#keepListed((program) => column[program]! >= least && column[program]! <= most);
	}

	#keepListed(stays: (program: number) => boolean): void {
		let kept = 0;
		for (let i = 0; i < this.#length; i++) {
			const program = this.#list[i]!;
			if (stays(program)) this.#list[kept++] = program;
			else remove(this.#bits, program);
		}
		this.#length = kept;
	}

	removeBits(other: Bitset): void {
		if (this.isListed) this.#keepListed((program) => !has(other, program));
		else subtract(this.bits, other);
	}

	/** Removes the programs in `numbers` from position `start` to `end` (exclusive). The set must not be listed. */
	removeNumbers(numbers: Uint32Array, start: number, end: number): void {
		const bits = this.bits;
		for (let i = start; i < end; i++) remove(bits, numbers[i]!);
	}
}

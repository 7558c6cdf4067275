import {
	add,
	type Bitset,
	bit,
	fillAll,
	has,
	intersect,
	members,
	remove,
	size,
	subtract,
	unite,
	wordsFor,
} from './bitset.ts';

/** A set longer than this part of its bits' words is quicker to narrow word by word. */
const LISTED = 1 / 3;
const NOT_LISTED = -1;

/**
 * A set of programs that is put together and then narrowed step by step, in memory that is used again for the next. Bits
 * say who is in it. As long as it is short there is a list as well, so that to narrow, count and empty it takes time that
 * grows with the set and not with the directory.
 */
export class ProgramSet {
	readonly #count: number;
	readonly #bits: Bitset;
	/** The members, each once, in no order; one place more, which is overwritten. */
	readonly #list: Uint32Array;
	/** Room for the programs of a list that stay. */
	readonly #kept: Uint32Array;
	#length = 0;
	readonly #longest: number;
	/** Holds every program, while the bits and the list still hold what was there before. */
	#isAll = false;

	/** @param count of all programs */
	constructor(count: number) {
		const length = wordsFor(count);
		this.#count = count;
		this.#bits = new Uint32Array(length);
		this.#longest = Math.floor(length * LISTED);
		this.#list = new Uint32Array(this.#longest + 1);
		this.#kept = new Uint32Array(length + 1);
	}

	/** Makes it hold every program. */
	fill(): void {
		this.#isAll = true;
	}

	/** Makes it hold none. */
	clear(): void {
		this.#isAll = false;
		if (this.#length === NOT_LISTED) this.#bits.fill(0);
		else for (let i = 0; i < this.#length; i++) this.#bits[this.#list[i]! >>> 5] = 0;
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

	/** Whether it is short. */
	get isListed(): boolean {
		return !this.#isAll && this.#length !== NOT_LISTED;
	}

	/** Writes its members into `into`, in no order, and returns how many they are. */
	read(into: Uint32Array): number {
		if (!this.isListed) return members(this.bits, 0, into.length, into);
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

	/** Adds the programs of `numbers` from `start` to `end`, not included. */
	addNumbers(numbers: Uint32Array, start: number, end: number): void {
		const bits = this.bits;
		if (this.#length === NOT_LISTED || this.#length + end - start > this.#longest) {
			for (let i = start; i < end; i++) add(bits, numbers[i]!);
			this.#length = NOT_LISTED;
			return;
		}
		let length = this.#length;
		for (let i = start; i < end; i++) {
			const program = numbers[i]!;
			this.#list[length] = program;
			length += 1 - bit(bits, program);
			add(bits, program);
		}
		this.#length = length;
	}

	addBits(other: Bitset): void {
		if (this.#length === 0) this.#bits.set(other);
		else unite(this.bits, other);
		this.#length = NOT_LISTED;
	}

	/** Keeps the programs that are among `numbers` from `start` to `end`, not included: fewer than the bits have words. */
	keepNumbers(numbers: Uint32Array, start: number, end: number): void {
		if (this.#isAll) {
			this.clear();
			this.addNumbers(numbers, start, end);
			return;
		}
		const kept = this.#kept;
		let length = 0;
		for (let i = start; i < end; i++) {
			kept[length] = numbers[i]!;
			length += bit(this.#bits, numbers[i]!);
		}
		this.clear();
		this.addNumbers(kept, 0, length);
	}

	keepBits(other: Bitset): void {
		if (this.#isAll) {
			this.#bits.set(other);
			this.#length = NOT_LISTED;
			this.#isAll = false;
		} else if (this.#length === NOT_LISTED) intersect(this.#bits, other);
		else this.#keep((program) => bit(other, program));
	}

	/** Keeps, in a set that is listed, the programs whose number in `column` is known and from `least` to `most`. */
	keepBetween(column: Float64Array, least: number, most: number): void {
		this.#keep((program) => Number(column[program]! >= least && column[program]! <= most));
	}

	/** @param test 1 for a program that stays, else 0 */
	#keep(test: (program: number) => number): void {
		let length = 0;
		for (let i = 0; i < this.#length; i++) {
			const program = this.#list[i]!;
			if (test(program) === 0) remove(this.#bits, program);
			else this.#list[length++] = program;
		}
		this.#length = length;
	}

	/** Takes out programs, of a set that is not listed. */
	removeBits(other: Bitset): void {
		subtract(this.bits, other);
	}

	removeNumbers(numbers: Uint32Array, start: number, end: number): void {
		const bits = this.bits;
		for (let i = start; i < end; i++) remove(bits, numbers[i]!);
	}
}

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
	/** The members, each once, in no order. */
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
		this.#list = new Uint32Array(this.#longest);
		this.#kept = new Uint32Array(length);
	}

	/** Makes it hold every program. */
	fill(): void {
		this.#isAll = true;
	}

	/** Makes it hold none. */
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

	/** Whether it is short. */
	get isListed(): boolean {
		return !this.#isAll && this.#length !== NOT_LISTED;
	}

	/** Writes its members into `into`, in no order; returns how many they are. */
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

	/** Adds the programs of `numbers` from `start` to `end`, not included. */
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

	/** Keeps the programs that are among `numbers` from `start` to `end`, not included: fewer than the bits have words. */
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

	/** Keeps the programs that are also in `other`. */
	keepBits(other: Bitset): void {
		if (this.isListed) this.#keepListed((program) => has(other, program));
		else intersect(this.bits, other);
	}

	/** Keeps, in a set that is listed, the programs whose number in `column` is known and from `least` to `most`. */
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

	/** Takes out programs, of a set that is not listed. */
	removeBits(other: Bitset): void {
		subtract(this.bits, other);
	}

	/** Takes out programs, of a set that is not listed. */
	removeNumbers(numbers: Uint32Array, start: number, end: number): void {
		const bits = this.bits;
		for (let i = start; i < end; i++) remove(bits, numbers[i]!);
	}
}

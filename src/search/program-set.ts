import { add, type Bitset, fillAll, has, wordsFor } from './bitset.ts';
import { Kernel, SPARE } from './kernel.ts';

/** A set longer than this part of its bits' words is quicker to narrow word by word. */
const LISTED = 1 / 3;
const NOT_LISTED = -1;

/**
 * A set of programs that is put together and then narrowed step by step, in memory that is used again for the next. Bits
 * say who is in it. As long as it is short there is a list as well, so that to narrow, count and empty it takes time that
 * grows with the set and not with the directory.
 */
export class ProgramSet {
	readonly #kernel: Kernel;
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
	constructor(count: number, kernel: Kernel) {
		const length = wordsFor(count);
		this.#kernel = kernel;
		this.#count = count;
		this.#bits = kernel.allocate(length);
		this.#longest = Math.floor(length * LISTED);
		this.#list = kernel.allocate(this.#longest + SPARE);
		this.#kept = kernel.allocate(length + SPARE);
	}

	/** What one takes of the kernel's space, at most, in bytes. */
	static spaceFor(count: number): number {
		return 3 * Kernel.spaceFor(wordsFor(count) + SPARE);
	}

	/** Makes it hold every program. */
	fill(): void {
		this.#isAll = true;
	}

	/** Makes it hold none. */
	clear(): void {
		this.#isAll = false;
		if (this.#length === NOT_LISTED) this.#bits.fill(0);
		else this.#kernel.erase(this.#bits, this.#list, this.#length);
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
		return this.#length === NOT_LISTED ? this.#kernel.size(this.#bits) : this.#length;
	}

	/** Whether it is short. */
	get isListed(): boolean {
		return !this.#isAll && this.#length !== NOT_LISTED;
	}

	/** Writes its members into `into`, in no order, where there must be room for `SPARE` more; returns how many they are. */
	read(into: Uint32Array): number {
		if (!this.isListed) return this.#kernel.list(this.bits, into);
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
			this.#kernel.add(bits, numbers, start, end);
			this.#length = NOT_LISTED;
		} else this.#length = this.#kernel.append(bits, numbers, start, end, this.#list, this.#length);
	}

	/** Adds the set that `pool` has at `start`. */
	addBits(pool: Uint32Array, start: number): void {
		if (this.#length === 0 && !this.#isAll) this.#kernel.copy(this.#bits, pool, start);
		else this.#kernel.unite(this.bits, pool, start);
		this.#length = NOT_LISTED;
	}

	/** Keeps the programs that are among `numbers` from `start` to `end`, not included: fewer than the bits have words. */
	keepNumbers(numbers: Uint32Array, start: number, end: number): void {
		if (this.#isAll) {
			this.clear();
			this.addNumbers(numbers, start, end);
			return;
		}
		const kept = this.#kernel.keep(this.#bits, 0, numbers, start, end, this.#kept);
		this.clear();
		this.addNumbers(this.#kept, 0, kept);
	}

	/** Keeps what is in the set that `pool` has at `start` too. */
	keepBits(pool: Uint32Array, start: number): void {
		if (this.#isAll) {
			this.#kernel.copy(this.#bits, pool, start);
			this.#length = NOT_LISTED;
			this.#isAll = false;
		} else if (this.#length === NOT_LISTED) this.#kernel.intersect(this.#bits, pool, start);
		else {
			this.#kernel.erase(this.#bits, this.#list, this.#length);
			this.#length = this.#kernel.keep(pool, start, this.#list, 0, this.#length, this.#list);
			this.#kernel.add(this.#bits, this.#list, 0, this.#length);
		}
	}

	/** Keeps, in a set that is listed, the programs whose number in `column` is known and from `least` to `most`. */
	keepBetween(column: Float64Array, least: number, most: number): void {
		this.#kernel.erase(this.#bits, this.#list, this.#length);
		this.#length = this.#kernel.keepBetween(column, least, most, this.#list, this.#length);
		this.#kernel.add(this.#bits, this.#list, 0, this.#length);
	}

	/** Takes out programs, of a set that is not listed. */
	removeBits(other: Bitset): void {
		this.#kernel.subtract(this.bits, other);
	}

	/** Takes out programs, of a set that is not listed. */
	removeNumbers(numbers: Uint32Array, start: number, end: number): void {
		this.#kernel.remove(this.bits, numbers, start, end);
	}
}

import type { Bitset } from './bitset.ts';
import { KERNEL } from './kernel.wasm.ts';

/** What arrays lie on: the lines that the processor reads memory by. In bytes. */
const LINE = 64;
const PAGE = 65_536;
/** The most pages that WebAssembly has addresses for: 4 GiB. */
const MOST_PAGES = 65_536;

/** The functions of kernel.wat, which says what they do. They take addresses, and return one or a count. */
interface Functions {
	copy(set: number, other: number, end: number): void;
	intersect(set: number, other: number, end: number): void;
	subtract(set: number, other: number, end: number): void;
	unite(set: number, other: number, end: number): void;
	size(set: number, end: number): number;
	sizeOfIntersection(set: number, other: number, end: number): number;
	countAmong(set: number, numbers: number, end: number): number;
	add(set: number, numbers: number, end: number): void;
	remove(set: number, numbers: number, end: number): void;
	erase(set: number, numbers: number, end: number): void;
	mark(set: number, numbers: number, end: number, places: number): void;
	append(set: number, numbers: number, end: number, into: number): number;
	keep(set: number, numbers: number, end: number, into: number): number;
	keepBetween(column: number, least: number, most: number, numbers: number, end: number, into: number): number;
	walk(set: number, numbers: number, step: number, into: number, end: number): void;
	list(set: number, end: number, into: number): number;
	members(set: number, end: number, offset: number, into: number, last: number): number;
}

/** How many numbers may be written beyond those that are meant. */
export const SPARE = 4;

let compiled: WebAssembly.Module | undefined;

/**
 * The memory of one index, and the loops over its sets and lists, in WebAssembly. All that they are given must lie in that
 * memory: in the file at its start, or in what `allocate` gave. Numbers must be below the size of the sets.
 */
export class Kernel {
	/** For the bytes of the index, to be filled in before anything is made of them. */
	readonly file: Buffer<ArrayBuffer>;
	readonly #memory: ArrayBuffer;
	readonly #run: Functions;
	/** The address of what is not allocated yet. */
	#next: number;

	/**
	 * What is not used takes no memory. (It cannot grow: that would cut off the arrays that lie on it.)
	 *
	 * @param fileSize of the index, in bytes
	 * @param space for what is allocated, in bytes
	 * @throws when they are more than can be addressed
	 */
	constructor(fileSize: number, space: number) {
		this.#next = aligned(fileSize);
		const pages = Math.ceil((this.#next + space) / PAGE);
		if (pages > MOST_PAGES)
			throw new Error(`The index has ${fileSize} bytes; with its working space, 4 GiB is the most.`);
		const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
		compiled ??= new WebAssembly.Module(Buffer.from(KERNEL, 'base64'));
		this.#run = new WebAssembly.Instance(compiled, { index: { memory } }).exports as unknown as Functions;
		this.#memory = memory.buffer;
		this.file = Buffer.from(this.#memory, 0, fileSize);
	}

	/** A kernel on an index that is in memory already: what `pack` made. */
	static of(chunks: readonly Uint8Array[], space: number): Kernel {
		const kernel = new Kernel(
			chunks.reduce((sum, chunk) => sum + chunk.length, 0),
			space,
		);
		let end = 0;
		for (const chunk of chunks) {
			kernel.file.set(chunk, end);
			end += chunk.length;
		}
		return kernel;
	}

	/** How much space an array takes, in bytes. */
	static spaceFor(length: number): number {
		return aligned(length * 4);
	}

	/**
	 * Zeros, as often as is asked for.
	 *
	 * @throws when the space is used up
	 */
	allocate(length: number): Uint32Array {
		const array = new Uint32Array(this.#memory, this.#next, length);
		this.#next += Kernel.spaceFor(length);
		return array;
	}

	/** Makes `set` hold what the set holds that `pool` has at `start`. */
	copy(set: Bitset, pool: Uint32Array, start: number): void {
		this.#run.copy(set.byteOffset, addressOf(pool, start), endOf(set));
	}

	/** Keeps in `set` what is in the set that `pool` has at `start`. */
	intersect(set: Bitset, pool: Uint32Array, start: number): void {
		this.#run.intersect(set.byteOffset, addressOf(pool, start), endOf(set));
	}

	/** Removes from `set` what is in `other`. */
	subtract(set: Bitset, other: Bitset): void {
		this.#run.subtract(set.byteOffset, other.byteOffset, endOf(set));
	}

	/** Adds to `set` what is in the set that `pool` has at `start`. */
	unite(set: Bitset, pool: Uint32Array, start: number): void {
		this.#run.unite(set.byteOffset, addressOf(pool, start), endOf(set));
	}

	/** The number of members. */
	size(set: Bitset): number {
		return this.#run.size(set.byteOffset, endOf(set));
	}

	/** The number of members that `set` and the set that `pool` has at `start` have in common. */
	sizeOfIntersection(set: Bitset, pool: Uint32Array, start: number): number {
		return this.#run.sizeOfIntersection(set.byteOffset, addressOf(pool, start), endOf(set));
	}

	/** How many of `numbers` from `start` to `end`, not included, are members. */
	countAmong(set: Bitset, numbers: Uint32Array, start: number, end: number): number {
		return this.#run.countAmong(set.byteOffset, addressOf(numbers, start), addressOf(numbers, end));
	}

	/** Adds `numbers` from `start` to `end`, not included. */
	add(set: Bitset, numbers: Uint32Array, start: number, end: number): void {
		this.#run.add(set.byteOffset, addressOf(numbers, start), addressOf(numbers, end));
	}

	/** Removes `numbers` from `start` to `end`, not included. */
	remove(set: Bitset, numbers: Uint32Array, start: number, end: number): void {
		this.#run.remove(set.byteOffset, addressOf(numbers, start), addressOf(numbers, end));
	}

	/** Empties a set whose members are all among the first `length` of `numbers`. */
	erase(set: Bitset, numbers: Uint32Array, length: number): void {
		this.#run.erase(set.byteOffset, numbers.byteOffset, addressOf(numbers, length));
	}

	/** Adds, for each of the first `length` of `numbers`, what `places` has for it. */
	mark(set: Bitset, numbers: Uint32Array, length: number, places: Uint32Array): void {
		this.#run.mark(set.byteOffset, numbers.byteOffset, addressOf(numbers, length), places.byteOffset);
	}

	/**
	 * Adds `numbers` from `start` to `end`, not included, and writes those that were no members into `list`, from `length`
	 * on. There must be room for `SPARE` more.
	 *
	 * @returns how long the list is then
	 */
	append(set: Bitset, numbers: Uint32Array, start: number, end: number, list: Uint32Array, length: number): number {
		const last = addressOf(numbers, end);
		return placeOf(list, this.#run.append(set.byteOffset, addressOf(numbers, start), last, addressOf(list, length)));
	}

	/**
	 * Writes into `into` those of `numbers` from `start` to `end`, not included, that are in the set that `pool` has at
	 * `set`. There must be room for `SPARE` more, or `into` is `numbers` itself.
	 *
	 * @returns how many they are
	 */
	keep(pool: Uint32Array, set: number, numbers: Uint32Array, start: number, end: number, into: Uint32Array): number {
		const last = addressOf(numbers, end);
		return placeOf(into, this.#run.keep(addressOf(pool, set), addressOf(numbers, start), last, into.byteOffset));
	}

	/**
	 * Keeps, of the first `length` of `numbers`, those whose value in `column` is known (no NaN) and from `least` to `most`.
	 *
	 * @returns how many they are
	 */
	keepBetween(column: Float64Array, least: number, most: number, numbers: Uint32Array, length: number): number {
		const { byteOffset } = numbers;
		return placeOf(
			numbers,
			this.#run.keepBetween(column.byteOffset, least, most, byteOffset, addressOf(numbers, length), byteOffset),
		);
	}

	/**
	 * Goes along `numbers` from `start` on, backwards if so asked, and writes the first `count` members into `into`, where
	 * there must be room for `SPARE` more. There must be so many.
	 */
	walk(set: Bitset, numbers: Uint32Array, start: number, backwards: boolean, count: number, into: Uint32Array): void {
		const step = backwards ? -4 : 4;
		this.#run.walk(set.byteOffset, addressOf(numbers, start), step, into.byteOffset, addressOf(into, count));
	}

	/**
	 * Writes all members into `into`, in ascending order. There must be room for `SPARE` more.
	 *
	 * @returns how many they are
	 */
	list(set: Bitset, into: Uint32Array): number {
		return placeOf(into, this.#run.list(set.byteOffset, endOf(set), into.byteOffset));
	}

	/**
	 * Writes members into `into`, in ascending order: from the `offset`-th, counted from 0, `limit` of them at most.
	 *
	 * @returns how many were written
	 */
	members(set: Bitset, offset: number, limit: number, into: Uint32Array): number {
		const last = addressOf(into, limit);
		return placeOf(into, this.#run.members(set.byteOffset, endOf(set), offset, into.byteOffset, last));
	}
}

function aligned(size: number): number {
	return Math.ceil(size / LINE) * LINE;
}

function addressOf(array: Uint32Array, place: number): number {
	return array.byteOffset + place * 4;
}

function endOf(array: Uint32Array): number {
	return array.byteOffset + array.byteLength;
}

/** What place of an array is at an address. WebAssembly gives those beyond 2 GiB as negative numbers. */
function placeOf(array: Uint32Array, address: number): number {
	return ((address - array.byteOffset) >>> 0) / 4;
}

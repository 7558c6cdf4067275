/** Sets of small whole numbers as bits, 32 to a word: number n is bit n % 32 of word n / 32. */
export type Bitset = Uint32Array;

/** A set is made of whole lines of 64 bytes, which `Kernel` takes at once. */
const LINE = 512;

/** How many words a set of numbers below `size` has. */
export function wordsFor(size: number): number {
	return Math.ceil(size / LINE) * (LINE / 32);
}

/** Makes `set` hold every number below `size`. */
export function fillAll(set: Bitset, size: number): void {
	const whole = size >>> 5;
	set.fill(0xffffffff, 0, whole);
	set.fill(0, whole);
	if (size % 32 !== 0) set[whole] = 2 ** (size % 32) - 1;
}

export function add(set: Bitset, number: number): void {
	set[number >>> 5]! |= 1 << (number & 31);
}

export function remove(set: Bitset, number: number): void {
	set[number >>> 5]! &= ~(1 << (number & 31));
}

export function has(set: Bitset, number: number): boolean {
	return (set[number >>> 5]! & (1 << (number & 31))) !== 0;
}

/** 1 for a member, else 0. */
export function bit(set: Bitset, number: number): number {
	return (set[number >>> 5]! >>> (number & 31)) & 1;
}

/** Keeps in `set` what is in `other` too. Four words at a time, which takes two thirds of the time. */
export function intersect(set: Bitset, other: Bitset): void {
	let i = 0;
	for (; i + 3 < set.length; i += 4) {
		set[i]! &= other[i]!;
		set[i + 1]! &= other[i + 1]!;
		set[i + 2]! &= other[i + 2]!;
		set[i + 3]! &= other[i + 3]!;
	}
	for (; i < set.length; i++) set[i]! &= other[i]!;
}

/** Removes from `set` what is in `other`. */
export function subtract(set: Bitset, other: Bitset): void {
	let i = 0;
	for (; i + 3 < set.length; i += 4) {
		set[i]! &= ~other[i]!;
		set[i + 1]! &= ~other[i + 1]!;
		set[i + 2]! &= ~other[i + 2]!;
		set[i + 3]! &= ~other[i + 3]!;
	}
	for (; i < set.length; i++) set[i]! &= ~other[i]!;
}

/** Adds to `set` what is in `other`. */
export function unite(set: Bitset, other: Bitset): void {
	let i = 0;
	for (; i + 3 < set.length; i += 4) {
		set[i]! |= other[i]!;
		set[i + 1]! |= other[i + 1]!;
		set[i + 2]! |= other[i + 2]!;
		set[i + 3]! |= other[i + 3]!;
	}
	for (; i < set.length; i++) set[i]! |= other[i]!;
}

/** The number of members. Three words at a time: their groups of four bits are added before they are spread out. */
export function size(set: Bitset): number {
	let sum = 0;
	let i = 0;
	for (; i + 2 < set.length; i += 3) {
		const groups = countGroups(set[i]!) + countGroups(set[i + 1]!) + countGroups(set[i + 2]!);
		const bytes = (groups & 0x0f0f0f0f) + ((groups >>> 4) & 0x0f0f0f0f);
		sum += Math.imul(bytes, 0x01010101) >>> 24;
	}
	for (; i < set.length; i++) sum += popcount(set[i]!);
	return sum;
}

/** The number of members that two sets have in common. */
export function sizeOfIntersection(set: Bitset, other: Bitset): number {
	let sum = 0;
	let i = 0;
	for (; i + 2 < set.length; i += 3) {
		const groups =
			countGroups(set[i]! & other[i]!) +
			countGroups(set[i + 1]! & other[i + 1]!) +
			countGroups(set[i + 2]! & other[i + 2]!);
		const bytes = (groups & 0x0f0f0f0f) + ((groups >>> 4) & 0x0f0f0f0f);
		sum += Math.imul(bytes, 0x01010101) >>> 24;
	}
	for (; i < set.length; i++) sum += popcount(set[i]! & other[i]!);
	return sum;
}

/** How many of some numbers are members. */
export function countAmong(set: Bitset, numbers: Uint32Array): number {
	let count = 0;
	for (let i = 0; i < numbers.length; i++) count += bit(set, numbers[i]!);
	return count;
}

/** The number of ones in each group of four bits, by adding neighbouring bits in parallel. */
function countGroups(word: number): number {
	const pairs = word - ((word >>> 1) & 0x55555555);
	return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

/**
 * Writes members into `into`, in ascending order: from the `offset`-th, counted from 0, `limit` of them at most.
 *
 * @returns how many were written
 */
export function members(set: Bitset, offset: number, limit: number, into: Uint32Array): number {
	let skip = offset;
	let count = 0;
	for (let i = 0; i < set.length && count < limit; i++) {
		// Most sets are sparse: empty words are passed over four at a time.
		if (i + 3 < set.length && (set[i]! | set[i + 1]! | set[i + 2]! | set[i + 3]!) === 0) {
			i += 3;
			continue;
		}
		let bits = set[i]!;
		if (skip > 0) {
			const here = popcount(bits);
			if (here <= skip) {
				skip -= here;
				continue;
			}
			for (; skip > 0; skip--) bits &= bits - 1;
		}
		for (; bits !== 0 && count < limit; bits &= bits - 1) into[count++] = i * 32 + 31 - Math.clz32(bits & -bits);
	}
	return count;
}

/** The number of ones in a word. */
function popcount(word: number): number {
	const groups = countGroups(word);
	return Math.imul((groups + (groups >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

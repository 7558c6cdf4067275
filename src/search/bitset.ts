/** A set of small whole numbers, stored as bits in 32-bit words. Number n is bit n % 32 of word floor(n / 32). */
export type Bitset = Uint32Array;

/**
 * Returns how many words a set of numbers below `size` needs. Two sets can be combined only if they have the same
 * number of words.
 */
export function wordsFor(size: number): number {
	return Math.ceil(size / 32);
}

/** Adds every number below `size` to `set`. The set must have `wordsFor(size)` words. */
export function fillAll(set: Bitset, size: number): void {
	set.fill(0xffffffff);
	if (size % 32 !== 0) set[set.length - 1] = 2 ** (size % 32) - 1;
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

/** Keeps in `set` only the members that are also in `other`. */
export function intersect(set: Bitset, other: Bitset): void {
	for (let i = 0; i < set.length; i++) set[i]! &= other[i]!;
}

/** Removes the members of `other` from `set`. */
export function subtract(set: Bitset, other: Bitset): void {
	for (let i = 0; i < set.length; i++) set[i]! &= ~other[i]!;
}

/** Adds the members of `other` to `set`. */
export function unite(set: Bitset, other: Bitset): void {
	for (let i = 0; i < set.length; i++) set[i]! |= other[i]!;
}

export function size(set: Bitset): number {
	let count = 0;
	for (let i = 0; i < set.length; i++) count += countOnes(set[i]!);
	return count;
}

export function sizeOfIntersection(set: Bitset, other: Bitset): number {
	let count = 0;
	for (let i = 0; i < set.length; i++) count += countOnes(set[i]! & other[i]!);
	return count;
}

/** Counts the `numbers` from position `start` to `end` (exclusive) that are members of `set`. */
export function countAmong(set: Bitset, numbers: Uint32Array, start: number, end: number): number {
	let count = 0;
	for (let i = start; i < end; i++) if (has(set, numbers[i]!)) count++;
	return count;
}

/** Returns at most `limit` members in ascending order, after skipping the first `offset` members. */
export function members(set: Bitset, offset: number, limit: number): number[] {
	const found: number[] = [];
	let skip = offset;
	for (let i = 0; i < set.length && found.length < limit; i++) {
		const ones = countOnes(set[i]!);
		if (ones <= skip) {
			skip -= ones;
			continue;
		}
		for (let bits = set[i]!; bits !== 0 && found.length < limit; bits = withoutLowest(bits)) {
			if (skip > 0) skip--;
			else found.push(i * 32 + placeOfLowest(bits));
		}
	}
	return found;
}

/** Writes all members into `into`, in ascending order. Returns the number of members. */
export function readMembers(set: Bitset, into: Uint32Array): number {
	let count = 0;
	for (let i = 0; i < set.length; i++) {
		for (let bits = set[i]!; bits !== 0; bits = withoutLowest(bits)) into[count++] = i * 32 + placeOfLowest(bits);
	}
	return count;
}

/** Returns all members, in ascending order. */
export function allMembers(set: Bitset): Uint32Array {
	const found = new Uint32Array(size(set));
	readMembers(set, found);
	return found;
}

/** The position of the lowest 1 bit of a word, from 0 to 31. */
function placeOfLowest(word: number): number {
	return 31 - Math.clz32(word & -word);
}

/** A word without its lowest 1 bit. */
function withoutLowest(word: number): number {
	return word & (word - 1);
}

/**
 * Returns the number of 1 bits in a word. Counts the bits in groups of two, then four, then eight, and then adds up the
 * counts.
 */
function countOnes(word: number): number {
	const pairs = word - ((word >>> 1) & 0x55555555);
	const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
	return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Sets of small whole numbers as bits, 32 to a word: number n is bit n % 32 of word n / 32. */
export type Bitset = Uint32Array;

export function wordsFor(size: number): number {
	return Math.ceil(size / 32);
}

/** Makes `set` hold every number below `size`. */
export function fillAll(set: Bitset, size: number): void {
	set.fill(0xffffffff);
	if (size % 32 !== 0) set[set.length - 1] = 2 ** (size % 32) - 1;
}

export function add(set: Bitset, number: number): void {
	set[number >>> 5]! |= 1 << (number & 31);
}

export function has(set: Bitset, number: number): boolean {
	return (set[number >>> 5]! & (1 << (number & 31))) !== 0;
}

/** Keeps in `set` what is in `other` too. */
export function intersect(set: Bitset, other: Bitset): void {
	for (let i = 0; i < set.length; i++) set[i]! &= other[i]!;
}

/** Adds to `set` what is in `other`. */
export function unite(set: Bitset, other: Bitset): void {
	for (let i = 0; i < set.length; i++) set[i]! |= other[i]!;
}

export function size(set: Bitset): number {
	let sum = 0;
	for (let i = 0; i < set.length; i++) sum += popcount(set[i]!);
	return sum;
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
		let bits = set[i]!;
		if (bits === 0) continue;
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

/** The number of ones in a 32-bit word, by adding neighbouring groups of bits in parallel. */
function popcount(word: number): number {
	let sum = word - ((word >>> 1) & 0x55555555);
	sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
	return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

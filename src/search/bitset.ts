/**
 * Sets of small whole numbers as bits, 32 to a word: number n is bit n % 32 of word n / 32. What goes through whole sets is
 * `Kernel`.
 */
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

export function has(set: Bitset, number: number): boolean {
	return (set[number >>> 5]! & (1 << (number & 31))) !== 0;
}

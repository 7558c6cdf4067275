import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASSEMBLED, assembleKernel } from '../../src/search/assemble-kernel.ts';
import { add, type Bitset, has, wordsFor } from '../../src/search/bitset.ts';
import { Kernel, SPARE } from '../../src/search/kernel.ts';

/** Where a set lies in a pool, and a list in its array: aligned to nothing. */
const START = 3;
/** What stands before and behind what is asked about; it must not count. */
const OTHER = 1;

/** A kernel that holds what a test is about. */
class Filled extends Kernel {
	readonly #size: number;

	/** @param size of what the sets are made of: the numbers below */
	constructor(size: number) {
		super(0, 2 ** 18);
		this.#size = size;
	}

	set(members: Iterable<number>): Bitset {
		const set = this.allocate(wordsFor(this.#size));
		for (const member of members) add(set, member);
		return set;
	}

	/** A set from `START` on. */
	pool(members: Iterable<number>): Uint32Array {
		const set = this.set(members);
		const pool = this.allocate(START + set.length + 1).fill(OTHER);
		pool.set(set, START);
		return pool;
	}

	/** Numbers from `START` on. */
	numbers(numbers: readonly number[]): Uint32Array {
		const list = this.allocate(START + numbers.length + 1).fill(OTHER);
		list.set(numbers, START);
		return list;
	}
}

function membersOf(set: Bitset): number[] {
	return Array.from({ length: set.length * 32 }, (_, number) => number).filter((number) => has(set, number));
}

const ascending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

/** Few, some or all of the numbers below `size`. */
function someOf(size: number): fc.Arbitrary<number[]> {
	const all = Array.from({ length: size }, (_, number) => number);
	return fc.oneof(
		fc.shuffledSubarray(all, { maxLength: Math.min(size, 9) }),
		fc.shuffledSubarray(all),
		fc.constant(all),
	);
}

/** Numbers, and sets of them: also of none, of one, and of more or less than whole words and lines. */
const sets = fc.constantFrom(0, 1, 31, 100, 127, 129, 511, 512, 513, 1300).chain((size) =>
	fc.record({
		size: fc.constant(size),
		a: someOf(size).map((numbers) => new Set(numbers)),
		b: someOf(size).map((numbers) => new Set(numbers)),
		numbers: someOf(size),
		offset: fc.nat(size + 2),
		limit: fc.nat(size + 2),
	}),
);
type Sets = typeof sets extends fc.Arbitrary<infer S> ? S : never;

function holds(property: (given: Sets, kernel: Filled) => void): void {
	fc.assert(
		fc.property(sets, (given) => property(given, new Filled(given.size))),
		{ numRuns: 300 },
	);
}

describe('the kernel', () => {
	test('is what kernel.wat assembles to', async () => {
		expect(readFileSync(ASSEMBLED, 'utf8')).toBe(await assembleKernel());
	});

	test.each([
		['copy', (_: Set<number>, b: Set<number>) => b],
		['intersect', (a: Set<number>, b: Set<number>) => a.intersection(b)],
		['unite', (a: Set<number>, b: Set<number>) => a.union(b)],
	] as const)('can %s sets', (name, expected) => {
		holds(({ a, b }, kernel) => {
			const set = kernel.set(a);
			kernel[name](set, kernel.pool(b), START);
			expect(membersOf(set)).toEqual(ascending(expected(a, b)));
		});
	});

	test('can subtract sets', () => {
		holds(({ a, b }, kernel) => {
			const set = kernel.set(a);
			kernel.subtract(set, kernel.set(b));
			expect(membersOf(set)).toEqual(ascending(a.difference(b)));
		});
	});

	test('counts members, those of two sets, and those among numbers', () => {
		holds(({ a, b, numbers }, kernel) => {
			const set = kernel.set(a);
			expect(kernel.size(set)).toBe(a.size);
			expect(kernel.sizeOfIntersection(set, kernel.pool(b), START)).toBe(a.intersection(b).size);
			const among = kernel.countAmong(set, kernel.numbers(numbers), START, START + numbers.length);
			expect(among).toBe(numbers.filter((number) => a.has(number)).length);
		});
	});

	test('adds and removes numbers', () => {
		holds(({ a, numbers }, kernel) => {
			const list = kernel.numbers(numbers);
			const [more, fewer] = [kernel.set(a), kernel.set(a)];
			kernel.add(more, list, START, START + numbers.length);
			kernel.remove(fewer, list, START, START + numbers.length);
			expect(membersOf(more)).toEqual(ascending(a.union(new Set(numbers))));
			expect(membersOf(fewer)).toEqual(ascending(a.difference(new Set(numbers))));
		});
	});

	test('adds numbers and lists the new ones', () => {
		holds(({ a, numbers }, kernel) => {
			const set = kernel.set(a);
			const list = kernel.numbers([...a]);
			const room = kernel.allocate(START + a.size + numbers.length + SPARE);
			room.set(list);
			const length = kernel.append(set, kernel.numbers(numbers), START, START + numbers.length, room, START + a.size);
			expect(membersOf(set)).toEqual(ascending(a.union(new Set(numbers))));
			expect([...room.subarray(START, length)]).toEqual([...a, ...numbers.filter((number) => !a.has(number))]);
		});
	});

	test('erases what is listed', () => {
		holds(({ a, numbers }, kernel) => {
			const set = kernel.set(a);
			kernel.erase(set, kernel.allocate(0), 0);
			expect(membersOf(set)).toEqual(ascending(a));
			const all = kernel.allocate(a.size + numbers.length);
			all.set([...a, ...numbers]);
			kernel.erase(set, all, all.length);
			expect(membersOf(set)).toEqual([]);
		});
	});

	test('marks the places of numbers', () => {
		holds(({ size, numbers }, kernel) => {
			const set = kernel.set([]);
			const places = kernel.allocate(size).map((_, number) => size - 1 - number);
			const list = kernel.allocate(size);
			list.set(numbers);
			const inMemory = kernel.allocate(size);
			inMemory.set(places);
			kernel.mark(set, list, numbers.length, inMemory);
			expect(membersOf(set)).toEqual(ascending(numbers.map((number) => places[number]!)));
		});
	});

	test('keeps of numbers what is in a set, elsewhere or where they are', () => {
		holds(({ size, a, numbers }, kernel) => {
			const pool = kernel.pool(a);
			const list = kernel.numbers(numbers);
			const into = kernel.allocate(size + SPARE);
			const expected = numbers.filter((number) => a.has(number));
			const kept = kernel.keep(pool, START, list, START, START + numbers.length, into);
			expect([...into.subarray(0, kept)]).toEqual(expected);
			into.set(numbers);
			expect(kernel.keep(pool, START, into, 0, numbers.length, into)).toBe(kept);
			expect([...into.subarray(0, kept)]).toEqual(expected);
		});
	});

	test('keeps of numbers those whose value is known and within bounds', () => {
		holds(({ size, numbers, offset, limit }, kernel) => {
			const { buffer, byteOffset } = kernel.allocate(2 * size);
			const column = new Float64Array(buffer, byteOffset, size);
			column.set(column.map((_, number) => (number % 3 === 0 ? Number.NaN : number / 2)));
			const list = kernel.allocate(size);
			list.set(numbers);
			const [least, most] = [offset / 4, offset / 4 + limit / 4];
			const kept = kernel.keepBetween(column, least, most, list, numbers.length);
			expect([...list.subarray(0, kept)]).toEqual(
				numbers.filter((number) => column[number]! >= least && column[number]! <= most),
			);
			list.set(numbers);
			const known = kernel.keepBetween(
				column,
				Number.NEGATIVE_INFINITY,
				Number.POSITIVE_INFINITY,
				list,
				numbers.length,
			);
			expect(known).toBe(numbers.filter((number) => number % 3 !== 0).length);
		});
	});

	test('walks along numbers, forwards and backwards, as far as there are members', () => {
		holds(({ size, a, numbers, limit }, kernel) => {
			const list = kernel.numbers(numbers);
			const into = kernel.allocate(size + SPARE);
			const expected = numbers.filter((number) => a.has(number));
			const count = Math.min(limit, expected.length);
			if (count === 0) return;
			kernel.walk(kernel.set(a), list, START, false, count, into);
			expect([...into.subarray(0, count)]).toEqual(expected.slice(0, count));
			kernel.walk(kernel.set(a), list, START + numbers.length - 1, true, count, into);
			expect([...into.subarray(0, count)]).toEqual(expected.reverse().slice(0, count));
		});
	});

	test('lists all members', () => {
		holds(({ size, a }, kernel) => {
			const into = kernel.allocate(size + SPARE);
			const read = kernel.list(kernel.set(a), into);
			expect([...into.subarray(0, read)]).toEqual(ascending(a));
		});
	});

	test('reads members from any offset, as far as one likes', () => {
		holds(({ size, a, offset, limit }, kernel) => {
			const into = kernel.allocate(size + 2);
			const read = kernel.members(kernel.set(a), offset, limit, into);
			expect([...into.subarray(0, read)]).toEqual(ascending(a).slice(offset, offset + limit));
		});
	});

	test('works beyond 2 GiB', () => {
		const kernel = new Kernel(2 ** 31, 4096);
		const [set, list, into] = [kernel.allocate(wordsFor(100)), kernel.allocate(4), kernel.allocate(8)];
		list.set([70, 3, 5]);
		expect(kernel.append(set, list, 0, 3, into, 0)).toBe(3);
		expect(kernel.members(set, 1, 3, into)).toBe(2);
		expect([...into.subarray(0, 2)]).toEqual([5, 70]);
	});

	test('is refused when it would be larger than can be addressed', () => {
		expect(() => new Kernel(2 ** 32, 1)).toThrow(
			'The index has 4294967296 bytes; with its working space, 4 GiB is the most.',
		);
	});

	test('gives out the space that was asked for, and no more', () => {
		const kernel = new Kernel(5, 2 * 65_536 - 64);
		expect(kernel.file).toHaveLength(5);
		const all = kernel.allocate((2 * 65_536 - 64) / 4);
		expect([all.byteOffset, all.at(-1)]).toEqual([64, 0]);
		expect(kernel.allocate(0)).toHaveLength(0);
		expect(() => kernel.allocate(1)).toThrow(RangeError);
	});
});

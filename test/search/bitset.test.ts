import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	add,
	type Bitset,
	countAmong,
	fillAll,
	has,
	intersect,
	members,
	readMembers,
	remove,
	size,
	sizeOfIntersection,
	subtract,
	unite,
	wordsFor,
} from '../../src/search/bitset.ts';

function setOf(limit: number, numbers: Iterable<number>): Bitset {
	const set = new Uint32Array(wordsFor(limit));
	for (const number of numbers) add(set, number);
	return set;
}

/** All members, found one by one, including numbers beyond the size of the set. */
function membersOf(set: Bitset): number[] {
	return Array.from({ length: set.length * 32 }, (_, number) => number).filter((number) => has(set, number));
}

const ascending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

/** None, some or all of the numbers below `limit`. */
function someOf(limit: number): fc.Arbitrary<number[]> {
	const all = Array.from({ length: limit }, (_, number) => number);
	return fc.oneof(
		fc.shuffledSubarray(all, { maxLength: Math.min(limit, 9) }),
		fc.shuffledSubarray(all),
		fc.constant(all),
	);
}

/** Two sets of numbers below a limit, and more numbers below it. */
const given = fc.constantFrom(0, 1, 31, 32, 33, 100, 257).chain((limit) =>
	fc.record({
		limit: fc.constant(limit),
		a: someOf(limit).map((numbers) => new Set(numbers)),
		b: someOf(limit).map((numbers) => new Set(numbers)),
		numbers: someOf(limit),
	}),
);

describe('a bitset works like a plain set:', () => {
	test.each([
		['intersect', intersect, (a: Set<number>, b: Set<number>) => a.intersection(b)],
		['subtract', subtract, (a: Set<number>, b: Set<number>) => a.difference(b)],
		['unite', unite, (a: Set<number>, b: Set<number>) => a.union(b)],
	])('%s', (_, combine, combinePlain) => {
		fc.assert(
			fc.property(given, ({ limit, a, b }) => {
				const set = setOf(limit, a);
				combine(set, setOf(limit, b));
				expect(membersOf(set)).toEqual(ascending(combinePlain(a, b)));
			}),
		);
	});

	test('remove', () => {
		fc.assert(
			fc.property(given, ({ limit, a, numbers }) => {
				const set = setOf(limit, a);
				for (const number of numbers) remove(set, number);
				expect(membersOf(set)).toEqual(ascending(a.difference(new Set(numbers))));
			}),
		);
	});

	test('fillAll', () => {
		fc.assert(
			fc.property(given, ({ limit, a }) => {
				const set = setOf(limit, a);
				fillAll(set, limit);
				expect(membersOf(set)).toEqual([...Array(limit).keys()]);
			}),
		);
	});

	test('size, sizeOfIntersection and countAmong', () => {
		fc.assert(
			fc.property(given, fc.nat(3), fc.nat(3), ({ limit, a, b, numbers }, before, after) => {
				const set = setOf(limit, a);
				expect(size(set)).toBe(a.size);
				expect(sizeOfIntersection(set, setOf(limit, b))).toBe(a.intersection(b).size);
				const end = Math.max(before, numbers.length - after);
				const counted = numbers.slice(before, end);
				expect(countAmong(set, Uint32Array.from(numbers), before, end)).toBe(counted.filter((n) => a.has(n)).length);
			}),
		);
	});

	test('members, with any offset and limit', () => {
		fc.assert(
			fc.property(given, fc.nat(260), fc.nat(260), ({ limit, a }, offset, most) => {
				expect(members(setOf(limit, a), offset, most)).toEqual(ascending(a).slice(offset, offset + most));
			}),
		);
	});

	test('readMembers', () => {
		fc.assert(
			fc.property(given, ({ limit, a }) => {
				const into = new Uint32Array(limit);
				expect(readMembers(setOf(limit, a), into)).toBe(a.size);
				expect([...into.subarray(0, a.size)]).toEqual(ascending(a));
			}),
		);
	});
});

test('a number beyond the end of a bitset is not a member, and adding or removing it changes nothing', () => {
	const memory = new Uint32Array(3);
	const set = memory.subarray(0, 1);
	for (const number of [32, 64, 96, 2 ** 32 - 1]) {
		add(set, number);
		expect(has(set, number)).toBe(false);
		remove(set, number);
	}
	expect([...memory]).toEqual([0, 0, 0]);
});

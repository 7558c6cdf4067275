import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	add,
	countAmong,
	fillAll,
	has,
	intersect,
	members,
	size,
	sizeOfIntersection,
	unite,
	wordsFor,
} from '../../src/search/bitset.ts';

const LARGEST = 200;
const numbers = fc.uniqueArray(fc.nat(LARGEST - 1));

function bitsetOf(members: readonly number[]): Uint32Array {
	const set = new Uint32Array(wordsFor(LARGEST));
	for (const member of members) add(set, member);
	return set;
}

function membersOf(set: Uint32Array, offset = 0, limit = LARGEST): number[] {
	const into = new Uint32Array(LARGEST);
	return [...into.subarray(0, members(set, offset, limit, into))];
}

const ascending = (members: Iterable<number>) => [...members].sort((a, b) => a - b);

describe('a bitset', () => {
	test('holds what was added, and nothing else', () => {
		fc.assert(
			fc.property(numbers, (members) => {
				const set = bitsetOf(members);
				expect(membersOf(set)).toEqual(ascending(members));
				expect(size(set)).toBe(members.length);
				for (let number = 0; number < LARGEST; number++) expect(has(set, number)).toBe(members.includes(number));
			}),
		);
	});

	test('is read from any offset, as far as one likes', () => {
		fc.assert(
			fc.property(numbers, fc.nat(LARGEST), fc.nat(LARGEST), (members, offset, limit) => {
				expect(membersOf(bitsetOf(members), offset, limit)).toEqual(ascending(members).slice(offset, offset + limit));
			}),
		);
	});

	test('intersects and unites as sets do', () => {
		fc.assert(
			fc.property(numbers, numbers, (a, b) => {
				const both = bitsetOf(a);
				intersect(both, bitsetOf(b));
				expect(membersOf(both)).toEqual(ascending(a.filter((member) => b.includes(member))));
				expect(sizeOfIntersection(bitsetOf(a), bitsetOf(b))).toBe(size(both));
				expect(countAmong(bitsetOf(a), Uint32Array.from(b))).toBe(size(both));
				const either = bitsetOf(a);
				unite(either, bitsetOf(b));
				expect(membersOf(either)).toEqual(ascending(new Set([...a, ...b])));
			}),
		);
	});

	test.each([1, 31, 32, 33, 64, 65])('filled for %i holds every number below', (count) => {
		const set = new Uint32Array(wordsFor(count));
		fillAll(set, count);
		expect(membersOf(set)).toEqual(Array.from({ length: count }, (_, number) => number));
	});
});

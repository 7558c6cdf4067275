import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, wordsFor } from '../../src/search/bitset.ts';
import { ProgramSet } from '../../src/search/program-set.ts';
import { randomRuns } from '../support/random-runs.ts';

/** The number of all programs: enough for sets that are listed, with about 10 members, and for sets that are not. */
const COUNT = 1000;

const sorted = fc
	.oneof(fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 15 }), fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 30 }))
	.map((numbers) => Uint32Array.from(numbers).sort());
const dense = fc.uniqueArray(fc.nat(COUNT - 1), { minLength: 300, maxLength: 600, size: 'max' });
const column = Float64Array.from({ length: COUNT }, (_, program) => (program % 7 === 0 ? Number.NaN : program % 50));

const step = fc.oneof(
	fc.record({ kind: fc.constantFrom('fill', 'clear') }),
	fc.record({ kind: fc.constant('add'), program: fc.nat(COUNT - 1) }),
	fc.record({ kind: fc.constantFrom('addNumbers', 'keepNumbers'), numbers: sorted }),
	fc.record({ kind: fc.constantFrom('addBits', 'keepBits'), numbers: dense }),
	fc.record({ kind: fc.constant('keepBetween'), least: fc.nat(50), most: fc.nat(50) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Performs a step on a set, and on a plain set. */
function take(step: Step, set: ProgramSet, plain: Set<number>): Set<number> {
	if ('program' in step) {
		set.add(step.program);
		return plain.add(step.program);
	}
	if ('numbers' in step) {
		const { kind, numbers } = step;
		if (kind === 'addNumbers' || kind === 'keepNumbers') set[kind](Uint32Array.from(numbers), 0, numbers.length);
		else set[kind](bitsOf(numbers));
		return kind.startsWith('add') ? plain.union(new Set(numbers)) : plain.intersection(new Set(numbers));
	}
	if ('least' in step) {
		if (!set.isListed) return plain;
		set.keepBetween(column, step.least, step.most);
		return new Set([...plain].filter((program) => column[program]! >= step.least && column[program]! <= step.most));
	}
	set[step.kind]();
	return new Set(step.kind === 'fill' ? column.keys() : []);
}

function bitsOf(numbers: Iterable<number>): Uint32Array {
	const bits = new Uint32Array(wordsFor(COUNT));
	for (const number of numbers) add(bits, number);
	return bits;
}

describe('ProgramSet', () => {
	test('has the same members as a plain set after any steps, for any number of members', () => {
		const set = new ProgramSet(COUNT);
		const into = new Uint32Array(COUNT);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
				set.clear();
				let plain = new Set<number>();
				for (const one of steps) {
					plain = take(one, set, plain);
					const expected = [...plain].sort((a, b) => a - b);
					expect(set.size).toBe(plain.size);
					expect([...into.subarray(0, set.read(into))].sort((a, b) => a - b)).toEqual(expected);
				}
				expect(set.bits).toEqual(bitsOf([...plain]));
			}),
			{ numRuns: randomRuns(200) },
		);
	});
});

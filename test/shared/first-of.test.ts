import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstOf } from '../../src/shared/first-of.ts';

test('firstOf returns the same as sorting all things, equal ones in their order', () => {
	const things = fc.array(fc.record({ rank: fc.nat(5), name: fc.nat() }));
	fc.assert(
		fc.property(things, fc.nat(8), (things, count) => {
			const compare = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
			expect(firstOf(things, count, compare)).toEqual(things.toSorted(compare).slice(0, count));
		}),
	);
});

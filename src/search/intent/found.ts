/** Sorts and counts what a search by intent finds. */
import { type Bitset, has, intersect, readMembers, size, subtract } from '../bitset.ts';
import type { Found } from './intent-search.ts';
import type { WordMatches } from './understood.ts';

/** Must exceed every score and every number of a program. The product of both is a safe integer. */
const MOST_SCORE = 2 ** 31;
const MOST_PROGRAMS = 2 ** 20;

/**
 * Returns a page of the programs in `matching`: first those that match every word, best match first. Programs that match
 * equally well keep the default order.
 */
export function bestMatches({ all, scores }: Found, matching: Bitset, offset: number, limit: number): number[] {
	const numbers = new Uint32Array(size(matching));
	readMembers(matching, numbers);
	const keys = Float64Array.from(
		numbers,
		(program) => ((has(all, program) ? 0 : MOST_SCORE) + MOST_SCORE - scores[program]!) * MOST_PROGRAMS + program,
	).sort();
	return Array.from(keys.subarray(offset, offset + limit), (key) => key % MOST_PROGRAMS);
}

/** @param matching the matching programs after all filters */
export function wordMatches({ all, telling, unknown }: Found, matching: Bitset): WordMatches {
	const [best, others] = [matching.slice(), matching.slice()];
	intersect(best, all);
	subtract(others, all);
	// A program that several words bring counts for the first of them.
	const some = telling.map(({ unit, programs }) => {
		const further = others.slice();
		intersect(further, programs);
		subtract(others, further);
		return { word: unit.words, count: size(further) };
	});
	return { all: size(best), some: some.filter(({ count }) => count > 0), none: unknown };
}

import { closest, distance } from 'fastest-levenshtein';

/** The word that a mistyped one may be meant to be, whatever its case; undefined where none is near. */
export function nearWord(given: string, words: readonly string[]): string | undefined {
	// The distance takes time that grows with both lengths.
	const start = given.slice(0, 40).toLowerCase();
	const nearest = closest(start, words);
	return distance(start, nearest) <= Math.max(2, nearest.length / 3) ? nearest : undefined;
}

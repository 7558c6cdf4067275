import { countWhile } from './count-while.ts';

/**
 * Merges a short sorted list into a long one. Compares each element of the short list with only a few elements of the
 * long list.
 */
export function mergeSorted<T>(many: ArrayLike<T>, few: Iterable<T>, compare: (a: T, b: T) => number): T[] {
	const merged: T[] = [];
	let start = 0;
	for (const one of few) {
		const end = countWhile(many.length, (place) => compare(many[place]!, one) < 0);
		for (; start < end; start++) merged.push(many[start]!);
		merged.push(one);
	}
	for (; start < many.length; start++) merged.push(many[start]!);
	return merged;
}

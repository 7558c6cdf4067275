/**
 * Counts the numbers from 0 to `length` (exclusive) for which `holds` is true, by binary search.
 *
 * @param holds must be true up to some number, and false for all numbers after it
 */
export function countWhile(length: number, holds: (number: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (holds(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}

/**
 * Counts, in logarithmic time, the numbers from 0 for which `holds` is true.
 *
 * @param length the end of the numbers (exclusive)
 * @param holds is true up to some number, and false from there on
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

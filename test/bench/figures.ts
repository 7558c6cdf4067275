/** Calculates statistics from measurements. */

export function median(values: readonly number[]): number {
	return percentile(values, 0.5);
}

/** @param part the share of the values, from 0 to 1, that are at most as large as the result */
export function percentile(values: readonly number[], part: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Returns the median of the ratios between two series. Values with the same index are from the same round. */
export function medianRatio(values: readonly number[], baselines: readonly number[]): number {
	return median(values.map((value, round) => value / baselines[round]!));
}

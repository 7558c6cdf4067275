/** The pauses between attempts, which grow and differ, so that jobs that failed together are not tried together. */

export interface Backoff {
	/** The longest first pause, in milliseconds. Each further pause can be twice as long as the one before. */
	readonly first: number;
	/** The longest pause, in milliseconds. */
	readonly most: number;
}

/**
 * Returns the pause after a failure, in milliseconds: between half and all of the longest pause at this point.
 *
 * @param failures how many attempts in a row have failed, at least 1
 */
export function pauseAfter(failures: number, { first, most }: Backoff): number {
	const longest = Math.min(most, first * 2 ** (failures - 1));
	return longest * (0.5 + Math.random() / 2);
}

/**
 * Returns the number of random cases that a test tries. This is `count`, multiplied by the RANDOM_RUNS setting if that
 * is set, as in `npm run test:long`.
 */
export function randomRuns(count: number): number {
	return Math.ceil(count * Number(process.env.RANDOM_RUNS ?? 1));
}

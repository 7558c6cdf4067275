/**
 * The number of random cases that a test tries: `count`, or several times as many with the RANDOM_RUNS setting, as in
 * `npm run test:long`.
 */
export function randomRuns(count: number): number {
	return count * Number(process.env.RANDOM_RUNS ?? 1);
}

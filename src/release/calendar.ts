/** Numbers days and weeks in UTC. */

const DAY = 86_400_000;

/** @param at a time in milliseconds since 1970 */
export function dayOf(at: number): number {
	return Math.floor(at / DAY);
}

/** Weeks begin on Monday. @param at a time in milliseconds since 1970, which was a Thursday */
export function weekOf(at: number): number {
	return Math.floor((dayOf(at) + 3) / 7);
}

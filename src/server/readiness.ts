/** Tells load balancers whether a server is ready for requests. */

/** A reason why a server is not ready, or only partly. Anyone can read it, so only the log names files and causes. */
export interface Reason {
	readonly code: string;
	/**
	 * - `down`: the server should get no requests, because another server can do better.
	 * - `degraded`: something does not work, but pages and search do, and another server could not do better.
	 */
	readonly severity: 'down' | 'degraded';
	readonly message: string;
}

/** Returns a reason if there is one now. Must be fast, because a load balancer waits for it. */
export type Check = () => Reason | undefined | Promise<Reason | undefined>;

/** Lists the reasons why the server is not fully ready. The list is empty if the server is ready. */
export type Readiness = () => Promise<readonly Reason[]>;

export function createReadiness(checks: readonly Check[]): Readiness {
	return async () => (await Promise.all(checks.map((check) => check()))).filter((reason) => reason !== undefined);
}

export const STATUSES = ['ready', 'degraded', 'not ready'] as const;

/** The status that `/readyz` reports for some reasons. */
export function statusOf(reasons: readonly Reason[]): (typeof STATUSES)[number] {
	if (reasons.length === 0) return 'ready';
	return reasons.some(({ severity }) => severity === 'down') ? 'not ready' : 'degraded';
}

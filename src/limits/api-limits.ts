/** Limits on requests to the API: on addresses whose keys fail, and on keys, by the plan of their account. */

import type { ApiLimits, Rate } from '../api/rate.ts';
import type { Plan } from '../keys/plan.ts';
import { addressGroup } from './address.ts';
import { type Count, WindowCounter } from './window-counter.ts';

const MINUTE = 60_000;

export interface RateLimits {
	/** Requests a minute that a key may make, by its account's plan; undefined for any number. */
	readonly plans: { readonly [P in Plan]?: number | undefined };
	/** Requests a minute with an invalid key that an address may make. */
	readonly failedKeys: number;
}

/** Milliseconds since 1970 that never jump: the system's clock when the process started, and the time since then. */
const now = () => performance.timeOrigin + performance.now();

export const DEFAULT_RATE_LIMITS: RateLimits = { plans: {}, failedKeys: 100 };

/**
 * Each process counts for itself, in memory. A key gets its whole limit from each, so with several processes it may make
 * more than its plan says, never less.
 */
export function apiLimits({ plans, failedKeys }: RateLimits): ApiLimits {
	const failures = new WindowCounter(MINUTE);
	const requests = new WindowCounter(MINUTE);
	return {
		countFailure(request) {
			const { count, reset } = failures.add(addressGroup(request.address()), now());
			return count > failedKeys ? reset : 0;
		},
		count: ({ id, plan }) => rateOf(plans[plan], () => requests.add(id, now())),
		takeBack: ({ id, plan }) => rateOf(plans[plan], () => requests.takeBack(id, now())),
	};
}

function rateOf(limit: number | undefined, counted: () => Count): Rate | undefined {
	if (limit === undefined) return undefined;
	const { count, reset } = counted();
	return { limit, window: MINUTE / 1000, remaining: Math.max(0, limit - count), reset, exceeded: count > limit };
}

/** Limits on requests to the API: on addresses whose keys fail, and on keys, by the plan of their account. */
import type { Plan } from '../accounts/account.ts';
import type { ApiLimits } from '../api/rate.ts';
import { addressGroup } from './address.ts';
import { WindowCounter } from './window-counter.ts';

const MINUTE = 60_000;

export interface RateLimits {
	/** Requests a minute that a key may make, by its account's plan; undefined for any number. */
	readonly plans: { readonly [P in Plan]?: number | undefined };
	/** Requests a minute without a valid key that an address may make. */
	readonly failedKeys: number;
}

export const DEFAULT_RATE_LIMITS: RateLimits = { plans: {}, failedKeys: 100 };

/**
 * Each process counts for itself, in memory. A key gets its whole limit from each, so with several processes it may make
 * more than its plan says, never less.
 */
export function apiLimits({ plans, failedKeys }: RateLimits): ApiLimits {
	const failures = new WindowCounter(MINUTE);
	const requests = new WindowCounter(MINUTE);
	return {
		wait(request) {
			if (failures.isEmpty) return 0;
			const { count, reset } = failures.get(addressGroup(request.address()), Date.now());
			return count >= failedKeys ? reset : 0;
		},
		failed: (request) => void failures.add(addressGroup(request.address()), Date.now()),
		count({ id, plan }) {
			const limit = plans[plan];
			if (limit === undefined) return undefined;
			const { count, reset } = requests.add(id, Date.now());
			return { limit, window: MINUTE / 1000, remaining: Math.max(0, limit - count), reset, exceeded: count > limit };
		},
	};
}

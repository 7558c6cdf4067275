/**
 * Limits on API requests. An address can send a limited number of invalid keys. An account can make a limited number of
 * requests, which depends on its plan. All its keys count together, because otherwise more keys would mean more
 * requests. The number of simultaneous downloads is limited too.
 */
import type { RateLimits } from '../../config/defaults.ts';
import type { ApiLimits, Rate } from '../rate.ts';
import { addressGroup } from './address.ts';
import { type Count, WindowCounter } from './window-counter.ts';

const MINUTE = 60_000;

/**
 * The maximum numbers of simultaneous downloads. They are high enough for a client to download all files at once, or a
 * large file in parts.
 */
export const DOWNLOADS_OF_ACCOUNT = 6;
const DOWNLOADS_OF_ADDRESS = 16;

/**
 * Returns the time in milliseconds since 1970. It never jumps, because it is the system time when the process started,
 * plus the elapsed time.
 */
const now = () => performance.timeOrigin + performance.now();

/**
 * Makes the API's limits. Each process counts its own requests in memory, so an account that uses several processes can
 * make more requests than its plan allows, but never fewer.
 */
export function apiLimits({ plans, failedKeys }: RateLimits): ApiLimits {
	const failures = new WindowCounter(MINUTE);
	const requests = new WindowCounter(MINUTE);
	const ofAccounts = new RunningCounter(DOWNLOADS_OF_ACCOUNT);
	const ofAddresses = new RunningCounter(DOWNLOADS_OF_ADDRESS);
	return {
		countFailure(request) {
			const { count, reset } = failures.add(addressGroup(request.address()), now());
			return count > failedKeys ? reset : 0;
		},
		count({ account, plan }) {
			const limit = plans[plan];
			return limit === undefined ? undefined : rateOf(limit, requests.add(account, now()));
		},
		takeBack({ account, plan }) {
			const limit = plans[plan];
			return limit === undefined ? undefined : rateOf(limit, requests.takeBack(account, now()));
		},
		startDownload({ account }, request) {
			const endOfAccount = ofAccounts.start(account);
			const endOfAddress = endOfAccount && ofAddresses.start(addressGroup(request.address()));
			if (endOfAddress === undefined) {
				endOfAccount?.();
				return undefined;
			}
			return () => {
				endOfAccount!();
				endOfAddress();
			};
		},
	};
}

function rateOf(limit: number, { count, reset }: Count): Rate {
	return { limit, window: MINUTE / 1000, remaining: Math.max(0, limit - count), reset, exceeded: count > limit };
}

/** Limits how many tasks of one group run at once. */
export class RunningCounter {
	readonly #most: number;
	readonly #running = new Map<string, number>();

	/** @param most the maximum number of running tasks of a group */
	constructor(most: number) {
		this.#most = most;
	}

	/** Counts a task. Returns a function to call when the task ends, or undefined if the group has too many tasks. */
	start(group: string): (() => void) | undefined {
		const count = this.#running.get(group) ?? 0;
		if (count >= this.#most) return undefined;
		this.#running.set(group, count + 1);
		return () => {
			const left = this.#running.get(group)! - 1;
			if (left > 0) this.#running.set(group, left);
			else this.#running.delete(group);
		};
	}
}

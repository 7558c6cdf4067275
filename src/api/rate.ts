/** What the API says of limits on requests (draft-ietf-httpapi-ratelimit-headers). */
import type { Verdict } from '../keys/verify.ts';
import { ApiError } from './error.ts';
import type { ApiRequest } from './respond.ts';

/** Where a key stands after a request. Times are whole seconds. */
export interface Rate {
	/** Requests in a window. */
	readonly limit: number;
	readonly window: number;
	readonly remaining: number;
	/** Until the window ends. */
	readonly reset: number;
	readonly exceeded: boolean;
}

/** Counts requests; the handler asks before and after it checks a key (decisions, Requests). */
export interface ApiLimits {
	/** How many seconds the address of a request must wait after too many failed keys, otherwise 0. */
	wait(request: ApiRequest): number;
	/** Takes note of a request whose key failed. */
	failed(request: ApiRequest): void;
	/** Counts a request of a key; undefined where nothing limits it. */
	count(key: Verdict & { ok: true }): Rate | undefined;
}

/** The headers for a key's limit, names and values in turn. */
export function rateHeaders({ limit, window, remaining, reset }: Rate): readonly string[] {
	return [...['RateLimit-Policy', `"key";q=${limit};w=${window}`], ...['RateLimit', `"key";r=${remaining};t=${reset}`]];
}

/** The refusal of a key that has used up its limit. */
export function keyLimited({ limit, reset }: Rate): ApiError {
	const plural = limit === 1 ? 'request' : 'requests';
	return new ApiError('RATE_LIMITED', `This key may make ${limit} ${plural} a minute. Try again in ${reset} s.`, {
		retryAfter: reset,
	});
}

/** The refusal of an address that sent too many keys that failed. */
export function addressLimited(wait: number): ApiError {
	return new ApiError(
		'RATE_LIMITED',
		`Too many requests without a valid API key came from your address. Try again in ${wait} s.`,
		{ retryAfter: wait },
	);
}

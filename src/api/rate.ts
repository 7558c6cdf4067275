/** What the API says of limits on requests (draft-ietf-httpapi-ratelimit-headers). */
import type { Verdict } from '../keys/verify.ts';
import { ApiError } from './error.ts';
import type { ApiRequest } from './respond.ts';

/** Where a key stands against its limit. Times are whole seconds. */
export interface Rate {
	/** Requests in a window. */
	readonly limit: number;
	readonly window: number;
	readonly remaining: number;
	/** Until the window ends. */
	readonly reset: number;
	/** Whether the last counted request was one too many. */
	readonly exceeded: boolean;
}

type ValidKey = Verdict & { ok: true };

/** Counts requests. The handler checks the key first, so nothing that others send counts against a valid key. */
export interface ApiLimits {
	/** Counts a failed key against the address it came from. Returns the seconds to wait after too many, otherwise 0. */
	countFailure(request: ApiRequest): number;
	/** Counts a request of a key; undefined where nothing limits it. */
	count(key: ValidKey): Rate | undefined;
	/** Undoes `count` for a request that is answered with 304. */
	takeBack(key: ValidKey): Rate | undefined;
}

/** The headers for a key's limit, names and values in turn. */
export function rateHeaders({ limit, window, remaining, reset }: Rate): readonly string[] {
	return [...['RateLimit-Policy', `"key";q=${limit};w=${window}`], ...['RateLimit', `"key";r=${remaining};t=${reset}`]];
}

/** The refusal of a key that has used up its limit. */
export function keyLimited({ limit, reset }: Rate): ApiError {
	const plural = limit === 1 ? 'request' : 'requests';
	return new ApiError(
		'RATE_LIMITED',
		`The rate limit of this key is ${limit} ${plural} per minute. Try again in ${reset} s.`,
		{
			retryAfter: reset,
		},
	);
}

/** The refusal of another failed key from an address that has sent too many. */
export function tooManyFailedKeys(wait: number): ApiError {
	return new ApiError(
		'TOO_MANY_FAILED_KEYS',
		`The API key in the header X-API-Key is not valid, and your IP address has sent too many invalid keys. Requests with a valid key still work. Try this key again in ${wait} s.`,
		{ retryAfter: wait },
	);
}

/** The rate limits that the API reports (draft-ietf-httpapi-ratelimit-headers). */
import type { Verdict } from '../state/keys/verify.ts';
import { ApiError } from './error.ts';
import type { ApiRequest } from './target.ts';

/** The rate limit of an account, and how much of it is left. Times are in whole seconds. */
export interface Rate {
	readonly limit: number;
	readonly window: number;
	readonly remaining: number;
	/** The seconds until the window ends. */
	readonly reset: number;
	readonly exceeded: boolean;
}

export type ValidKey = Verdict & { ok: true };

/**
 * Counts requests. The handler checks the key first, so only requests that send a valid key count against the limit of
 * that key's account.
 */
export interface ApiLimits {
	/**
	 * Counts a request with an invalid key against the client's address. Returns the number of seconds to wait if there
	 * were too many such requests from this address, otherwise 0.
	 */
	countFailure(request: ApiRequest): number;
	/** Counts a request with any of an account's keys. Returns undefined if the account has no limit. */
	count(key: ValidKey): Rate | undefined;
	/** Undoes `count` for a request with a 304 response. Returns the corrected rate. */
	takeBack(key: ValidKey): Rate | undefined;
	/**
	 * Counts a download that is about to start. Returns a function to call when the download ends, or undefined if the
	 * key's account or the client's address already has too many downloads.
	 */
	startDownload(key: ValidKey, request: ApiRequest): (() => void) | undefined;
}

/** Returns the headers that describe an account's rate limit, as alternating names and values. */
export function rateHeaders({ limit, window, remaining, reset }: Rate): readonly string[] {
	return ['RateLimit-Policy', `"account";q=${limit};w=${window}`, 'RateLimit', `"account";r=${remaining};t=${reset}`];
}

export function accountLimited({ limit, reset }: Rate): ApiError {
	const plural = limit === 1 ? 'request' : 'requests';
	return new ApiError(
		'RATE_LIMITED',
		`The rate limit of your account is ${limit} ${plural} per minute, for all its keys together. Try again in ${reset} s.`,
		{ retryAfter: reset },
	);
}

/** @param place the headers that can hold the key, as a phrase */
export function tooManyFailedKeys(wait: number, place: string): ApiError {
	return new ApiError(
		'TOO_MANY_FAILED_KEYS',
		`The API key in ${place} is not valid, and your IP address has sent too many invalid keys. Requests with a valid key still work. Try this key again in ${wait} s.`,
		{ retryAfter: wait },
	);
}

/** How long to wait before trying another download, in seconds. */
const RETRY_DOWNLOAD = 30;

export function tooManyDownloads(): ApiError {
	return new ApiError(
		'RATE_LIMITED',
		`Too many downloads are running for your account or your IP address. Try again when one has finished, in ${RETRY_DOWNLOAD} seconds or so.`,
		{ retryAfter: RETRY_DOWNLOAD },
	);
}

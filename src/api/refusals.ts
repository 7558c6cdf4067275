/** The errors for requests without a valid key or endpoint. */
import { excerpt } from '../shared/text.ts';
import type { KeyedContext } from './context.ts';
import { ApiError, LONGEST_QUOTE } from './error.ts';
import { tooManyFailedKeys } from './rate.ts';
import type { ApiRequest } from './target.ts';

/** The paths of three pages: one with an example, one with the list of endpoints, and one with the user's keys. */
const QUICK_START = '/docs/quick-start/';
const REFERENCE = '/docs/reference/';
const KEYS = '/account/keys/';

const REFUSALS = {
	MISSING_API_KEY: (site: string, place: string) =>
		`The API key is missing. Send it in ${place}. See ${site}${QUICK_START} for an example.`,
	INVALID_API_KEY: (site: string, place: string) =>
		`The API key in ${place} is not valid. Check that you copied all of it. Go to ${site}${KEYS} to see your keys.`,
	REVOKED_API_KEY: (site: string, place: string) =>
		`The API key in ${place} was revoked. Go to ${site}${KEYS} to create a new one.`,
	EXPIRED_API_KEY: (site: string, place: string) =>
		`The API key in ${place} has expired. Go to ${site}${KEYS} to create a new one.`,
} as const;

/**
 * Makes the error for a request without a valid key. Counts the request against the client's address, unless the
 * request has no key at all or is a preflight request (`OPTIONS`) from a browser.
 */
export function refusal(
	code: keyof typeof REFUSALS,
	{ limits, siteUrl, keyPlace = 'the X-API-Key header' }: KeyedContext,
	request: ApiRequest,
): ApiError {
	const isFailedKey = code !== 'MISSING_API_KEY' && request.method !== 'OPTIONS';
	const wait = isFailedKey && limits ? limits.countFailure(request) : 0;
	return wait > 0 ? tooManyFailedKeys(wait, keyPlace) : new ApiError(code, REFUSALS[code](siteUrl, keyPlace));
}

export function noEndpoint(path: string, { siteUrl }: KeyedContext): ApiError {
	return new ApiError(
		'NOT_FOUND',
		`There is no endpoint at ${excerpt(path, LONGEST_QUOTE)}. See ${siteUrl}${REFERENCE} for the list of endpoints.`,
	);
}

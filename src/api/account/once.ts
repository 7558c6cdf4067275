/** The header `Idempotency-Key`: a repeated request is not handled again, but gets the response of the first one. */
import type { IdempotencyStore, KeptResponse, RepeatableRequest } from '../../state/idempotency-store.ts';
import type { Endpoint } from '../endpoint.ts';
import { ApiError } from '../error.ts';
import type { ApiRequest } from '../request.ts';

/** Up to 255 visible ASCII characters. */
const VALID_KEY = /^[\x21-\x7e]{1,255}$/;

/** The header of a response that is sent again. */
const REPLAYED = ['Idempotent-Replayed', 'true'] as const;

/**
 * Handles a request, unless the account has sent it to this endpoint with the same `Idempotency-Key` in the last 24 hours.
 * Only the responses of successful requests are kept.
 *
 * @throws ApiError CONFLICT when the key was used for another request, or for one that is still running
 */
export async function once(
	store: IdempotencyStore,
	request: ApiRequest,
	repeatable: Omit<RepeatableRequest, 'key'>,
	{ hasSecret }: Endpoint,
	handle: () => Promise<KeptResponse>,
): Promise<KeptResponse> {
	const key = request.header('idempotency-key');
	if (key === undefined || key === '') return handle();
	if (!VALID_KEY.test(key)) throw invalidKey();
	const one = { ...repeatable, key };
	const repetition = await store.begin(one, new Date());
	if (repetition === 'running') throw stillRunning();
	if (repetition === 'other request') throw usedBefore();
	if (repetition !== 'new') {
		if (hasSecret) throw doneBefore();
		return { ...repetition, headers: [...repetition.headers, ...REPLAYED] };
	}
	const response = await handle().catch(async (error) => {
		await store.forget(one);
		throw error;
	});
	await store.keep(one, hasSecret ? { status: response.status, headers: [], body: '' } : response);
	return response;
}

function invalidKey(): ApiError {
	const message = 'Send up to 255 ASCII characters without spaces, such as a UUID.';
	return new ApiError('INVALID_PARAMETER', 'The header Idempotency-Key is invalid.', {
		details: [{ parameter: 'Idempotency-Key', message }],
	});
}

function stillRunning(): ApiError {
	return new ApiError('CONFLICT', 'A request with this Idempotency-Key is still running. Try again in a moment.');
}

function usedBefore(): ApiError {
	return new ApiError(
		'CONFLICT',
		'This Idempotency-Key was used for another request in the last 24 hours. Use a new key for each request, and the same key only to repeat it.',
	);
}

function doneBefore(): ApiError {
	return new ApiError(
		'CONFLICT',
		'This request was done already. Its response had a secret, which is shown only once.',
	);
}

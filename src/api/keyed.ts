/** Handles requests that need a key: checks the key and its limits, makes the response, and records the key's use. */

import { isWildcard } from '../shared/http/is-fresh.ts';
import type { Scope } from '../state/keys/scope.ts';
import type { Verdict } from '../state/keys/verify.ts';
import type { KeyedContext, KeyedEndpoint } from './context.ts';
import { allows, scopesOf } from './endpoint.ts';
import { ApiError } from './error.ts';
import { accountLimited, tooManyDownloads, type ValidKey } from './rate.ts';
import { refusal } from './refusals.ts';
import type { ApiRequest } from './request.ts';
import { type Answer, type ApiResponse, isUnchanged, notModified, respond, type Stamp } from './respond.ts';
import { type FileAnswer, fileNotModified, isFileUnchanged, sendFile } from './send-file.ts';

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Makes the responses to one kind of request. */
interface KeyedService<R extends ApiRequest, L extends { readonly endpoint: KeyedEndpoint | undefined }> {
	locate(request: R): L;
	/**
	 * Makes the response to a request with a valid key.
	 *
	 * @param stamp the stamp of the response. This function may change its `snapshot`
	 * @throws ApiError
	 */
	answer(request: R, located: L, key: ValidKey, stamp: Writable<Stamp>): Answer | Promise<Answer | FileAnswer>;
	errorAnswer(error: ApiError): Answer;
}

/** The statuses of requests that are refused because of their key or its limits. */
const REFUSED = [401, 403, 429];

/**
 * Makes a handler for requests that need a key. The handler never throws. It returns a promise only if the key check or
 * the service returns one. If the service answers synchronously, the response follows the key check immediately.
 * Otherwise, the handler checks the key again before it responds.
 */
export function keyedHandler<R extends ApiRequest, L extends { readonly endpoint: KeyedEndpoint | undefined }>(
	context: KeyedContext,
	service: KeyedService<R, L>,
): (request: R) => ApiResponse | Promise<ApiResponse> {
	type Refuse = (error: unknown) => ApiResponse;

	/** Responds to a request and records the request. Throws an ApiError if the key does not exist. */
	function respondWith(
		request: R,
		verdict: Verdict,
		stamp: Writable<Stamp>,
		refuse: Refuse,
	): ApiResponse | Promise<ApiResponse> {
		if (verdict.id === undefined) throw refusal(verdict.code, context, request);
		const located = service.locate(request);
		const { id, ok } = verdict;
		const recorded = (response: ApiResponse) => {
			const { endpoint } = located;
			context.record?.({ keyId: id, isValid: ok, request, endpoint, status: response.status });
			return response;
		};
		let response: ApiResponse | Promise<ApiResponse>;
		try {
			response = answer(request, verdict, located, stamp);
		} catch (error) {
			response = refuse(error);
		}
		return response instanceof Promise ? response.catch(refuse).then(recorded) : recorded(response);
	}

	function answer(
		request: R,
		verdict: Verdict,
		located: L,
		stamp: Writable<Stamp>,
	): ApiResponse | Promise<ApiResponse> {
		stamp.snapshot = context.directory().snapshot;
		if (!verdict.ok) throw refusal(verdict.code, context, request);
		stamp.keyPrefix = verdict.prefix;
		const rate = context.limits?.count(verdict);
		stamp.rate = rate;
		if (rate?.exceeded) throw accountLimited(rate);
		const found = service.answer(request, located, verdict, stamp);
		if (found instanceof Promise) return answerLate(context, request, located.endpoint!, found, stamp);
		if (!isUnchanged(request, found)) return respond(request, found, stamp);
		uncount(context, request, verdict, stamp);
		return notModified(found, stamp);
	}

	return (request) => {
		const requestId = request.requestId ?? context.nextRequestId();
		const stamp = { requestId, snapshot: '', keyPrefix: undefined, rate: undefined };
		const refuse: Refuse = (error) => {
			const safe = toApiError(error, context, stamp.requestId);
			if (REFUSED.includes(safe.status)) context.refused?.(safe.code);
			return respond(request, service.errorAnswer(safe), stamp);
		};
		try {
			stamp.snapshot = context.directory().snapshot;
			const verdict = context.verify(request.header('x-api-key'));
			if (!(verdict instanceof Promise)) return respondWith(request, verdict, stamp, refuse);
			return verdict.then((known) => respondWith(request, known, stamp, refuse)).catch(refuse);
		} catch (error) {
			return refuse(error);
		}
	};
}

/**
 * Does not count a request with a 304 response, because the client already has the content. With `*`, it may not have
 * the content, so the request counts.
 */
function uncount(context: KeyedContext, request: ApiRequest, key: ValidKey, stamp: Writable<Stamp>): void {
	if (isWildcard(request.header('if-none-match'))) return;
	stamp.rate = context.limits?.takeBack(key);
}

/** Waits for the service's content, such as an exported file. Then checks the key again and responds. */
async function answerLate(
	context: KeyedContext,
	request: ApiRequest,
	endpoint: KeyedEndpoint,
	waiting: Promise<Answer | FileAnswer>,
	stamp: Writable<Stamp>,
): Promise<ApiResponse> {
	const found = await waiting;
	const checkAgain = () => context.verify(request.header('x-api-key'));
	const verdict = await checkAgain();
	if (!verdict.ok) throw refusal(verdict.code, context, request);
	needScopes(endpoint, verdict.scopes);
	const isSame = 'file' in found ? isFileUnchanged(request, found) : isUnchanged(request, found);
	if (isSame) {
		uncount(context, request, verdict, stamp);
		return 'file' in found ? fileNotModified(request, found, stamp) : notModified(found, stamp);
	}
	if (!('file' in found)) return respond(request, found, stamp);
	const isAllowed = (now: Verdict) => now.ok && allows(endpoint, now.scopes);
	return sendFile(request, found, stamp, {
		isAllowed() {
			const now = checkAgain();
			return now instanceof Promise ? now.then(isAllowed) : isAllowed(now);
		},
		start() {
			if (context.limits === undefined) return () => {};
			const end = context.limits.startDownload(verdict, request);
			if (end === undefined) throw tooManyDownloads();
			return end;
		},
	});
}

/** @throws ApiError INSUFFICIENT_SCOPE when a key with these scopes may not use the endpoint */
export function needScopes(endpoint: KeyedEndpoint, scopes: readonly Scope[]): void {
	if (allows(endpoint, scopes)) return;
	const needed = scopesOf(endpoint);
	const named = endpoint.needsAllScopes ? needed.filter((scope) => !scopes.includes(scope)).slice(0, 1) : needed;
	const names = named.map((scope) => `"${scope}"`).join(' or ');
	throw new ApiError('INSUFFICIENT_SCOPE', `This action requires the ${names} scope.`);
}

/** Converts any error to an error that is safe to send to the client. Reports server errors. */
export function toApiError(error: unknown, context: KeyedContext, requestId: string): ApiError {
	if (error instanceof ApiError) {
		if (error.status >= 500) context.reportError(error, requestId);
		return error;
	}
	context.reportError(error, requestId);
	return new ApiError(
		'INTERNAL_ERROR',
		`Something failed on our server. Include the request ID ${requestId} when you report it.`,
	);
}

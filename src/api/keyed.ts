/** Handles requests that need a key: checks the key and its limits, makes the response, and records the key's use. */

import { contentResponse, type HttpResponse, isWildcard } from '../shared/http/response.ts';
import type { Scope } from '../state/keys/scope.ts';
import type { Verdict } from '../state/keys/verify.ts';
import type { KeyedContext } from './context.ts';
import { allows, type KeyedEndpoint, scopesOf } from './endpoint.ts';
import { ApiError } from './error.ts';
import { accountLimited, tooManyDownloads, type ValidKey } from './rate.ts';
import { refusal } from './refusals.ts';
import { type Answer, respond, type Stamp, stamped } from './respond.ts';
import { type FileAnswer, type Permit, sendFile } from './send-file.ts';
import type { ApiRequest } from './target.ts';

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
 * Makes a handler for requests that need a key. The handler never rejects. The check of the key that decides is the last
 * one before the response: whatever the service waits for, the key is checked again afterwards.
 */
export function keyedHandler<R extends ApiRequest, L extends { readonly endpoint: KeyedEndpoint | undefined }>(
	context: KeyedContext,
	service: KeyedService<R, L>,
): (request: R) => Promise<HttpResponse> {
	async function answer(request: R, key: ValidKey, located: L, stamp: Writable<Stamp>): Promise<HttpResponse> {
		stamp.keyPrefix = key.prefix;
		stamp.rate = context.limits?.count(key);
		if (stamp.rate?.exceeded) throw accountLimited(stamp.rate);
		const making = service.answer(request, located, key, stamp);
		if (!(making instanceof Promise)) return send(request, making, located, key, stamp);
		const made = await making;
		const now = await validKey(context, request);
		needScopes(located.endpoint!, now.scopes);
		return send(request, made, located, now, stamp);
	}

	function send(
		request: R,
		made: Answer | FileAnswer,
		{ endpoint }: L,
		key: ValidKey,
		stamp: Writable<Stamp>,
	): HttpResponse {
		const response =
			'file' in made
				? sendFile(request, made, permitOf(request, endpoint!, key))
				: contentResponse(request, made.content, made.status);
		// With `*`, the client may not have the content, so the request counts.
		if (response.status === 304 && !isWildcard(request.header('if-none-match'))) {
			stamp.rate = context.limits?.takeBack(key);
		}
		return stamped(response, made, stamp);
	}

	function permitOf(request: R, endpoint: KeyedEndpoint, key: ValidKey): Permit {
		return {
			async isAllowed() {
				const now = await verdictOf(context, request);
				return now.ok && allows(endpoint, now.scopes);
			},
			start() {
				if (context.limits === undefined) return () => {};
				const end = context.limits.startDownload(key, request);
				if (end === undefined) throw tooManyDownloads();
				return end;
			},
		};
	}

	return async (request) => {
		const requestId = request.requestId ?? context.nextRequestId();
		const stamp: Writable<Stamp> = { requestId, snapshot: '', keyPrefix: undefined, rate: undefined };
		const refuse = (error: unknown) => {
			const safe = toApiError(error, context, requestId);
			if (REFUSED.includes(safe.status)) context.refused?.(safe.code);
			return respond(request, service.errorAnswer(safe), stamp);
		};
		try {
			stamp.snapshot = context.release().snapshot;
			const verdict = await verdictOf(context, request);
			if (verdict.id === undefined) throw refusal(verdict.code, context, request);
			const { id, ok } = verdict;
			const located = service.locate(request);
			stamp.snapshot = context.release().snapshot;
			const answered = ok
				? answer(request, verdict, located, stamp)
				: Promise.reject(refusal(verdict.code, context, request));
			const response = await answered.catch(refuse);
			context.record?.({ keyId: id, isValid: ok, request, endpoint: located.endpoint, status: response.status });
			return response;
		} catch (error) {
			return refuse(error);
		}
	};
}

/** Checks the key of a request. @throws ApiError UNAVAILABLE when keys cannot be checked */
async function verdictOf({ verify }: KeyedContext, request: ApiRequest): Promise<Verdict> {
	try {
		return await verify(request.header('x-api-key'));
	} catch (cause) {
		throw new ApiError('UNAVAILABLE', 'Keys cannot be checked at the moment. Try again in a minute.', { cause });
	}
}

/** Checks the key of a request. @throws ApiError when the key is not valid */
export async function validKey(context: KeyedContext, request: ApiRequest): Promise<ValidKey> {
	const verdict = await verdictOf(context, request);
	if (!verdict.ok) throw refusal(verdict.code, context, request);
	return verdict;
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

/** Requests to the endpoints about the account of the key: their bodies, `Idempotency-Key` and `If-Match`. */

import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { Plan } from '../../config/plan.ts';
import { jsonContent, tagOf } from '../../shared/http/content.ts';
import { isFresh } from '../../shared/http/response.ts';
import type { IdempotencyStore, KeptResponse, RepeatableRequest } from '../../state/idempotency-store.ts';
import type { Scope } from '../../state/keys/scope.ts';
import type { Stores } from '../../state/state.ts';
import type { SecretBox } from '../../state/webhooks/sealed-secret.ts';
import { type Endpoint, type EndpointRequest, FRESH, type Handler, methodOf } from '../endpoint.ts';
import { ApiError } from '../error.ts';
import { needScopes, validKey } from '../keyed.ts';
import { type Parameters, type ParameterValues, readParameters } from '../parameters.ts';
import type { ValidKey } from '../rate.ts';
import type { ReleaseData } from '../release-data.ts';
import type { Answer } from '../respond.ts';
import type { ApiRequest, QueryPair } from '../target.ts';
import { invalidBody, parseBody } from './parse-body.ts';

/**
 * Makes the function that answers requests to an endpoint. It reads the body first, which can take long, and then checks
 * the key again.
 */
export function forAccount(handler: AccountHandler): Handler {
	return (request) => answer(request, handler);
}

async function answer(accepted: EndpointRequest, handler: AccountHandler): Promise<Answer> {
	const { context, request, endpoint } = accepted;
	const { stores } = context;
	if (stores === undefined) throw new ApiError('UNAVAILABLE', 'This server has no accounts.');
	if (methodOf(endpoint) === 'GET') {
		const { body, headers = [] } = await handler(asked(accepted, stores, accepted.key, Buffer.alloc(0)));
		return answerOf(200, JSON.stringify(body), headers, true);
	}
	const bytes = (await request.body?.()) ?? Buffer.alloc(0);
	if (bytes === 413) throw new ApiError('BODY_TOO_LARGE', 'The body is larger than 64 kB. Send a smaller one.');
	if (bytes === 400) throw invalidBody([{ field: '', message: 'The body is incomplete. Send the request again.' }]);
	const key = await validKey(context, request);
	needScopes(endpoint, key.scopes);
	const repeatable = {
		account: key.account,
		operation: endpoint.operation,
		fingerprint: hash('sha256', Buffer.concat([Buffer.from(`${accepted.path.text}\n`), bytes]), 'base64url'),
	};
	const { status, body, headers } = await once(stores.idempotency, request, repeatable, endpoint, async () => {
		const reply = await handler(asked(accepted, stores, key, bytes));
		return { status: endpoint.status ?? 200, body: JSON.stringify(reply.body), headers: reply.headers ?? [] };
	});
	return answerOf(status, body, headers, false);
}

function asked(
	{ context, request, path, query }: EndpointRequest,
	stores: Stores,
	{ account, plan, scopes }: ValidKey,
	bytes: Buffer,
): AccountRequest {
	return {
		account: { id: account, plan },
		scopes,
		path: path.text,
		segments: path.segments,
		query,
		parameters: (parameters) => readParameters(parameters, query),
		body: (schema) => parseBody(request.header('content-type'), request.header('content-encoding'), bytes, schema),
		header: (name) => request.header(name),
		release: context.release(),
		stores,
		webhookSecrets: context.webhookSecrets,
		address: () => request.address(),
		siteUrl: context.siteUrl,
		now: new Date(),
	};
}

function answerOf(status: number, text: string, headers: readonly string[], isRead: boolean): Answer {
	const body = Buffer.from(text);
	return { status, content: jsonContent(body, 'once', isRead ? tagOf(body) : undefined), caching: FRESH, headers };
}

/** A request with a valid key that has the endpoint's scope. */
export interface AccountRequest {
	readonly account: { readonly id: string; readonly plan: Plan };
	readonly scopes: readonly Scope[];
	/** The path below the base address, such as `/proposals`, and its decoded segments. */
	readonly path: string;
	readonly segments: readonly string[];
	readonly query: readonly QueryPair[];
	/**
	 * Reads the query. Call it after looking for the record that the path names, because a 404 comes before a 400.
	 *
	 * @throws ApiError INVALID_PARAMETER
	 */
	parameters<P extends Parameters>(parameters: P): ParameterValues<P>;
	/**
	 * Reads the body. Call it after `parameters`.
	 *
	 * @throws ApiError UNSUPPORTED_MEDIA_TYPE or INVALID_BODY
	 */
	body<S extends z.ZodType>(schema: S): z.output<S>;
	/** Returns the value of a header, given its lower-case name. */
	header(name: string): string | undefined;
	readonly release: ReleaseData;
	readonly stores: Stores;
	/** Encrypts the secrets of webhooks. Undefined if the operator has not set AUTH_SECRET. */
	readonly webhookSecrets: SecretBox | undefined;
	/** Returns the IP address of the client. */
	address(): string;
	/** The site's public origin. */
	readonly siteUrl: string;
	/** The time of the request. */
	readonly now: Date;
}

export interface AccountReply {
	/** The body, to be sent as JSON. */
	readonly body: object;
	/** More headers: names and values, alternating. */
	readonly headers?: readonly string[];
}

/** Answers a request. @throws ApiError */
export type AccountHandler = (request: AccountRequest) => Promise<AccountReply>;

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
async function once(
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
	if (repetition === 'running')
		throw new ApiError('CONFLICT', 'A request with this Idempotency-Key is still running. Try again in a moment.');
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

/**
 * Compares `If-Match` with the tag of a record. The tags are weak, because all encodings share them, so they are compared
 * weakly, unlike RFC 9110 says.
 *
 * @param tag without quotes
 * @throws ApiError PRECONDITION_FAILED
 */
export function mustMatch(ifMatch: string | undefined, tag: string): void {
	if (ifMatch === undefined || isFresh(ifMatch, tag)) return;
	throw new ApiError(
		'PRECONDITION_FAILED',
		'The record has changed since you read it: its ETag is not the one in If-Match. Read it again.',
	);
}

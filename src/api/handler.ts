/** Handles requests under `/v1`. It does no input or output itself: its context provides everything. */

import type { Scope } from '../keys/scope.ts';
import type { Verdict } from '../keys/verify.ts';
import { excerpt } from '../shared/excerpt.ts';
import { ANSWERS } from './answers.ts';
import type { ReadChanges } from './changes.ts';
import type { Directory } from './directory.ts';
import { type Endpoint, findEndpoint, scopesOf } from './endpoints.ts';
import { ApiError, LONGEST_QUOTE } from './error.ts';
import { type ApiLimits, keyLimited, tooManyFailedKeys } from './rate.ts';
import {
	type Answer,
	type ApiRequest,
	type ApiResponse,
	errorAnswer,
	isUnchanged,
	notModified,
	respond,
	type Stamp,
} from './respond.ts';
import { parseTarget, type Target } from './target.ts';

export interface ApiContext {
	/** The current release. */
	directory(): Directory;
	/** Reads the history of changes. */
	readonly changes: ReadChanges;
	/** The directories that clients can ask for by their snapshots; undefined if there is only the current one. */
	readonly bySnapshot?: {
		get(snapshot: string): Directory | undefined;
		/** Looks for a snapshot that is not known yet. Never fails. Returns undefined if `get` finds the snapshot. */
		find(snapshot: string): Promise<void> | undefined;
	};
	/** Checks the value of the header `X-API-Key`. */
	verify(key: string | undefined): Verdict | Promise<Verdict>;
	/** Counts requests; undefined if there are no limits. */
	readonly limits?: ApiLimits;
	/** Records the use of a key, after the response is made; undefined if uses are not recorded. */
	readonly record?: (use: RecordedUse) => void;
	/** The site's public origin. */
	readonly siteUrl: string;
	/** Makes a new request ID. */
	nextRequestId(): string;
	/** Logs an error of the server with the ID of the request. */
	reportError(error: unknown, requestId: string): void;
}

/** A request with a key that exists, even if the key was revoked or has expired. */
export interface RecordedUse {
	readonly keyId: string;
	/** Whether the key is valid. */
	readonly isValid: boolean;
	readonly request: ApiRequest;
	/** The endpoint at the path; undefined if there is none. */
	readonly endpoint: Endpoint | undefined;
	readonly status: number;
}

/** Handles a request. Returns a promise only if the key check does, or if the request names a snapshot that is not known. */
export type ApiHandler = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

/**
 * Makes the handler of all requests under `/v1`. It never throws. After the key check, the response is made
 * synchronously, so no response to a revoked key can start after the revocation.
 */
export function createApi(context: ApiContext): ApiHandler {
	const handle = handlerOf(context);
	return (request) => {
		const hasKey = request.target.includes('snapshot=') && request.header('x-api-key') !== undefined;
		const wanted = hasKey ? wantedSnapshot(parseTarget(request.target).query) : undefined;
		const looking = wanted === undefined ? undefined : context.bySnapshot?.find(wanted);
		return looking === undefined ? handle(request) : looking.then(() => handle(request));
	};
}

function handlerOf(context: ApiContext): ApiHandler {
	return (request) => {
		const stamp: Writable<Stamp> = {
			requestId: context.nextRequestId(),
			snapshot: '',
			keyPrefix: undefined,
			rate: undefined,
		};
		const refuse = (error: unknown) =>
			respond(request, errorAnswer(toApiError(error, context, stamp.requestId)), stamp);
		try {
			stamp.snapshot = context.directory().snapshot;
			const verdict = context.verify(request.header('x-api-key'));
			if (!(verdict instanceof Promise)) return respondWith(context, request, verdict, stamp, refuse);
			return verdict.then((known) => respondWith(context, request, known, stamp, refuse)).catch(refuse);
		} catch (error) {
			return refuse(error);
		}
	};
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Responds to a request, and records it if its key exists. */
function respondWith(
	context: ApiContext,
	request: ApiRequest,
	verdict: Verdict,
	stamp: Writable<Stamp>,
	refuse: (error: unknown) => ApiResponse,
): ApiResponse {
	if (verdict.id === undefined) throw refusal(verdict.code, context, request);
	const target = parseTarget(request.target);
	const endpoint = target.path && findEndpoint(target.path.segments);
	let response: ApiResponse;
	try {
		response = answer(context, request, verdict, { target, endpoint }, stamp);
	} catch (error) {
		response = refuse(error);
	}
	context.record?.({ keyId: verdict.id, isValid: verdict.ok, request, endpoint, status: response.status });
	return response;
}

/** The target of a request, and the endpoint at its path, if there is one. */
interface Located {
	readonly target: Target;
	readonly endpoint: Endpoint | undefined;
}

function answer(
	context: ApiContext,
	request: ApiRequest,
	verdict: Verdict,
	located: Located,
	stamp: Writable<Stamp>,
): ApiResponse {
	stamp.snapshot = context.directory().snapshot;
	if (!verdict.ok) throw refusal(verdict.code, context, request);
	stamp.keyPrefix = verdict.prefix;
	stamp.rate = context.limits?.count(verdict);
	if (stamp.rate?.exceeded) throw keyLimited(stamp.rate);
	const found = route(context, stamp, request.method, located, verdict.scopes);
	if (!isUnchanged(request, found)) return respond(request, found, stamp);
	stamp.rate = context.limits?.takeBack(verdict);
	return notModified(found, stamp);
}

function toApiError(error: unknown, context: ApiContext, requestId: string): ApiError {
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

/** The pages of the site with an example, the list of endpoints, and the keys. */
const QUICK_START = '/docs/quick-start/';
const REFERENCE = '/docs/reference/';
const KEYS = '/account/keys/';

const REFUSALS = {
	MISSING_API_KEY: (site: string) =>
		`The API key is missing. Send it in the header X-API-Key. See ${site}${QUICK_START} for an example.`,
	INVALID_API_KEY: (site: string) =>
		`The API key in the header X-API-Key is not valid. Check that you copied all of it. Go to ${site}${KEYS} to see your keys.`,
	REVOKED_API_KEY: (site: string) =>
		`The API key in the header X-API-Key was revoked. Go to ${site}${KEYS} to create a new one.`,
	EXPIRED_API_KEY: (site: string) =>
		`The API key in the header X-API-Key has expired. Go to ${site}${KEYS} to create a new one.`,
} as const;

/**
 * Makes the error for a request without a valid key. Requests without any key, and preflights (`OPTIONS`) that browsers
 * send, do not count as failed keys of the address.
 */
function refusal(code: keyof typeof REFUSALS, { limits, siteUrl }: ApiContext, request: ApiRequest): ApiError {
	const isFailedKey = code !== 'MISSING_API_KEY' && request.method !== 'OPTIONS';
	const wait = isFailedKey && limits ? limits.countFailure(request) : 0;
	return wait > 0 ? tooManyFailedKeys(wait) : new ApiError(code, REFUSALS[code](siteUrl));
}

function noEndpoint(path: string, { siteUrl }: ApiContext): ApiError {
	return new ApiError(
		'NOT_FOUND',
		`There is no endpoint at ${excerpt(path, LONGEST_QUOTE)}. See ${siteUrl}${REFERENCE} for the list of endpoints.`,
	);
}

/** Checks the request in this order (decisions, Requests): path, scope, method, snapshot, resource, parameters. */
function route(
	context: ApiContext,
	stamp: Writable<Stamp>,
	method: string,
	{ target: { sent, path, query }, endpoint }: Located,
	scopes: readonly Scope[],
): Answer {
	if (endpoint === undefined) throw noEndpoint(sent, context);
	const needed = scopesOf(endpoint);
	if (needed.length > 0 && !needed.some((scope) => scopes.includes(scope))) {
		const names = needed.map((scope) => `"${scope}"`).join(' or ');
		throw new ApiError('INSUFFICIENT_SCOPE', `This action requires the ${names} scope.`);
	}
	if (method !== 'GET' && method !== 'HEAD') {
		throw new ApiError('METHOD_NOT_ALLOWED', `${method} is not allowed: this API only accepts GET and HEAD.`);
	}
	const wanted = Object.hasOwn(endpoint.parameters, 'snapshot') ? wantedSnapshot(query) : undefined;
	const directory = directoryOf(wanted, context);
	stamp.snapshot = directory.snapshot;
	return ANSWERS[endpoint.answer]({ endpoint, path: path!, query, scopes, directory, context });
}

/** The snapshot that a query names; undefined if it names none, or several. */
function wantedSnapshot(query: Target['query']): string | undefined {
	const [first, ...others] = query.filter(({ name }) => name === 'snapshot');
	return others.length === 0 && first?.value !== '' ? first?.value : undefined;
}

/** @throws ApiError SNAPSHOT_GONE */
function directoryOf(wanted: string | undefined, context: ApiContext): Directory {
	const current = context.directory();
	if (wanted === undefined || wanted === current.snapshot) return current;
	const found = context.bySnapshot?.get(wanted);
	if (found !== undefined) return found;
	throw new ApiError(
		'SNAPSHOT_GONE',
		`The snapshot ${JSON.stringify(excerpt(wanted, LONGEST_QUOTE))} is not kept any more. Start again at the first page without the parameter snapshot, and use the ID in the header X-Snapshot of its response.`,
	);
}

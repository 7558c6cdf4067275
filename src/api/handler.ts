/** Handles requests under `/v1`. It does no input or output itself: its context provides everything. */
import type { Scope } from '../keys/scope.ts';
import type { Verdict } from '../keys/verify.ts';
import { excerpt } from '../shared/excerpt.ts';
import { ANSWERS } from './answers.ts';
import type { ReadChanges } from './changes.ts';
import type { Directory } from './directory.ts';
import { allows, type Endpoint, scopesOf } from './endpoint.ts';
import { ApiError, LONGEST_QUOTE } from './error.ts';
import type { ExportedFile, ExportedName } from './exported-file.ts';
import { findEndpoint } from './find-endpoint.ts';
import { type ApiLimits, keyLimited, tooManyDownloads } from './rate.ts';
import { noEndpoint, refusal } from './refusals.ts';
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
import { type FileAnswer, fileNotModified, isFileUnchanged, sendFile } from './send-file.ts';
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
	/**
	 * An exported file of the current release. It has no forms if it is not ready. Files of lines are always ready. This is
	 * undefined if nothing is exported.
	 *
	 * @param make whether to make the file, and to wait a few seconds for it
	 */
	readonly exportedFile?: (name: ExportedName, make: boolean) => Promise<ExportedFile>;
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
 * synchronously, so no response to a revoked key can start after the revocation. Exported files are not always ready: if
 * the handler has waited, it checks the key again.
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
): ApiResponse | Promise<ApiResponse> {
	if (verdict.id === undefined) throw refusal(verdict.code, context, request);
	const target = parseTarget(request.target);
	const endpoint = target.path && findEndpoint(target.path.segments);
	const { id, ok } = verdict;
	const recorded = (response: ApiResponse) => {
		context.record?.({ keyId: id, isValid: ok, request, endpoint, status: response.status });
		return response;
	};
	let response: ApiResponse | Promise<ApiResponse>;
	try {
		response = answer(context, request, verdict, { target, endpoint }, stamp);
	} catch (error) {
		response = refuse(error);
	}
	return response instanceof Promise ? response.catch(refuse).then(recorded) : recorded(response);
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
): ApiResponse | Promise<ApiResponse> {
	stamp.snapshot = context.directory().snapshot;
	if (!verdict.ok) throw refusal(verdict.code, context, request);
	stamp.keyPrefix = verdict.prefix;
	stamp.rate = context.limits?.count(verdict);
	if (stamp.rate?.exceeded) throw keyLimited(stamp.rate);
	const found = route(context, stamp, request.method, located, verdict.scopes);
	if (found instanceof Promise) return answerLate(context, request, located.endpoint!, found, stamp);
	if (!isUnchanged(request, found)) return respond(request, found, stamp);
	stamp.rate = context.limits?.takeBack(verdict);
	return notModified(found, stamp);
}

/** Responds with exported files, or with the list of them, after waiting for them. */
async function answerLate(
	context: ApiContext,
	request: ApiRequest,
	endpoint: Endpoint,
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
		stamp.rate = context.limits?.takeBack(verdict);
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

function needScopes(endpoint: Endpoint, scopes: readonly Scope[]): void {
	if (allows(endpoint, scopes)) return;
	const needed = scopesOf(endpoint);
	const named = endpoint.needsAllScopes ? needed.filter((scope) => !scopes.includes(scope)).slice(0, 1) : needed;
	const names = named.map((scope) => `"${scope}"`).join(' or ');
	throw new ApiError('INSUFFICIENT_SCOPE', `This action requires the ${names} scope.`);
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

/** Checks the request in this order (decisions, Requests): path, scope, method, snapshot, resource, parameters. */
function route(
	context: ApiContext,
	stamp: Writable<Stamp>,
	method: string,
	{ target: { sent, path, query }, endpoint }: Located,
	scopes: readonly Scope[],
): Answer | Promise<Answer | FileAnswer> {
	if (endpoint === undefined) throw noEndpoint(sent, context);
	needScopes(endpoint, scopes);
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

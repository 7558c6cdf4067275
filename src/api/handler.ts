/** Answers requests under `/v1`. It knows neither HTTP servers nor files: it is given all it needs. */
import type { Scope } from '../keys/scope.ts';
import type { Verdict } from '../keys/verify.ts';
import { type Directory, NO_ITEMS } from './directory.ts';
import { type Endpoint, findEndpoint } from './endpoints.ts';
import { ApiError } from './error.ts';
import { linkHeader, listBody, pageRequest } from './page.ts';
import { type pagination, readParameters } from './parameters.ts';
import { readProgramQuery } from './program-query.ts';
import { type ApiLimits, addressLimited, keyLimited } from './rate.ts';
import { type Answer, type ApiRequest, type ApiResponse, errorAnswer, respond, type Stamp } from './respond.ts';
import { shorten } from './shorten.ts';
import { BASE_PATH, type Path, parseTarget, type Target } from './target.ts';

export interface ApiContext {
	/** The release that is current at this moment. */
	directory(): Directory;
	/** Decides on the header `X-API-Key`. */
	verify(key: string | undefined): Verdict | Promise<Verdict>;
	/** Counts requests where there are limits. */
	readonly limits?: ApiLimits;
	/** The public address of the site, an origin. */
	readonly siteUrl: string;
	/** Memory for the body of a list; what it holds is undefined. */
	allocate(length: number): Buffer;
	/** A new request id. */
	nextRequestId(): string;
	/** Takes note of a fault of ours, under the id of the request that met it. */
	reportFault(error: unknown, requestId: string): void;
}

/** Answers at once where keys are checked at once. */
export type ApiHandler = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

/**
 * The one function behind `/v1`. It never throws. The answer is made without a pause after the key is checked, so no
 * answer to a revoked key can begin after the revocation.
 */
export function createApi(context: ApiContext): ApiHandler {
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
			const wait = context.limits?.wait(request) ?? 0;
			if (wait > 0) throw addressLimited(wait);
			const verdict = context.verify(request.header('x-api-key'));
			if (!(verdict instanceof Promise)) return answer(context, request, verdict, stamp);
			return verdict.then((known) => answer(context, request, known, stamp)).catch(refuse);
		} catch (error) {
			return refuse(error);
		}
	};
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function answer(context: ApiContext, request: ApiRequest, verdict: Verdict, stamp: Writable<Stamp>): ApiResponse {
	const directory = context.directory();
	stamp.snapshot = directory.snapshot;
	if (!verdict.ok) {
		context.limits?.failed(request);
		throw refusal(verdict.code, context);
	}
	stamp.keyPrefix = verdict.prefix;
	stamp.rate = context.limits?.count(verdict);
	if (stamp.rate?.exceeded) throw keyLimited(stamp.rate);
	return respond(request, route(context, directory, request, verdict.scopes), stamp);
}

function toApiError(error: unknown, context: ApiContext, requestId: string): ApiError {
	if (error instanceof ApiError) {
		if (error.status >= 500) context.reportFault(error, requestId);
		return error;
	}
	context.reportFault(error, requestId);
	return new ApiError('INTERNAL_ERROR', `Something failed on our side. Tell us the request id ${requestId}.`);
}

/** Pages of the site: what the API answers, and where keys are made. */
const DOCUMENTATION = '/about/api/';
const KEYS = '/account/keys/';

const REFUSALS = {
	MISSING_API_KEY: (site: string) =>
		`There is no API key. Send it in the header X-API-Key, nowhere else, as ${site}${DOCUMENTATION} shows.`,
	INVALID_API_KEY: (site: string) =>
		`The API key in the header X-API-Key is not one of ours. Check that it was copied whole: ${site}${KEYS} lists yours.`,
	REVOKED_API_KEY: (site: string) =>
		`The API key in the header X-API-Key was revoked. Go to ${site}${KEYS} to make a new one.`,
	EXPIRED_API_KEY: (site: string) =>
		`The API key in the header X-API-Key has expired. Go to ${site}${KEYS} to make a new one.`,
} as const;

function refusal(code: keyof typeof REFUSALS, { siteUrl }: ApiContext): ApiError {
	return new ApiError(code, REFUSALS[code](siteUrl));
}

function noEndpoint(path: string, { siteUrl }: ApiContext): ApiError {
	const documentation = siteUrl + DOCUMENTATION;
	return new ApiError(
		'NOT_FOUND',
		`There is no endpoint at ${shorten(path)}. See ${documentation} for those that there are.`,
	);
}

/** Checks in the order of decisions "Requests": path, scope, method, resource, parameters. */
function route(context: ApiContext, directory: Directory, request: ApiRequest, scopes: readonly Scope[]): Answer {
	const { sent, path, query } = parseTarget(request.target);
	const endpoint = path && findEndpoint(path.segments);
	if (endpoint === undefined) throw noEndpoint(sent, context);
	if (!scopes.includes(endpoint.scope)) {
		throw new ApiError('INSUFFICIENT_SCOPE', `This action requires the "${endpoint.scope}" scope.`);
	}
	if (request.method !== 'GET' && request.method !== 'HEAD') {
		throw new ApiError(
			'METHOD_NOT_ALLOWED',
			`${request.method} is not possible here: this API is read with GET and HEAD.`,
		);
	}
	return answerOf[endpoint.answer](endpoint, path!, query, directory, context);
}

type AnswerOf = (
	endpoint: Endpoint,
	path: Path,
	query: Target['query'],
	directory: Directory,
	context: ApiContext,
) => Answer;

const answerOf: { readonly [kind in Endpoint['answer']]: AnswerOf } = {
	resource(endpoint, path, query, directory) {
		const content = directory.resource(path.text);
		if (content === undefined) throw notFound(endpoint, path);
		readParameters(endpoint.parameters, query);
		return { status: 200, content, caching: endpoint.caching, headers: [] };
	},

	list(endpoint, path, query, directory, context) {
		const list = directory.list(path.text);
		if (list === undefined) throw notFound(endpoint, path);
		const page = pageRequest(readParameters(endpoint.parameters as ReturnType<typeof pagination>, query));
		const items = page.offset < list.total ? list.items(page.offset, page.perPage) : NO_ITEMS;
		const link = linkHeader(`${context.siteUrl}${BASE_PATH}${path.text}`, query, list.total, page);
		return {
			status: 200,
			content: listBody(items, list.total, page, context.allocate),
			caching: endpoint.caching,
			headers: ['Link', link],
		};
	},

	search(endpoint, _path, query, directory, context) {
		const { query: search, page } = readProgramQuery(query);
		const { total, items } = directory.search(search);
		const link = linkHeader(`${context.siteUrl}${BASE_PATH}${endpoint.path}`, query, total, page);
		return {
			status: 200,
			content: listBody(items, total, page, context.allocate),
			caching: endpoint.caching,
			headers: ['Link', link],
		};
	},
};

/** The sentence names what was asked for by its slug or id, the second segment of every such path. */
function notFound(endpoint: Endpoint, { segments }: Path): ApiError {
	return new ApiError('NOT_FOUND', `There is no ${endpoint.noun} ${JSON.stringify(shorten(segments[1]!))}.`);
}

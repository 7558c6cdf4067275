/** Handles requests under `/v1`. All input and output goes through the functions of the context. */
import type { HttpResponse } from '../shared/http/response.ts';
import type { ApiContext } from './context.ts';
import { type Endpoint, methodOf } from './endpoint.ts';
import { ALL_ENDPOINTS } from './endpoints.ts';
import { ApiError } from './error.ts';
import { keyedHandler, needScopes, type Writable } from './keyed.ts';
import type { ValidKey } from './rate.ts';
import { noEndpoint } from './refusals.ts';
import type { ReleaseData } from './release-data.ts';
import { type Answer, errorAnswer, type Stamp } from './respond.ts';
import type { FileAnswer } from './send-file.ts';
import { isSnapshotId, KEPT_MINUTES, MOST_KEPT } from './snapshot-values.ts';
import { type ApiRequest, parseTarget, type Target } from './target.ts';

export type ApiHandler = (request: ApiRequest) => Promise<HttpResponse>;

/** Makes the handler of all requests under `/v1`. The handler never rejects. */
export function createApi(context: ApiContext): ApiHandler {
	return keyedHandler(context, {
		locate(request: ApiRequest): Located {
			const target = parseTarget(request.target);
			const route = target.path && findRoute(target.path.segments);
			if (route === undefined) return { target, route, endpoint: undefined };
			// If the method is not allowed, the key still needs the scope of an endpoint at the path.
			const endpoint = endpointOf(route, request.method) ?? route.endpoints[0];
			return { target, route, endpoint };
		},
		answer: (request, located, key, stamp) => answer(context, stamp, request, located, key),
		errorAnswer,
	});
}

interface Located {
	readonly target: Target;
	readonly route: Route | undefined;
	readonly endpoint: Endpoint | undefined;
}

/** Checks the path, scope, method, snapshot, resource and parameters, in this order. See decisions, Requests. */
function answer(
	context: ApiContext,
	stamp: Writable<Stamp>,
	request: ApiRequest,
	{ target: { sent, path, query }, route, endpoint }: Located,
	key: ValidKey,
): Answer | Promise<Answer | FileAnswer> {
	if (endpoint === undefined) throw noEndpoint(sent, context);
	needScopes(endpoint, key.scopes);
	if (!accepts(endpoint, request.method)) throw notAllowed(request.method, route!);
	const wanted = Object.hasOwn(endpoint.parameters, 'snapshot') ? wantedSnapshot(query) : undefined;
	const made = () => {
		const release = releaseOf(wanted, context);
		stamp.snapshot = release.snapshot;
		return endpoint.handle({ endpoint, path: path!, query, key, release, context, request });
	};
	const looking = wanted === undefined ? undefined : context.bySnapshot?.find(wanted, request.address());
	return looking === undefined ? made() : looking.then(made);
}

function accepts(endpoint: Endpoint, method: string): boolean {
	return method === methodOf(endpoint) || (method === 'HEAD' && methodOf(endpoint) === 'GET');
}

const all = new Intl.ListFormat('en', { type: 'conjunction' });

function notAllowed(method: string, { allow }: Route): ApiError {
	const message = `${method} is not allowed: this address only accepts ${all.format(allow.split(', '))}.`;
	return new ApiError('METHOD_NOT_ALLOWED', message, { allow });
}

/** Returns the ID of the snapshot that a query names. Returns undefined if it names none or several, or no valid ID. */
function wantedSnapshot(query: Target['query']): string | undefined {
	const [first, ...others] = query.filter(({ name }) => name === 'snapshot');
	return first?.value !== undefined && others.length === 0 && isSnapshotId(first.value) ? first.value : undefined;
}

/** @throws ApiError SNAPSHOT_GONE when the wanted snapshot is no longer kept */
function releaseOf(wanted: string | undefined, context: ApiContext): ReleaseData {
	const current = context.release();
	if (wanted === undefined || wanted === current.snapshot) return current;
	const found = context.bySnapshot?.get(wanted);
	if (found !== undefined) return found;
	throw new ApiError(
		'SNAPSHOT_GONE',
		`The snapshot "${wanted}" is no longer kept: a snapshot is kept for ${KEPT_MINUTES} minutes after newer data is published, but no more than ${MOST_KEPT} of them. Request the first page again without the snapshot parameter, and use the ID in the X-Snapshot header of that response for the other pages.`,
	);
}

/** The endpoints at a path, one for each method. */
export interface Route {
	readonly pattern: readonly string[];
	readonly endpoints: readonly [Endpoint, ...Endpoint[]];
	/** The methods of the endpoints, as in the header `Allow`. */
	readonly allow: string;
}

const ROUTES: readonly Route[] = [...Map.groupBy(ALL_ENDPOINTS, ({ path }) => path)].map(([path, endpoints]) => ({
	pattern: path.split('/').filter((segment) => segment !== ''),
	endpoints: endpoints as [Endpoint, ...Endpoint[]],
	allow: endpoints.map((endpoint) => methodOf(endpoint).replace('GET', 'GET, HEAD')).join(', '),
}));

export function findRoute(segments: readonly string[]): Route | undefined {
	for (const route of ROUTES) if (fits(segments, route.pattern)) return route;
	return undefined;
}

export function endpointOf({ endpoints }: Route, method: string): Endpoint | undefined {
	const wanted = method === 'HEAD' ? 'GET' : method;
	for (const endpoint of endpoints) if (methodOf(endpoint) === wanted) return endpoint;
	return undefined;
}

function fits(segments: readonly string[], pattern: readonly string[]): boolean {
	if (segments.length !== pattern.length) return false;
	for (let i = 0; i < segments.length; i++) {
		if (pattern[i]!.startsWith(':') ? segments[i] === '' : segments[i] !== pattern[i]) return false;
	}
	return true;
}

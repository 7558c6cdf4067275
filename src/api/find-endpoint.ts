import { type Endpoint, methodOf } from './endpoint.ts';
import { ALL_ENDPOINTS } from './endpoints.ts';

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

/** Returns the endpoint of a route with a method, if there is one. */
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

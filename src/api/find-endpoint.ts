import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';

const ROUTES = ENDPOINTS.map((endpoint) => ({ endpoint, pattern: segmentsOf(endpoint.path) }));

function segmentsOf(path: string): readonly string[] {
	return path === '/' ? [] : path.slice(1).split('/');
}

export function findEndpoint(segments: readonly string[]): Endpoint | undefined {
	for (const { endpoint, pattern } of ROUTES) if (fits(segments, pattern)) return endpoint;
	return undefined;
}

function fits(segments: readonly string[], pattern: readonly string[]): boolean {
	if (segments.length !== pattern.length) return false;
	for (let i = 0; i < segments.length; i++) {
		if (pattern[i]!.startsWith(':') ? segments[i] === '' : segments[i] !== pattern[i]) return false;
	}
	return true;
}

/**
 * Returns the name of the link to an endpoint: `program` for `/programs/:slug`, `program_reviews` for
 * `/programs/:slug/reviews`.
 */
export function linkName({ path, noun }: Endpoint): string {
	const [first, , last] = segmentsOf(path);
	if (!path.includes(':')) return first!;
	return last === undefined ? noun : `${noun}_${last}`;
}

import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';

const ROUTES = ENDPOINTS.map((endpoint) => ({
	endpoint,
	pattern: endpoint.path.split('/').filter((segment) => segment !== ''),
}));

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

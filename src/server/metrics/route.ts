/** Groups addresses for metrics. Strangers can request any address, so there is only a fixed number of groups. */
import type { Endpoint } from '../../api/endpoint.ts';
import { ENDPOINTS } from '../../api/endpoints.ts';
import { findEndpoint } from '../../api/find-endpoint.ts';
import { BASE_PATH, isUnderBase, parseTarget } from '../../api/target.ts';

/** The first parts of the website's addresses. */
const SECTIONS = [
	'_astro about account badges categories changes compare docs feeds icons leaked-key networks organizations packages',
	'pagefind programs reviews saved search share sitemaps statistics',
].flatMap((names) => names.split(' '));

const OTHER = '/*';
const OTHER_API = `${BASE_PATH}/*`;
const SEARCH = '/programs/search/';
const SINGLE = new Set(['/', '/mcp', '/healthz', '/readyz', SEARCH]);

/** The groups of each section: its own page, and all addresses below it. */
const GROUPS = new Map(SECTIONS.map((name) => [name, [`/${name}/`, `/${name}/*`]] as const));
const API_GROUPS = new Map<Endpoint, string>(ENDPOINTS.map((endpoint) => [endpoint, `${BASE_PATH}${endpoint.path}`]));

/** Returns the group of a request's target, such as `/v1/programs/:slug` or `/programs/*`. */
export function routeOf(target: string): string {
	const query = target.indexOf('?');
	const path = query === -1 ? target : target.slice(0, query);
	if (SINGLE.has(path)) return path;
	if (isUnderBase(path)) {
		const endpoint = findEndpoint(parseTarget(path).path?.segments ?? ['', '']);
		return endpoint === undefined ? OTHER_API : API_GROUPS.get(endpoint)!;
	}
	const end = path.indexOf('/', 1);
	const groups = GROUPS.get(end === -1 ? path.slice(1) : path.slice(1, end));
	if (groups === undefined) return OTHER;
	return groups[end === -1 || end === path.length - 1 ? 0 : 1];
}

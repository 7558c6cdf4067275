/** Groups the addresses of requests, so that a histogram of them stays small. */
import { ALL_ENDPOINTS } from '../../api/endpoints.ts';
import { BASE_PATH, isUnderBase } from '../../api/target.ts';

/** The first parts of the website's addresses. */
const SECTIONS = [
	'_astro about account badges categories changes compare docs feeds go icons leaked-key networks organizations packages',
	'pagefind programs reviews saved search share sitemaps statistics wrong-fact',
].flatMap((names) => names.split(' '));

const OTHER = '/*';
const OTHER_API = `${BASE_PATH}/*`;
const SEARCH = '/programs/search/';
const SINGLE = new Set(['/', '/mcp', '/healthz', '/readyz', SEARCH]);

/** The groups of each section: its own page, and all addresses below it. */
const GROUPS = new Map(SECTIONS.map((name) => [name, [`/${name}/`, `/${name}/*`]] as const));
/** The groups of the API, by the path below the base address with `:` for each parameter. */
const API_GROUPS = new Map(
	ALL_ENDPOINTS.map(({ path }) => [path.slice(1).replaceAll(/:\w+/g, ':'), `${BASE_PATH}${path}`] as const),
);

/** Returns the group of a request's target, such as `/v1/programs/:slug` or `/programs/*`. */
export function routeOf(target: string): string {
	const query = target.indexOf('?');
	const path = query === -1 ? target : target.slice(0, query);
	if (SINGLE.has(path)) return path;
	if (isUnderBase(path)) return apiRouteOf(path);
	const end = path.indexOf('/', 1);
	const groups = GROUPS.get(end === -1 ? path.slice(1) : path.slice(1, end));
	if (groups === undefined) return OTHER;
	return groups[end === -1 || end === path.length - 1 ? 0 : 1];
}

/** This is faster than looking for the endpoint, which the API has done already. A parameter is always the second part. */
function apiRouteOf(path: string): string {
	const below = path.slice(BASE_PATH.length + 1, path.endsWith('/') ? -1 : undefined);
	const first = below.indexOf('/');
	if (first === -1) return API_GROUPS.get(below) ?? OTHER_API;
	const second = below.indexOf('/', first + 1);
	const pattern = `${below.slice(0, first)}/:${second === -1 ? '' : below.slice(second)}`;
	return API_GROUPS.get(below) ?? API_GROUPS.get(pattern) ?? OTHER_API;
}

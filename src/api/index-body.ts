import type { Scope } from '../state/keys/scope.ts';
import { allows, type Endpoint, methodOf } from './endpoint.ts';
import { ALL_ENDPOINTS } from './endpoints.ts';
import { BASE_PATH } from './target.ts';

/**
 * Returns the response for the base address. It has the absolute address of each endpoint that a key with these scopes
 * may use, after the endpoint's method unless that is GET. The address is a template if the endpoint's path contains a
 * slug or an ID.
 */
export function indexBody(siteUrl: string, scopes: readonly Scope[]): object {
	const usable = ALL_ENDPOINTS.filter((endpoint) => endpoint.answer !== 'index' && allows(endpoint, scopes));
	const links = usable.map((endpoint) => {
		const address = `${siteUrl}${BASE_PATH}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
		const method = methodOf(endpoint);
		return [linkName(endpoint), method === 'GET' ? address : `${method} ${address}`];
	});
	return { data: Object.fromEntries(links) };
}

/** Returns the name of the link to an endpoint: `program` for `getProgram`, and `create_program` for `createProgram`. */
function linkName({ operation, path }: Endpoint): string {
	if (path === '/export') return 'export';
	const words = operation.replace(/^(?:get|list)/, '').split(/(?=[A-Z])/);
	return words.join('_').toLowerCase();
}

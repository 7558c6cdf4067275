import { tagOf } from '../shared/tag.ts';
import { Content } from './content.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { BASE_PATH } from './target.ts';

/**
 * Returns the response for the base address. It lists the absolute address of each endpoint, or an address template if
 * the endpoint's path contains a slug or an ID.
 */
export function indexBody(siteUrl: string): Content {
	// The addresses of the exported files are in the list at `/export`.
	const links = ENDPOINTS.filter(({ answer }) => answer !== 'index' && answer !== 'file').map((endpoint) => [
		linkName(endpoint),
		`${siteUrl}${BASE_PATH}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
	]);
	const body = Buffer.from(JSON.stringify({ data: Object.fromEntries(links) }));
	return new Content(body, 'kept', tagOf(body));
}

/**
 * Returns the name of the link to an endpoint: `program` for `/programs/:slug`, `program_reviews` for
 * `/programs/:slug/reviews`.
 */
function linkName({ path, noun }: Endpoint): string {
	const [, first, , last] = path.split('/');
	if (!path.includes(':')) return first!;
	return last === undefined ? noun : `${noun}_${last}`;
}

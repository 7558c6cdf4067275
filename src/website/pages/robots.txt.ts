import type { APIRoute } from 'astro';
import { PRIVATE_PATHS } from '../../shared/http/site-headers.ts';
import { COMPARE, GO, SEARCH } from '../addresses.ts';

/**
 * The addresses that crawlers should skip: the API, private pages, comparisons, links whose clicks are counted, and the
 * explorer. The explorer has an address for every combination of filters.
 */
const CLOSED = [`${SEARCH.address}?`, `${COMPARE.address}?`, '/v1/', GO, ...PRIVATE_PATHS];

export const GET: APIRoute = ({ site }) => {
	const lines = ['User-agent: *', ...CLOSED.map((address) => `Disallow: ${address}`), ''];
	return new Response([...lines, `Sitemap: ${new URL('/sitemap.xml', site).href}`, ''].join('\n'), {
		headers: { 'Content-Type': 'text/plain' },
	});
};

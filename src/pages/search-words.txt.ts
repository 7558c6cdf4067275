import type { APIRoute } from 'astro';
import type { SearchWordsView } from '../site/pages/search-words.ts';

/**
 * The words of all names, one per line. The search dialog loads them when it finds nothing, to correct misspelt words.
 */
export const GET: APIRoute = ({ locals }) =>
	new Response(`${(locals.view as SearchWordsView).words.join('\n')}\n`, {
		headers: { 'Content-Type': 'text/plain; charset=utf-8' },
	});

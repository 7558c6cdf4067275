import type { APIRoute } from 'astro';
import type { SearchWordsView } from '../search/search-words.ts';

/**
 * The words of all names, one per line. When the search dialog finds nothing, it loads these words to correct
 * misspelled words.
 */
export const GET: APIRoute = ({ locals }) =>
	new Response(`${(locals.view as SearchWordsView).words.join('\n')}\n`, {
		headers: { 'Content-Type': 'text/plain; charset=utf-8' },
	});

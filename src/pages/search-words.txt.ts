import type { APIRoute } from 'astro';
import type { SearchWordsView } from '../site/pages/search-words.ts';

/** One word per line. The search dialog loads the words when it finds nothing. */
export const GET: APIRoute = ({ locals }) =>
	new Response(`${(locals.view as SearchWordsView).words.join('\n')}\n`, {
		headers: { 'Content-Type': 'text/plain; charset=utf-8' },
	});

import type { APIRoute } from 'astro';
import { directory } from '../site/current-directory.ts';
import { searchWords } from '../site/machine-readable/search-words.ts';

/** One word a line; the dialog of the search loads them when it finds nothing. */
export const GET: APIRoute = () => {
	const { categories, programs, organizations } = directory;
	return new Response(searchWords([...categories, ...programs, ...organizations]).join('\n'), {
		headers: { 'Content-Type': 'text/plain; charset=utf-8' },
	});
};

/**
 * Lists that visitors share. A shared list is stored as slugs in a URL fragment. Browsers do not send fragments to
 * servers. A shared list never contains notes or statuses.
 */
import { MOST_SAVED } from '../../catalog/saved-program.ts';
import { isSlug } from '../../catalog/slug.ts';
import { SAVED, SAVED_ROWS } from '../addresses.ts';
import { parseChoice } from '../compare/choice.ts';

const PARAMETER = 'programs';
/**
 * The maximum number of programs in one request for rows. With the longest slugs, the request's address has about 5,000
 * characters.
 */
const MOST_ROWS = 25;

/** Returns the path and fragment of a link that shows these programs to anyone. */
export function sharedAddress(slugs: readonly string[]): string {
	return `${SAVED.address}#${PARAMETER}=${slugs.join()}`;
}

/** Returns the slugs of the shared list in a URL fragment, or undefined if the fragment contains none. */
export function readShared(fragment: string): string[] | undefined {
	const list = new URLSearchParams(fragment.slice(1)).get(PARAMETER);
	return list === null ? undefined : parseChoice(list).filter(isSlug).slice(0, MOST_SAVED);
}

/**
 * Returns the addresses from which to request the rows of these programs. Each address is for at most `MOST_ROWS`
 * programs.
 */
export function rowsAddresses(slugs: readonly string[]): string[] {
	const parts = Array.from({ length: Math.ceil(slugs.length / MOST_ROWS) }, (_, part) =>
		slugs.slice(part * MOST_ROWS, (part + 1) * MOST_ROWS),
	);
	return parts.map((part) => `${SAVED_ROWS}?${PARAMETER}=${part.join()}`);
}

export function readRowsQuery(query: URLSearchParams): string[] {
	return parseChoice(query.get(PARAMETER)).filter(isSlug).slice(0, MOST_ROWS);
}

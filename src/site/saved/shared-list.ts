/**
 * Lists that visitors share: slugs in the fragment of an address, which browsers do not send to servers. A shared list
 * never contains notes or statuses.
 */
import { isSlug, LONGEST_SLUG } from '../../catalog/slug.ts';
import { SAVED, SAVED_ROWS } from '../addresses.ts';
import { parseChoice } from '../compare/choice.ts';
import { MOST_SAVED } from './saved-programs.ts';

const PARAMETER = 'programs';
/** Longer fragments are cut before they are read. */
const LONGEST_FRAGMENT = MOST_SAVED * (LONGEST_SLUG + 3);
/** The maximum number of programs in one request for rows. With the longest slugs, its address has 5,000 characters. */
const MOST_ROWS = 25;

/** The path and fragment that show these programs to anyone. */
export function sharedAddress(slugs: readonly string[]): string {
	return `${SAVED.address}#${PARAMETER}=${slugs.join()}`;
}

/** The slugs in a fragment; undefined if the fragment shares no list. */
export function readShared(fragment: string): string[] | undefined {
	const list = new URLSearchParams(fragment.slice(1, LONGEST_FRAGMENT)).get(PARAMETER);
	return list === null ? undefined : parseChoice(list).filter(isSlug).slice(0, MOST_SAVED);
}

/** The addresses of the rows for these programs, a few programs in each. */
export function rowsAddresses(slugs: readonly string[]): string[] {
	const parts = Array.from({ length: Math.ceil(slugs.length / MOST_ROWS) }, (_, part) =>
		slugs.slice(part * MOST_ROWS, (part + 1) * MOST_ROWS),
	);
	return parts.map((part) => `${SAVED_ROWS}?${PARAMETER}=${part.join()}`);
}

/** The programs in the query of a request for rows. */
export function readRowsQuery(query: URLSearchParams): string[] {
	return parseChoice(query.get(PARAMETER)).filter(isSlug).slice(0, MOST_ROWS);
}

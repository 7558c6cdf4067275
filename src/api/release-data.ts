import type { FacetValue } from '../search/facets.ts';
import type { CountedFilterName } from '../search/filter-names.ts';
import type { Understood, WordMatches } from '../search/intent/understood.ts';
import type { Query } from '../search/program-index.ts';
import type { UnknownValue } from '../search/unknown-values.ts';
import type { Content } from '../shared/http/content.ts';
import type { ExportedKind } from './exported-file.ts';

/** The data of one release, as the API serves it. All paths are relative to the base address. */
export interface ReleaseData {
	/** The ID of the snapshot. */
	readonly snapshot: string;
	/** Returns the prebuilt body at a path, or undefined if there is none. */
	resource(path: string): Content | undefined;
	/**
	 * Returns the prebuilt bodies at several paths. Unlike `resource`, does not keep them in memory, so that a request for
	 * many records does not replace the records that other clients often read.
	 */
	bodies(paths: readonly string[]): (Buffer | undefined)[];
	/**
	 * Returns the slug (for reviews, the ID) of the record that replaces a former one, null if the former record is gone,
	 * or undefined if there was none. A path that has a body has no redirect.
	 *
	 * @param path the former path of the record, such as `/programs/acme`
	 */
	redirect(path: string): string | null | undefined;
	/** Returns the present slugs of the records of a kind that were renamed or merged, by their former slugs. */
	renamed(kind: ExportedKind): ReadonlyMap<string, string>;
	/** Returns the sorted paths of prebuilt bodies near a path: at most `count` before it, and `count` from it on. */
	pathsAround(path: string, count: number): string[];
	/** Returns the prebuilt list at a path, or undefined if there is none. */
	list(path: string): ItemList | undefined;
	/** Finds the words of a text that stand for filters. */
	understand(q: string): Understood;
	/**
	 * Returns one page of the programs that match a query, the number of all matches, a suggestion if it is 0, and the
	 * values of filters that no program has.
	 */
	search(query: Query): {
		readonly total: number;
		readonly items: Items;
		/** How the words of a search by intent match. */
		readonly words?: WordMatches | undefined;
		readonly suggestion?: string | undefined;
		readonly unknownValues?: readonly UnknownValue[];
	};
	/**
	 * Counts, for each of these filters, the programs that match each of its values and all other parts of the query.
	 * Returns the values with the highest counts, at most `most` of them.
	 */
	facets(query: Query, names: readonly CountedFilterName[], most: number): FacetValues;
}

export interface FacetValues {
	readonly [filter: string]: readonly FacetValue[];
}

export interface ItemList {
	readonly total: number;
	items(offset: number, limit: number): Items;
}

/** Some items of a list, not yet joined. */
export interface Items {
	readonly count: number;
	/** The length, in bytes, of the items' JSON texts joined with commas. */
	readonly length: number;
	/** Writes the joined texts into `target`, starting at `start`. */
	copyTo(target: Buffer, start: number): void;
	/** A tag in ASCII that changes if and only if one of the items changes. */
	readonly tag: string;
}

export const NO_ITEMS: Items = { count: 0, length: 0, copyTo() {}, tag: '' };

/**
 * Returns the `data` of the prebuilt response at a path, or undefined if there is no such response.
 *
 * @template T what the responses at such paths contain
 */
export function dataAt<T>(release: Pick<ReleaseData, 'resource'>, path: string): T | undefined {
	const content = release.resource(path);
	return content && JSON.parse(content.read().toString()).data;
}

/** Parses items of a list, which are stored as JSON. */
export function parsedItems<T>(items: Items): T[] {
	const text = Buffer.alloc(items.length);
	items.copyTo(text, 0);
	return JSON.parse(`[${text}]`);
}

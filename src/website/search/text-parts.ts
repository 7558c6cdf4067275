/** The list of the text index's parts. The build writes it, and the browser reads it to search all parts. */

/** The address of the list. All other files of the index are in folders whose names are hashes of their content. */
export const TEXT_PARTS = '/search-parts.json';

/** The folder of the folders with the search engine and the parts. */
export const TEXT_FOLDER = '/pagefind/';

export interface TextParts {
	/** The name of the folder with the search engine. */
	readonly engine: string;
	/** The main division of the index. It has several parts if its text does not fit into the memory of a build. */
	readonly main: readonly TextPart[];
	/** The records that have changed since the main division was made. */
	readonly changed: readonly TextPart[];
}

/** A Pagefind index with some of the records. */
export interface TextPart {
	/** The name of the part's folder. */
	readonly name: string;
	/** The number of records in the part, including removed records. */
	readonly records: number;
	/** The records that searches must leave out, because they have changed or no longer exist. */
	readonly removed: readonly RemovedTexts[];
}

/** Records of one block. A record's number determines the values of its two filters, see `filtersOf`. */
export interface RemovedTexts {
	readonly block: string;
	readonly places: readonly string[];
}

/** The number of records in a block. */
const BLOCK = 128;

/**
 * The filters of a record. Together, they identify the record within its part. A single filter with a value for each
 * record would slow down searches, because Pagefind counts the results for every value.
 */
export type RecordFilters = { readonly block: string; readonly place: string };

/** @param number the record's index in the part */
export function filtersOf(number: number): RecordFilters {
	return { block: String(Math.floor(number / BLOCK)), place: String(number % BLOCK) };
}

/** Groups record numbers by their blocks. */
export function removedRecords(numbers: Iterable<number>): RemovedTexts[] {
	const blocks = Map.groupBy(Array.from(numbers, filtersOf), ({ block }) => block);
	return Array.from(blocks, ([block, filters]) => ({ block, places: filters.map(({ place }) => place) }));
}

/** Returns the record numbers that `removedRecords` has grouped. */
export function removedNumbers(removed: readonly RemovedTexts[]): ReadonlySet<number> {
	return new Set(removed.flatMap(({ block, places }) => places.map((place) => Number(block) * BLOCK + Number(place))));
}

/** The record that the engine's own index contains. Pagefind needs at least one. Searches must leave it out. */
export const ENGINE_FILTERS = { engine: 'engine' } as const;

/** The filter of programs' records. Searches leave them out if a server finds the programs. */
export const PROGRAM_FILTERS = { kind: 'program' } as const;

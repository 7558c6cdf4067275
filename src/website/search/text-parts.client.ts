/** Opens and searches the parts of the text index. Pagefind searches them in a worker. */
import { ENGINE_FILTERS, SAMPLE_PLACES, TEXT_FOLDER, type TextPart, type TextParts } from './text-parts.ts';

/** The part of Pagefind that is used here. */
interface Pagefind {
	mergeIndex(folder: string, options: object): Promise<void>;
	filters(): Promise<unknown>;
	search(
		words: string,
		options: object,
	): Promise<{ readonly results: readonly Result[]; readonly unfilteredResultCount: number }>;
}

export interface Result {
	readonly score: number;
	/** Where the searched words occur in the record. */
	readonly words: readonly number[];
	/** Loads the record. */
	data(): Promise<unknown>;
}

interface OpenPart {
	readonly part: TextPart;
	readonly pagefind: Pagefind;
}

export type TextIndex = readonly OpenPart[];

/** The results in one part. */
export interface Found {
	/** The results, best first. */
	readonly results: readonly Result[];
	/** At least this many records of the part match, whether they are in the sample or not. */
	readonly lowest: number;
}

const OPTIONS = {
	ranking: {
		// A low value, so that programs with many reviews do not rank lower because their text is longer.
		pageLength: 0.1,
		metaWeights: { title: 10, names: 8, pays: 0, terms: 0, cookie: 0, programs: 0 },
	},
} as const;

/**
 * Opens all parts. Each part has a Pagefind of its own, because a part without a searched word finds records with a
 * shorter word instead, so the results of each part must be checked.
 */
export async function openParts({ engine, main, changed }: TextParts): Promise<TextIndex> {
	const { createInstance }: { createInstance(options: object): Pagefind } = await import(
		/* @vite-ignore */ `${TEXT_FOLDER}${engine}/pagefind.js`
	);
	const open = async (part: TextPart): Promise<OpenPart> => {
		// The tags let browsers cache the files that start each index.
		const pagefind = createInstance({ ...OPTIONS, metaCacheTag: engine });
		// This fails if the engine cannot be loaded, while `mergeIndex` would wait forever.
		await pagefind.filters();
		await pagefind.mergeIndex(`${TEXT_FOLDER}${part.name}/`, { ...OPTIONS, metaCacheTag: part.name });
		return { part, pagefind };
	};
	// All parts share the WebAssembly module, which the first one starts.
	const parts = [...main, ...changed];
	const first = await Promise.all(parts.slice(0, 1).map(open));
	return [...first, ...(await Promise.all(parts.slice(1).map(open)))];
}

/** Searches all parts. @param isSample whether to search only a sample of each part */
export function searchParts(index: TextIndex, query: string, isSample: boolean): Promise<Found[]> {
	return Promise.all(
		index.map(async ({ part, pagefind }) => {
			const { removed } = part;
			const none = [ENGINE_FILTERS, ...removed.map(({ block, places }) => ({ block, place: { any: places } }))];
			const sample = isSample ? { place: { any: SAMPLE_PLACES } } : {};
			const { results, unfilteredResultCount } = await pagefind.search(query, { filters: { ...sample, none } });
			// The count includes removed records and perhaps the record of the engine.
			const others = removed.reduce((sum, { places }) => sum + places.length, 1);
			return { results, lowest: Math.max(results.length, unfilteredResultCount - others) };
		}),
	);
}

/** Searches the text of the site with Pagefind. Pagefind and the index are loaded when they are first needed. */
import type { TextMeta } from '../directory/text-record.ts';
import { ENGINE_FILTERS, PROGRAM_FILTERS, TEXT_FOLDER, TEXT_PARTS, type TextParts } from './text-parts.ts';

/** The fields of Pagefind's results that the site uses. */
export interface TextMatch {
	readonly url: string;
	readonly meta: TextMeta;
	/** HTML in which the matching words are marked. Pagefind has escaped the text. */
	readonly excerpt: string;
}

/** The part of Pagefind that is used here. */
interface Pagefind {
	filters(): Promise<unknown>;
	mergeIndex(folder: string, options: object): Promise<void>;
	search(words: string, options: object): Promise<{ readonly results: readonly { data(): Promise<TextMatch> }[] }>;
}

const OPTIONS = {
	excerptLength: 16,
	ranking: {
		// A low value, so that pages with many reviews do not rank lower because their text is longer.
		pageLength: 0.1,
		metaWeights: { title: 10, names: 8, pays: 0, terms: 0, cookie: 0, programs: 0 },
	},
} as const;

interface Opened {
	readonly pagefind: Pagefind;
	/** The filters of the records that no search finds, because newer parts of the index replace them. */
	readonly replaced: readonly object[];
}

let opened: Promise<Opened> | undefined;

/** Loads Pagefind and the index. If loading fails, the next call tries again. */
export function loadText(): Promise<Opened> {
	opened ??= open();
	opened.catch(forget);
	return opened;
}

function forget(): void {
	opened = undefined;
}

async function open(): Promise<Opened> {
	const response = await fetch(TEXT_PARTS);
	if (!response.ok) throw new Error(`${TEXT_PARTS}: ${response.status}`);
	const { engine, main, changed }: TextParts = await response.json();
	const { createInstance }: { createInstance(options: object): Pagefind } = await import(
		/* @vite-ignore */ `${TEXT_FOLDER}${engine}/pagefind.js`
	);
	const pagefind = createInstance({ ...OPTIONS, metaCacheTag: engine });
	// This fails if Pagefind cannot be loaded, while `mergeIndex` would wait forever.
	await pagefind.filters();
	const parts = [...main, ...changed];
	for (const { name } of parts) {
		// The tag lets browsers cache the files that start the index.
		const options = { ...OPTIONS, metaCacheTag: name, mergeFilter: { part: name } };
		await pagefind.mergeIndex(`${TEXT_FOLDER}${name}/`, options);
	}
	const replaced = parts.flatMap(({ name, removed }) =>
		removed.map(({ block, places }) => ({ part: name, block, place: { any: places } })),
	);
	return { pagefind, replaced: [ENGINE_FILTERS, ...replaced] };
}

/**
 * Finds the pages that match a text, the best first.
 *
 * @param most the maximum number of pages to return
 * @param withPrograms whether to find programs too
 * @throws Error when the index cannot be loaded
 */
export async function findText(query: string, most: number, withPrograms: boolean): Promise<TextMatch[]> {
	const { pagefind, replaced } = await loadText();
	const none = withPrograms ? replaced : [...replaced, PROGRAM_FILTERS];
	try {
		const { results } = await pagefind.search(query, { filters: { none } });
		const best = await Promise.all(results.slice(0, most).map((result) => result.data()));
		// Pagefind does not rank a page with exactly this title above longer titles with the same words.
		return best.sort((a, b) => Number(isTitle(b, query)) - Number(isTitle(a, query)));
	} catch (error) {
		// The site may have been rebuilt since, so parts of the index may be gone.
		forget();
		throw error;
	}
}

const isTitle = ({ meta }: TextMatch, query: string) => meta.title.toLowerCase() === query.toLowerCase();

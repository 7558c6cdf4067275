import type { FilterName } from '../filter-names.ts';

/** What a search understood of the text that somebody typed. */
export interface Understood {
	/** The filters that words of the text stand for, in the order of the text. Each filter occurs once. */
	readonly filters: readonly UnderstoodFilter[];
	/** The other words, as they were typed. Empty if they say nothing beside the filters, as in `best lifetime programs`. */
	readonly words: string;
}

export interface UnderstoodFilter {
	readonly name: FilterName;
	/** The value as text, as an address has it. */
	readonly value: string;
	/** The words of the text that stand for the filter, as they were typed. */
	readonly words: string;
}

/** How the programs match the words of a search by intent. */
export interface WordMatches {
	/** The number of programs that match every word. They come first, in every order. */
	readonly all: number;
	/** The words that bring further programs. Each program counts for the first of its words. */
	readonly some: readonly { readonly word: string; readonly count: number }[];
	/** The words that match no program, apart from those of a known phrase. */
	readonly none: readonly string[];
}

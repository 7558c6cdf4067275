/** The parts of a filter: which programs match, and how the explorer shows the filter. */
import type { z } from 'zod';
import type { PublishedProgram } from '../catalog/published.ts';
import type { NumberColumn } from './number-columns.ts';

interface FilterText {
	/** Whether it is part of the interface that all directories of this kind share. */
	readonly isOfInterface?: true;
	/** Parses the text that a client sends. */
	readonly schema: z.ZodType<string | number | boolean, string>;
	/** The description in the documentation. */
	readonly meaning: string;
	/** The name on pages. */
	readonly label: string;
	/** How the explorer's form shows the filter. Absent if the control of another filter includes it. */
	readonly control?: Control;
	/**
	 * Returns the label of the filter while it is in use. The default is the words of the value, or such words as
	 * `Rating 4 or more` for a number.
	 *
	 * @param words the value as pages write it
	 */
	readonly inUse?: (words: string, value: string) => string;
}

export type Control =
	/** Many choices. */
	| { readonly kind: 'select'; readonly any: string }
	/** More choices than people can look through. They type, and the browser lists those that match. */
	| { readonly kind: 'text'; readonly any: string }
	/** Few choices. @param fewest the number of choices below which the form leaves the filter out; by default 1 */
	| { readonly kind: 'radios'; readonly fewest?: number }
	/** Two fields for numbers, one for this filter and one for the filter `most`. */
	| { readonly kind: 'range'; readonly most: string }
	/** A field that visitors cannot see. Links to the explorer set it. */
	| { readonly kind: 'hidden' };

/** A program matches if the filter's value is one of the program's terms. */
export interface TermFilter extends FilterText {
	readonly kind: 'term';
	readonly terms: (program: PublishedProgram) => readonly string[];
}

/** A program matches if its number is known and is at least the filter's value. */
interface LeastFilter extends FilterText {
	readonly kind: 'at_least';
	readonly column: NumberColumn;
}

/** A program matches if its number is known and is at most the filter's value. */
interface MostFilter extends FilterText {
	readonly kind: 'at_most';
	readonly column: NumberColumn;
	/** The `range` of the minimum of this column has the field: its `most` names this filter. */
	readonly control?: never;
}

export type RangeFilter = LeastFilter | MostFilter;

/** A program matches if it has none of the terms of another filter. */
export interface NoneOfFilter extends FilterText {
	readonly kind: 'none_of';
	/** The name of the other filter. */
	readonly of: string;
}

/** A program matches if it is among the programs most similar to the one whose slug is the filter's value. */
interface SimilarFilter extends FilterText {
	readonly kind: 'similar';
}

export type WordFilter = TermFilter | NoneOfFilter;

export type Filter = WordFilter | RangeFilter | SimilarFilter;

/** Returns the terms of a column that has one term or none. */
export function ifKnown(term: string | null): readonly string[] {
	return term === null ? [] : [term];
}

/** The explorer's contents: each filter's choices with their counts, and the active filters. */

import { capitalized, spaced } from '../../catalog/keyword-names.ts';
import { type Facets, type FacetValue, mostCommon } from '../../search/facets.ts';
import type { Filter, RangeFilter } from '../../search/filter.ts';
import { type CountedFilterName, isRange } from '../../search/filter-names.ts';
import { FILTERS } from '../../search/filters.ts';
import { NUMBER_COLUMNS, type NumberColumn } from '../../search/number-columns.ts';
import { pick } from '../../shared/pick.ts';
import { organizationAddress, programAddress } from '../addresses.ts';
import { cookie } from '../format/facts.ts';
import { KEYWORD_WORDS } from '../format/keyword-words.ts';
import { inWords, number, type Quantity, stars } from '../format/numbers.ts';
import {
	type ExplorerValues,
	explorerAddress,
	FIELDS,
	type Field,
	type FilterField,
	isExact,
	isFilter,
	without,
} from './query.ts';

/** Maps the slugs of categories to their names, and the addresses of the chosen organization and program to their names. */
export type Names = ReadonlyMap<string, string>;

export interface Choice {
	readonly value: string;
	readonly label: string;
	/** How many programs this choice would show. */
	readonly count: number;
	readonly chosen: boolean;
	/** Whether the choice is disabled because no program would match. */
	readonly idle: boolean;
}

/** The maximum number of values that a filter lists: all countries, or the most common tags. */
const MOST_CHOICES = 250;

/**
 * Returns the choices of a `term` filter. If there are too many, lists those with the most programs. The chosen value is
 * always listed, even if no program has it.
 */
export function termChoices(
	field: CountedFilterName,
	{ terms }: Facets,
	values: ExplorerValues,
	names: Names,
): Choice[] {
	const chosen = values[field];
	const known: readonly FacetValue[] = terms[field];
	const listed = new Set(known.length > MOST_CHOICES ? mostCommon(known, MOST_CHOICES) : known);
	const shown = known.filter((facet) => listed.has(facet) || facet.value === chosen);
	const isKnown = chosen === undefined || shown.some(({ value }) => value === chosen);
	return [...shown, ...(isKnown ? [] : [{ value: chosen, count: 0 }])].map((facet) =>
		choice(facet, valueWords(field, facet.value, names), chosen),
	);
}

/** Returns the choices of a filter that sets a minimum. The choices are preset numbers. */
export function leastChoices(field: FilterField, { numbers }: Facets, values: ExplorerValues): Choice[] {
	return numbers[columnOf(field)].steps.map(({ value, count }) =>
		choice({ value: String(value), count }, `${valueWords(field, String(value))} or more`, values[field]),
	);
}

/** Returns the choices of a field's filter. Returns none if the directory has nothing to choose from. */
export function choicesOf(field: FilterField, facets: Facets, values: ExplorerValues, names: Names): Choice[] {
	if (!isRange(FILTERS[field])) return termChoices(field as CountedFilterName, facets, values, names);
	const isUnknown = facets.numbers[columnOf(field)].most === null && values[field] === undefined;
	return isUnknown ? [] : leastChoices(field, facets, values);
}

export function columnOf(field: FilterField): NumberColumn {
	return (FILTERS[field] as RangeFilter).column;
}

function choice({ value, count }: FacetValue, label: string, chosen: string | undefined): Choice {
	return { value, label, count, chosen: value === chosen, idle: count === 0 && value !== chosen };
}

/** Returns a value of a filter as pages write it. */
function valueWords(field: FilterField, value: string, names: Names = new Map()): string {
	if (!isRange(FILTERS[field])) return TERM_WORDS[field]?.(value, names) ?? capitalized(spaced(value));
	const column = columnOf(field);
	const figure = { figure: number(Number(value)), unit: NUMBER_COLUMNS[column].unit };
	return inWords(NUMBER_WORDS[column]?.(Number(value)) ?? figure);
}

/** The words for values whose words are not those of the value itself. */
const TERM_WORDS: { readonly [F in FilterField]?: (value: string, names: Names) => string } = {
	category: (value, names) => names.get(value) ?? value,
	organization: (value, names) => names.get(organizationAddress(value)) ?? value,
	similar_to: (value, names) => names.get(programAddress(value)) ?? value,
	tag: (value) => value,
	commission_type: (value) => capitalized(KEYWORD_WORDS.commission_type(value)),
	commission_figure: (value) => COMMISSION_FIGURE_WORDS.get(value) ?? value,
	...pick(KEYWORD_WORDS, ['tracking_platform', 'availability', 'approval', 'attribution']),
	country: KEYWORD_WORDS.countries,
	payout_method: KEYWORD_WORDS.payout_methods,
	commission_lifetime: () => 'Paid for life',
	deep_links: () => 'Deep links allowed',
	provenance: (value) => PROVENANCE_WORDS.get(value) ?? value,
	verified_only: () => 'Marked as verified',
};

/** The words for numbers that are not a figure and the unit of the column. */
const NUMBER_WORDS: { readonly [C in NumberColumn]?: (value: number) => Quantity } = {
	cookie_days: (days) => cookie(days)!,
	rating_average: stars,
};

const COMMISSION_FIGURE_WORDS = new Map([
	['exact', 'Exact figure'],
	['from', 'Minimum (“from 20%”)'],
	['up_to', 'Maximum (“up to 60%”)'],
	['either', 'One of two figures'],
	['contradictory', 'Contradictory terms'],
]);

const PROVENANCE_WORDS = new Map([
	['checked', 'Checked by an editor'],
	['imported', 'Imported, not checked'],
	['unchecked', 'Not checked'],
]);

/** An active filter, and the address of the explorer without this filter. */
export interface ActiveFilter {
	readonly field: Field;
	readonly label: string;
	readonly address: string;
}

/** Returns the active filters. The search words come first. */
export function activeFilters(values: ExplorerValues, names: Names): ActiveFilter[] {
	const active = FIELDS.filter((field) => values[field] !== undefined && (field === 'q' || isFilter(field)));
	return (active as ('q' | FilterField)[]).map((field) => ({
		field,
		label: field === 'q' ? quoted(values) : activeLabel(field, values[field]!, names),
		address: explorerAddress(without(values, field)),
	}));
}

const quoted = (values: ExplorerValues) => (isExact(values) ? values.q! : `“${values.q!}”`);

function activeLabel(field: FilterField, value: string, names: Names): string {
	const filter: Filter = FILTERS[field];
	const words = valueWords(field, value, names);
	if (filter.inUse !== undefined) return filter.inUse(words, value);
	return isRange(filter) ? `${filter.label} ${words} or ${filter.kind === 'at_least' ? 'more' : 'less'}` : words;
}

/**
 * Reads the query of the explorer's address. Invalid values never cause an error page, because users make typing errors
 * and old links contain outdated values.
 */

import { FIRST_EXPECTATION, MOST_EXPECTED } from '../../catalog/estimate.ts';
import { PERIODS } from '../../catalog/pay.ts';
import type { Filter } from '../../search/filter.ts';
import { FILTER_NAMES, type FilterName, type FilterValues, isRange } from '../../search/filter-names.ts';
import { FILTERS } from '../../search/filters.ts';
import { RELEVANCE } from '../../search/order.ts';
import { decimal, whole, wholeOneOf } from '../../search/parameter-values.ts';
import type { Query } from '../../search/program-index.ts';
import { excerpt } from '../../shared/text.ts';
import { PROGRAMS, SEARCH } from '../addresses.ts';
import { EXPECTATION_FIELDS, type ExpectationField, NUMBER_FIELDS, readExpectation } from '../estimates/expectation.ts';
import { MOST_PROGRAM_PAGES, PER_PAGE, pageAddress } from '../ui/pagination.ts';
import { isSiteSort, type SiteSort } from './site-sorts.ts';

/** The API's filters by figures that programs need not pay. The explorer has the filters by guaranteed pay instead. */
const UNSURE = ['min_commission', 'max_commission'] as const;

export type FilterField = Exclude<FilterName, (typeof UNSURE)[number]>;

/** The fields for filters, in the order of the form. */
export const FILTER_FIELDS = FILTER_NAMES.filter(
	(name): name is FilterField => !(UNSURE as readonly string[]).includes(name),
);

/** The name of a field in the explorer's form. The query parameter has the same name. */
export type Field = 'q' | FilterField | 'sort' | ExpectationField;

/** The fields in the order of the form. Addresses list them in the same order, with or without JavaScript. */
export const FIELDS: readonly Field[] = ['q', ...FILTER_FIELDS, 'sort', ...EXPECTATION_FIELDS];

/** The fields for a minimum and a maximum of the same number. */
const RANGES = FILTER_FIELDS.flatMap((least) => {
	const { control }: Filter = FILTERS[least];
	return control?.kind === 'range' ? [[least, control.most as FilterField] as const] : [];
});

export function isFilter(field: Field): field is FilterField {
	return (FILTER_FIELDS as readonly Field[]).includes(field);
}

function isExpected(field: Field): field is ExpectationField {
	return (EXPECTATION_FIELDS as Field[]).includes(field);
}

/** The field values, as text for the address. Values that have no effect are left out. */
export type ExplorerValues = { readonly [F in Field]?: string };

export interface ExplorerRequest {
	readonly values: ExplorerValues;
	/** The page, counted from 1. */
	readonly page: number;
	/** The error messages for fields with invalid values. Each message is a full sentence. */
	readonly problems: { readonly [F in Field]?: string };
}

/** A request without filters. It matches every program. */
export const UNFILTERED: ExplorerRequest = { values: {}, page: 1, problems: {} };

export const LONGEST_WORDS = 200;
const LONGEST_QUOTE = 40;

/** Reads a query. Ignores unknown parameters. If a parameter is repeated, its last non-empty value counts. */
export function readExplorerQuery(parameters: URLSearchParams): ExplorerRequest {
	const values: { [F in Field]?: string } = {};
	const problems: { [F in Field]?: string } = {};
	for (const field of FIELDS) {
		const text = lastGiven(parameters, field);
		if (text === undefined) continue;
		const value = read(field, text);
		if (value === undefined)
			problems[field] = `“${excerpt(text, LONGEST_QUOTE)}” ${problemWith(field)}, so it was ignored.`;
		else if (value !== '') values[field] = value;
	}
	for (const [least, most] of RANGES) {
		if (Number(values[least]) > Number(values[most]))
			problems[most] = 'The maximum is below the minimum, so nothing matches.';
	}
	const page = whole.safeParse(lastGiven(parameters, 'page') ?? '1').data ?? 1;
	if (values.q !== undefined && parameters.has('exact')) values.q = inQuotes(values.q);
	return { values, problems, page: Math.max(1, page) };
}

const QUOTED = /^"(.+)"$/;

/** Whether every word must match as it was typed, because the text is in quotation marks. */
export const isExact = ({ q = '' }: ExplorerValues) => QUOTED.test(q);

export const inQuotes = (text: string) => (QUOTED.test(text) ? text : `"${text}"`);

/** Converts a request to a query of the program index. */
export function programQuery({ values, page }: ExplorerRequest): Query {
	const filters = Object.fromEntries(
		(Object.keys(values) as Field[])
			.filter(isFilter)
			.map((field) => [field, FILTERS[field].schema.parse(values[field]!)]),
	) as FilterValues;
	const limit = PER_PAGE.programs;
	// A search lists the best matches first, and alternatives the most similar ones, unless another order is chosen.
	const chosen = values.sort as SiteSort | undefined;
	const fallback = values.q === undefined && values.similar_to === undefined ? 'listed' : RELEVANCE.name;
	const sort = orderOf(chosen, values) ?? fallback;
	const q = values.q?.replace(QUOTED, '$1');
	return { q, byIntent: !isExact(values), filters, sort, offset: (page - 1) * limit, limit };
}

/** Returns the order for a chosen sort. The site ranks by rating only programs with enough reviews. */
function orderOf(chosen: SiteSort | undefined, values: ExplorerValues): Query['sort'] {
	if (chosen === 'estimate') return readExpectation(values) ?? FIRST_EXPECTATION;
	return chosen === 'rating_desc' ? 'ranked' : chosen;
}

/**
 * Returns the address of an explorer page with these values. If there are no values and the page number is at most
 * `MOST_PROGRAM_PAGES`, returns the address of that page in the list of all programs.
 */
export function explorerAddress(values: ExplorerValues, page = 1): string {
	const given = FIELDS.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]]));
	if (given.length === 0 && page <= MOST_PROGRAM_PAGES) return pageAddress(PROGRAMS.address, page);
	if (page > 1) given.push(['page', String(page)]);
	return `${SEARCH.address}?${new URLSearchParams(given)}`;
}

/**
 * Returns a function that returns the address of each page of a program list. Pages after `MOST_PROGRAM_PAGES` are
 * explorer pages, which the server renders.
 *
 * @param base the address of the first page
 * @param values the explorer values that match all programs of the list and no other programs
 */
export function programListAddress(base: string, values: ExplorerValues): (pageNumber: number) => string {
	return (page) => (page > MOST_PROGRAM_PAGES ? explorerAddress(values, page) : pageAddress(base, page));
}

export function without(values: ExplorerValues, ...fields: readonly Field[]): ExplorerValues {
	return Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field as Field)));
}

/** Normalizes a field's value. Returns undefined if the value is invalid, and empty text if it has no effect. */
function read(field: Field, text: string): string | undefined {
	if (field === 'q') return [...text].slice(0, LONGEST_WORDS).join('').trim();
	// Tags are typed. Programs have them in this form.
	if (field === 'tag') return text.toLowerCase().replace(/\s+/g, '-');
	if (field === 'sort') return isSiteSort(text) ? text : undefined;
	if (field === 'months') {
		const { success, data } = months.safeParse(text);
		if (!success) return undefined;
		return data === FIRST_EXPECTATION.months ? '' : text;
	}
	if (isExpected(field)) return EXPECTED[field].safeParse(text).success ? text : undefined;
	const { success, data } = FILTERS[field].schema.safeParse(text);
	if (!success) return undefined;
	if (data === false) return '';
	// Keep the text of a number. JavaScript would write a very small number as 1e-7, which is not valid in a query.
	return typeof data === 'number' ? text : String(data);
}

/** The schemas of the visitor's assumptions, by field. */
const EXPECTED = Object.fromEntries(
	NUMBER_FIELDS.map((field) => [field, decimal.refine((value) => value <= MOST_EXPECTED[field])]),
) as { readonly [F in (typeof NUMBER_FIELDS)[number]]: typeof decimal };
const months = wholeOneOf(PERIODS);

function problemWith(field: Field): string {
	if (field === 'sort') return 'is not a sort order';
	if (field === 'months') return 'is not one of the choices';
	if (isExpected(field)) return `is not a number from 0 to ${MOST_EXPECTED[field].toLocaleString('en')}`;
	const filter: Filter | undefined = isFilter(field) ? FILTERS[field] : undefined;
	if (filter === undefined || !isRange(filter)) return 'is not one of the choices';
	return filter.schema === whole ? 'is not a whole number (0 or higher)' : 'is not a number (0 or higher)';
}

function lastGiven(parameters: URLSearchParams, name: string): string | undefined {
	return parameters
		.getAll(name)
		.map((text) => text.trim())
		.findLast((text) => text !== '');
}

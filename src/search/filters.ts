/**
 * The filters of the program search, one row each. The index, the explorer's facets, the parameters of the API, its
 * documentation and the reference implementation in the tests read these rows, so a new filter needs only one more row.
 */
import { z } from 'zod';
import { commissionOf } from '../catalog/commission.ts';
import { COUNTRIES } from '../catalog/countries.ts';
import { WORLDWIDE } from '../catalog/fields.ts';
import { COMMISSION_TYPES } from '../catalog/program.ts';
import { provenanceOf } from '../catalog/provenance.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import * as parameter from './parameter-values.ts';

interface FilterText {
	/** Parses the text that a client sends. */
	readonly schema: z.ZodType<string | number | boolean, string>;
	/** The description in the documentation. */
	readonly meaning: string;
}

/** A program matches if the filter's value is one of the program's terms. */
export interface TermFilter extends FilterText {
	readonly kind: 'term';
	readonly terms: (program: PublishedProgram) => readonly string[];
}

/** A program matches if its number is known and is at least (or at most) the filter's value. */
export interface RangeFilter extends FilterText {
	readonly kind: 'at_least' | 'at_most';
	readonly column: NumberColumn;
}

export type Filter = TermFilter | RangeFilter;

/** The numbers that range filters compare; null if unknown. */
export const NUMBER_COLUMNS = {
	commission_rate: (program) => program.commission_rate,
	clear_rate: (program) => commissionOf(program).rate,
	cookie_days: (program) => program.cookie_days,
	rating_average: (program) => program.rating_average,
} as const satisfies { readonly [column: string]: (program: PublishedProgram) => number | null };

export type NumberColumn = keyof typeof NUMBER_COLUMNS;

export const NUMBER_COLUMN_NAMES = Object.keys(NUMBER_COLUMNS) as NumberColumn[];

const commissionType = z
	.string()
	.transform((value) => (value === 'one-time' ? 'one_time' : value))
	.pipe(z.enum(COMMISSION_TYPES, { error: `It must be one of ${COMMISSION_TYPES.join(', ')}.` }));

/**
 * The filters of the API, by the name of the query parameter. They are part of the public interface, so they must not
 * change (interface 4.1).
 */
export const API_FILTERS = {
	commission_type: {
		kind: 'term',
		terms: (program) => [program.commission_type],
		schema: commissionType,
		meaning: `How the program pays: ${COMMISSION_TYPES.join(', ')} (one-time is accepted too)`,
	},
	min_commission: {
		kind: 'at_least',
		column: 'commission_rate',
		schema: parameter.decimal,
		meaning: 'Minimum commission percentage',
	},
	max_commission: {
		kind: 'at_most',
		column: 'commission_rate',
		schema: parameter.decimal,
		meaning: 'Maximum commission percentage',
	},
	min_cookie_days: {
		kind: 'at_least',
		column: 'cookie_days',
		schema: parameter.whole,
		meaning: 'Minimum cookie duration in days',
	},
	tracking_platform: {
		kind: 'term',
		terms: (program) => ifKnown(program.tracking_platform),
		schema: z.string(),
		meaning: 'The identifier of a tracking platform. An unknown identifier matches no programs',
	},
	verified_only: {
		kind: 'term',
		// Every program has the term false, so `verified_only=false` matches all.
		terms: (program) => (program.verified ? ['true', 'false'] : ['false']),
		schema: parameter.flag,
		meaning: 'Only verified programs if true or 1; all programs if false or 0',
	},
	category: {
		kind: 'term',
		terms: (program) => program.categories.map((category) => category.slug),
		schema: z.string(),
		meaning: 'The slug of a category. An unknown slug matches no programs',
	},
} as const satisfies { readonly [parameter: string]: Filter };

/** The filters of the explorer: the filters of the API, and more. */
export const FILTERS = {
	...API_FILTERS,
	organization: {
		kind: 'term',
		terms: (program) => [program.organization.slug],
		schema: z.string(),
		meaning: 'The slug of an organization. An unknown slug matches no programs',
	},
	commission_figure: {
		kind: 'term',
		terms: (program) => {
			const { isUnclear, qualifier } = commissionOf(program);
			return ifKnown(isUnclear ? 'unclear' : qualifier);
		},
		schema: z.string(),
		meaning:
			'Whether its commission is exact, a minimum (from), a maximum (up_to), one of two figures (either) or unclear',
	},
	min_clear_rate: {
		kind: 'at_least',
		column: 'clear_rate',
		schema: parameter.decimal,
		meaning: 'Minimum commission percentage; programs with unclear terms have none',
	},
	max_clear_rate: {
		kind: 'at_most',
		column: 'clear_rate',
		schema: parameter.decimal,
		meaning: 'Maximum commission percentage; programs with unclear terms have none',
	},
	max_cookie_days: {
		kind: 'at_most',
		column: 'cookie_days',
		schema: parameter.whole,
		meaning: 'Maximum cookie duration in days',
	},
	payout_frequency: {
		kind: 'term',
		terms: (program) => ifKnown(program.payout_frequency),
		schema: z.string(),
		meaning: 'How often the program pays out. An unknown value matches no programs',
	},
	approval: {
		kind: 'term',
		terms: (program) => ifKnown(program.approval),
		schema: z.string(),
		meaning: 'How the program accepts publishers',
	},
	country: {
		kind: 'term',
		terms: ({ countries }) => (countries?.includes(WORLDWIDE) ? COUNTRIES : (countries ?? [])),
		schema: z.string(),
		meaning: 'The code of a country whose publishers may join',
	},
	payout_method: {
		kind: 'term',
		terms: (program) => program.payout_methods ?? [],
		schema: z.string(),
		meaning: 'A payout method of the program. An unknown value matches no programs',
	},
	attribution: {
		kind: 'term',
		terms: (program) => ifKnown(program.attribution),
		schema: z.string(),
		meaning: 'The click that a sale is credited to. An unknown value matches no programs',
	},
	deep_links: {
		kind: 'term',
		terms: (program) => (program.deep_links ? ['true'] : []),
		schema: z.string(),
		meaning: 'true for programs that let publishers link to any page',
	},
	provenance: {
		kind: 'term',
		terms: (program) => [provenanceOf(program)],
		schema: z.string(),
		meaning: 'Whether its facts are checked by an editor, imported, or unchecked',
	},
	min_rating: {
		kind: 'at_least',
		column: 'rating_average',
		schema: parameter.decimal,
		meaning: 'Minimum average rating, before it is rounded',
	},
} as const satisfies { readonly [parameter: string]: Filter };

function ifKnown(term: string | null): readonly string[] {
	return term === null ? [] : [term];
}

export type FilterName = keyof typeof FILTERS;

/** The names of the filters of the kind `term`. */
export type TermFilterName = { [N in FilterName]: (typeof FILTERS)[N]['kind'] extends 'term' ? N : never }[FilterName];

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export const TERM_FILTER_NAMES = FILTER_NAMES.filter((name): name is TermFilterName => FILTERS[name].kind === 'term');

/** The names of the filters whose values the explorer lists with counts. There are too many organizations to list. */
export type CountedFilterName = Exclude<TermFilterName, 'organization'>;

export const COUNTED_FILTER_NAMES = TERM_FILTER_NAMES.filter(
	(name): name is CountedFilterName => name !== 'organization',
);

/** Returns the names of the filters that set a minimum or a maximum for a column. */
export function rangeFilters(column: NumberColumn): FilterName[] {
	return FILTER_NAMES.filter((name) => {
		const filter: Filter = FILTERS[name];
		return filter.kind !== 'term' && filter.column === column;
	});
}

/** The values to filter by. */
export type FilterValues = { readonly [N in FilterName]?: z.output<(typeof FILTERS)[N]['schema']> | undefined };

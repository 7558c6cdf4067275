/**
 * The filters of the program search, one row each. The index, the explorer's facets and form, the parameters of the API,
 * its documentation and the tests read these rows, so a new filter needs only one more row.
 */
import { z } from 'zod';
import { commissionOf } from '../catalog/commission.ts';
import { COUNTRIES } from '../catalog/countries.ts';
import { WORLDWIDE } from '../catalog/fields.ts';
import { spaced } from '../catalog/keyword-names.ts';
import { COMMISSION_TYPES } from '../catalog/program.ts';
import { provenanceOf } from '../catalog/provenance.ts';
import type { Filter } from './filter.ts';
import type { NumberColumn } from './number-columns.ts';
import * as parameter from './parameter-values.ts';

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
		label: 'Commission type',
		control: { kind: 'radios' },
	},
	min_commission: {
		kind: 'at_least',
		column: 'commission_rate',
		schema: parameter.decimal,
		meaning: 'Minimum commission percentage',
		label: 'Commission',
		control: { kind: 'range', most: 'max_commission' },
	},
	max_commission: {
		kind: 'at_most',
		column: 'commission_rate',
		schema: parameter.decimal,
		meaning: 'Maximum commission percentage',
		label: 'Commission',
	},
	min_cookie_days: {
		kind: 'at_least',
		column: 'cookie_days',
		schema: parameter.whole,
		meaning: 'Minimum cookie duration in days',
		label: 'Cookie',
		control: { kind: 'range', most: 'max_cookie_days' },
		inUse: (days, value) => (Number(value) === 0 ? 'Any published cookie duration' : `Cookie ${days} or longer`),
	},
	tracking_platform: {
		kind: 'term',
		terms: (program) => ifKnown(program.tracking_platform),
		schema: z.string(),
		meaning: 'The identifier of a tracking platform. An unknown identifier matches no programs',
		label: 'Network',
		control: { kind: 'select', any: 'All networks' },
	},
	verified_only: {
		kind: 'term',
		// Every program has the term false, so `verified_only=false` matches all.
		terms: (program) => (program.verified ? ['true', 'false'] : ['false']),
		schema: parameter.flag,
		meaning: 'Only verified programs if true or 1; all programs if false or 0',
		label: 'Marked as verified',
		// The mark can come from a registry that was imported. Visitors filter by `provenance` instead.
		control: { kind: 'hidden' },
		inUse: () => 'Marked as verified',
	},
	category: {
		kind: 'term',
		terms: (program) => program.categories.map((category) => category.slug),
		schema: z.string(),
		meaning: 'The slug of a category. An unknown slug matches no programs',
		label: 'Category',
		control: { kind: 'select', any: 'All categories' },
	},
} as const satisfies { readonly [parameter: string]: Filter };

/** The filters of the explorer, in the order of its form: the filters of the API, and more. */
export const FILTERS = {
	category: API_FILTERS.category,
	tag: {
		kind: 'term',
		terms: ({ tags }) => tags ?? [],
		schema: z.string(),
		meaning: 'A tag of the program. An unknown tag matches no programs',
		label: 'Tag',
		control: { kind: 'select', any: 'Any tag' },
	},
	organization: {
		kind: 'term',
		terms: (program) => [program.organization.slug],
		schema: z.string(),
		meaning: 'The slug of an organization. An unknown slug matches no programs',
		label: 'Organization',
		control: { kind: 'hidden' },
	},
	commission_type: API_FILTERS.commission_type,
	min_commission: API_FILTERS.min_commission,
	max_commission: API_FILTERS.max_commission,
	commission_figure: {
		kind: 'term',
		terms: (program) => {
			const { isContradictory, qualifier } = commissionOf(program);
			return ifKnown(isContradictory ? 'contradictory' : qualifier);
		},
		schema: z.string(),
		meaning:
			'Whether its commission is exact, a minimum (from), a maximum (up_to), one of two figures (either) or contradictory',
		label: 'Commission figure',
		control: { kind: 'select', any: 'Any' },
	},
	min_clear_rate: {
		kind: 'at_least',
		column: 'clear_rate',
		schema: parameter.decimal,
		meaning: 'Minimum commission percentage; programs without a figure match no value',
		label: 'Commission',
	},
	max_clear_rate: {
		kind: 'at_most',
		column: 'clear_rate',
		schema: parameter.decimal,
		meaning: 'Maximum commission percentage; programs without a figure match no value',
		label: 'Commission',
	},
	min_cookie_days: API_FILTERS.min_cookie_days,
	max_cookie_days: {
		kind: 'at_most',
		column: 'cookie_days',
		schema: parameter.whole,
		meaning: 'Maximum cookie duration in days',
		label: 'Cookie',
		inUse: (days, value) => (Number(value) === 0 ? 'Cookie for the session only' : `Cookie ${days} or shorter`),
	},
	tracking_platform: API_FILTERS.tracking_platform,
	payout_frequency: {
		kind: 'term',
		terms: (program) => ifKnown(program.payout_frequency),
		schema: z.string(),
		meaning: 'How often the program pays out. An unknown value matches no programs',
		label: 'Payouts',
		control: { kind: 'select', any: 'Any payout frequency' },
		inUse: (_, value) => `Paid ${spaced(value)}`,
	},
	availability: {
		kind: 'term',
		terms: (program) => ifKnown(program.availability),
		schema: z.string(),
		meaning: 'Whether publishers can join: open, invitation, waitlist or closed. An unknown value matches no programs',
		label: 'Availability',
		control: { kind: 'radios' },
	},
	approval: {
		kind: 'term',
		terms: (program) => ifKnown(program.approval),
		schema: z.string(),
		meaning: 'How the program accepts publishers',
		label: 'Approval',
		control: { kind: 'radios' },
		inUse: (words) => `Approval: ${words.toLowerCase()}`,
	},
	country: {
		kind: 'term',
		terms: ({ countries }) => (countries?.includes(WORLDWIDE) ? COUNTRIES : (countries ?? [])),
		schema: z.string(),
		meaning: 'The code of a country whose publishers may join',
		label: 'Open to publishers in',
		control: { kind: 'select', any: 'Any country' },
		inUse: (country) => `Open to ${country}`,
	},
	payout_method: {
		kind: 'term',
		terms: (program) => program.payout_methods ?? [],
		schema: z.string(),
		meaning: 'A payout method of the program. An unknown value matches no programs',
		label: 'Payout method',
		control: { kind: 'select', any: 'Any payout method' },
		inUse: (method) => `Pays by ${method}`,
	},
	attribution: {
		kind: 'term',
		terms: (program) => ifKnown(program.attribution),
		schema: z.string(),
		meaning: 'The click that a sale is credited to. An unknown value matches no programs',
		label: 'Attribution',
		control: { kind: 'select', any: 'Any attribution' },
	},
	deep_links: {
		kind: 'term',
		terms: (program) => (program.deep_links ? ['true'] : []),
		schema: z.string(),
		meaning: 'true for programs that let publishers link to any page',
		label: 'Deep links',
		control: { kind: 'select', any: 'Any' },
	},
	min_rating: {
		kind: 'at_least',
		column: 'rating_average',
		schema: parameter.decimal,
		meaning: 'Minimum average rating, before it is rounded',
		label: 'Rating',
		control: { kind: 'radios' },
	},
	provenance: {
		kind: 'term',
		terms: (program) => [provenanceOf(program)],
		schema: z.string(),
		meaning: 'Whether its facts are checked by an editor, imported, or unchecked',
		label: 'Source of the facts',
		control: { kind: 'radios', fewest: 2 },
	},
	verified_only: API_FILTERS.verified_only,
} as const satisfies { readonly [parameter: string]: Filter };

function ifKnown(term: string | null): readonly string[] {
	return term === null ? [] : [term];
}

export type FilterName = keyof typeof FILTERS;

export type TermFilterName = { [N in FilterName]: (typeof FILTERS)[N]['kind'] extends 'term' ? N : never }[FilterName];

/** The names of all filters, in the order of the explorer's form. */
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

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

export type FilterValues = { readonly [N in FilterName]?: z.output<(typeof FILTERS)[N]['schema']> | undefined };

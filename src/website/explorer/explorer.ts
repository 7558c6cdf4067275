/** The explorer's contents: each filter's choices with their counts, and the active filters. */

import { capitalized, platformName, spaced } from '../../catalog/keyword-names.ts';
import type { CommissionType } from '../../catalog/program.ts';
import type { Approval } from '../../catalog/program-facts.ts';
import type { Facets, FacetValue } from '../../search/facets.ts';
import type { CountedFilterName, NumberColumn } from '../../search/filters.ts';
import { organizationAddress } from '../addresses.ts';
import { APPROVAL_WORDS, attributionWords, countryWord, payoutMethod } from '../format/facts.ts';
import { inWords, number, type Quantity, stars } from '../format/numbers.ts';
import { COMMISSION_TYPE_WORDS, cookie, TERMS_UNCLEAR } from '../format/terms.ts';
import { type ExplorerValues, explorerAddress, type Field, isNarrowing, type Narrowing, without } from './query.ts';

/** Maps the slugs of categories to their names, and the address of the chosen organization to its name. */
export type Names = ReadonlyMap<string, string>;

/** A value that can be chosen in a filter. */
export interface Choice {
	readonly value: string;
	readonly label: string;
	/** How many programs this choice would show. */
	readonly count: number;
	readonly chosen: boolean;
	/** Whether the choice is disabled because no program would match. */
	readonly idle: boolean;
}

/** Returns the choices of a `term` filter. They include the chosen value, even if no program has it. */
export function termChoices(
	field: CountedFilterName,
	{ terms }: Facets,
	values: ExplorerValues,
	names: Names,
): Choice[] {
	const chosen = values[field];
	const known: readonly FacetValue[] = terms[field];
	const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
	return [...known, ...(isKnown ? [] : [{ value: chosen, count: 0 }])].map((facet) =>
		choice(facet, termLabel(field, facet.value, names), chosen),
	);
}

/** Returns the choices of a filter that sets a minimum. The choices are preset numbers. */
export function leastChoices(
	field: Field,
	column: NumberColumn,
	{ numbers }: Facets,
	values: ExplorerValues,
	label: (value: number) => string,
): Choice[] {
	return numbers[column].steps.map(({ value, count }) =>
		choice({ value: String(value), count }, label(value), values[field]),
	);
}

function choice({ value, count }: FacetValue, label: string, chosen: string | undefined): Choice {
	return { value, label, count, chosen: value === chosen, idle: count === 0 && value !== chosen };
}

/** Returns the label of a filter value. */
export function termLabel(field: CountedFilterName, value: string, names: Names): string {
	if (field === 'category') return names.get(value) ?? value;
	if (field === 'commission_type') return capitalized(COMMISSION_TYPE_WORDS[value as CommissionType]);
	if (field === 'commission_figure') return COMMISSION_FIGURE_WORDS.get(value) ?? value;
	if (field === 'approval') return isApproval(value) ? APPROVAL_WORDS[value] : value;
	if (field === 'country') return countryWord(value);
	if (field === 'payout_method') return payoutMethod(value);
	if (field === 'attribution') return attributionWords({ attribution: value })!;
	if (field === 'deep_links') return 'Deep links allowed';
	if (field === 'provenance') return PROVENANCE_WORDS.get(value) ?? value;
	if (field === 'tracking_platform') return platformName(value);
	if (field === 'payout_frequency') return capitalized(spaced(value));
	return 'Verified only';
}

function isApproval(value: string): value is Approval {
	return Object.hasOwn(APPROVAL_WORDS, value);
}

const COMMISSION_FIGURE_WORDS = new Map([
	['exact', 'Exact figure'],
	['from', 'Minimum (“from 20%”)'],
	['up_to', 'Maximum (“up to 60%”)'],
	['either', 'One of two figures'],
	['unclear', TERMS_UNCLEAR],
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
	return (Object.keys(values) as Field[]).filter(isNarrowing).map((field) => ({
		field,
		label: ACTIVE[field](values[field]!, names),
		address: explorerAddress(without(values, field)),
	}));
}

const percent = (value: string) => inWords({ figure: number(Number(value)), unit: '%' });
const days = (value: string) => inWords(cookie(Number(value)) as Quantity);

/** The labels of active filters. */
const ACTIVE: { readonly [F in Narrowing]: (value: string, names: Names) => string } = {
	q: (value) => `“${value}”`,
	category: (value, names) => termLabel('category', value, names),
	organization: (value, names) => names.get(organizationAddress(value)) ?? value,
	commission_type: (value) => termLabel('commission_type', value, new Map()),
	commission_figure: (value) => termLabel('commission_figure', value, new Map()),
	min_commission: (value) => `Commission ${percent(value)} or more`,
	max_commission: (value) => `Commission ${percent(value)} or less`,
	min_cookie_days: (value) =>
		Number(value) === 0 ? 'Any published cookie duration' : `Cookie ${days(value)} or longer`,
	max_cookie_days: (value) =>
		Number(value) === 0 ? 'Cookie for the session only' : `Cookie ${days(value)} or shorter`,
	tracking_platform: (value) => platformName(value),
	payout_frequency: (value) => `Paid ${spaced(value)}`,
	min_rating: (value) => `Rating ${inWords(stars(Number(value)))} or more`,
	verified_only: () => 'Verified',
	approval: (value) => `Approval: ${termLabel('approval', value, new Map()).toLowerCase()}`,
	country: (value) => `Open to ${termLabel('country', value, new Map())}`,
	payout_method: (value) => `Pays by ${termLabel('payout_method', value, new Map())}`,
	attribution: (value) => termLabel('attribution', value, new Map()),
	deep_links: () => 'Deep links allowed',
	provenance: (value) => termLabel('provenance', value, new Map()),
};

/** Returns the stops of a slider: the round numbers below the highest value in the directory, and the highest value. */
export function sliderStops(round: readonly number[], { most }: { readonly most: number | null }): number[] {
	if (most === null) return [];
	return [...round.filter((stop) => stop < most), most];
}

/** What a program pays: the columns of its base offer, and its further offers. */
import { z } from 'zod';
import { type Columns, type ProgramColumn, type RecordWith, schemaOf } from './columns.ts';
import * as field from './fields.ts';

/**
 * The kinds of commission figures. `exact` is an exact figure, `from` a minimum and `up_to` a maximum. `either` means
 * that the program pays the amount or the percentage, but not both.
 */
export const COMMISSION_QUALIFIERS = ['exact', 'from', 'up_to', 'either'] as const;
export type CommissionQualifier = (typeof COMMISSION_QUALIFIERS)[number];

/** How a program pays: each month (recurring), once per sale (one-time), both (hybrid), or in steps (tiered). */
export const COMMISSION_TYPES = ['recurring', 'one_time', 'hybrid', 'tiered'] as const;
export type CommissionType = (typeof COMMISSION_TYPES)[number];

/** The events that a commission is paid for. `payment` means each payment of a customer. */
export const OFFER_PER = ['payment', 'first_payment', 'sale', 'lead', 'signup', 'other'] as const;
export type OfferPer = (typeof OFFER_PER)[number];

/** The places in which a source can state a commission. */
export const STATED_IN = ['rate', 'duration', 'conditions', 'description'] as const;
export type StatedIn = (typeof STATED_IN)[number];

export const OFFER_COLUMNS = {
	rate: {
		type: 'percentage',
		schema: field.percentage.nullable().default(null),
		meaning: 'The percentage',
	},
	amount: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		meaning: 'The amount, in the currency of the program',
	},
	qualifier: {
		type: 'choice',
		schema: field.oneOf(COMMISSION_QUALIFIERS).default('exact'),
		meaning: 'Exact, a minimum, a maximum, or one of two figures',
	},
	maximum: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		meaning: 'The upper end of a range',
	},
	per: {
		type: 'choice',
		schema: field.oneOf(OFFER_PER).nullable().default(null),
		meaning: 'The event that it is paid for',
	},
	months: {
		type: 'count',
		schema: field.months.nullable().default(null),
		meaning: 'How long it is paid',
	},
	lifetime: {
		type: 'boolean',
		schema: field.boolean.default(false),
		meaning: 'Whether it is paid for life',
	},
	condition: {
		type: 'line',
		schema: field.line.default(''),
		meaning: 'The condition, or the words of a contradictory statement',
	},
	stated_in: {
		type: 'choice',
		schema: field.oneOf(STATED_IN).nullable().default(null),
		meaning: 'The place of a contradictory statement, null for an offer',
	},
} as const satisfies Columns;

/**
 * An offer of a program besides its base offer, or, if `stated_in` is set, one of the contradictory statements of its
 * base offer.
 */
export type ListedOffer = RecordWith<typeof OFFER_COLUMNS>;

/** The pay under one condition. */
export type Offer = Omit<ListedOffer, 'stated_in'>;

/** The maximum number of offers besides the base offer. */
export const MOST_OFFERS = 20;

/**
 * Whether the upper end of a range is within the limit of what it is an upper end of. Beside a percentage, it is a
 * percentage too.
 */
export function isPossibleMaximum(rate: number | null, maximum: number | null): boolean {
	return rate === null || maximum === null || maximum <= field.LIMITS.percentage[1];
}

/** The rule that `isPossibleMaximum` checks, as an issue of the field with the upper end. */
export const IMPOSSIBLE_MAXIMUM = {
	code: 'custom',
	message: `at most ${field.LIMITS.percentage[1].toLocaleString('en')} beside a percentage`,
	params: { fix: 'correct it, or leave it empty' },
} as const;

const offer = schemaOf(OFFER_COLUMNS).superRefine(({ rate, maximum }, context) => {
	if (!isPossibleMaximum(rate, maximum)) context.addIssue({ ...IMPOSSIBLE_MAXIMUM, path: ['maximum'] });
});

/** The schema for the further offers of a program, in order. */
export const offers = z
	.array(offer, { error: 'a list of offers' })
	.max(MOST_OFFERS, { error: `at most ${MOST_OFFERS} offers` });

/** The columns of a program that describe what it pays. */
export const COMMISSION_COLUMNS = {
	commission_type: {
		type: 'choice',
		schema: field.oneOf(COMMISSION_TYPES),
		spellings: { 'one-time': 'one_time' },
		meaning: 'Whether it pays each month, once per sale, both, or in tiers',
		responses: 'every response',
		isTerm: true,
	},
	commission_rate: {
		type: 'percentage',
		schema: field.percentage.nullable().default(null),
		label: 'Commission',
		meaning:
			'Percentage of each sale (for a range, its lower end, and for “up to”, the maximum), or unknown for a flat fee',
		responses: 'every response',
		isTerm: true,
	},
	commission_qualifier: {
		type: 'choice',
		schema: field.oneOf(COMMISSION_QUALIFIERS).nullable().default(null),
		label: 'Kind of commission figure',
		meaning: 'Whether the commission is exact, a minimum, a maximum, or paid as either the amount or the percentage',
		responses: 'items and detail',
		isTerm: true,
	},
	commission_text: {
		type: 'line',
		schema: field.line.nullable().default(null),
		label: 'Commission in the program’s words',
		meaning: 'The commission in the program’s own words',
		responses: 'items and detail',
		isTerm: true,
	},
	commission_amount: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		label: 'Commission amount',
		meaning: 'A flat fee per sale, lead or other event, in the currency of the program',
		responses: 'items and detail',
		isTerm: true,
	},
	commission_duration: {
		type: 'line',
		schema: field.line.nullable().default(null),
		form: 'one line of text such as `12 months` or `lifetime`',
		label: 'Duration',
		meaning: 'How long a recurring commission is paid',
		responses: 'items and detail',
		isTerm: true,
	},
	commission_maximum: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		label: 'Highest commission',
		meaning: 'The upper end of a range of rates or amounts',
		isTerm: true,
	},
	commission_per: {
		type: 'choice',
		schema: field.oneOf(OFFER_PER).nullable().default(null),
		label: 'Commission for',
		meaning: 'The event that its commission is paid for',
		isTerm: true,
	},
	commission_months: {
		type: 'count',
		schema: field.months.nullable().default(null),
		label: 'Months of commission',
		meaning: 'For how many months its commission is paid',
		isTerm: true,
	},
	commission_lifetime: {
		type: 'boolean',
		schema: field.boolean.default(false),
		label: 'Commission for life',
		meaning: 'Whether its commission is paid for life',
		isTerm: true,
	},
	offers: {
		type: 'offers',
		schema: offers.default([]),
		table: 'offers',
		label: 'Further offers',
		meaning: 'What else it pays (tiers, plans, later months), and contradictory statements of its commission',
		isTerm: true,
	},
} as const satisfies { readonly [name: string]: ProgramColumn };

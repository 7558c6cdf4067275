/** What a program pays under one condition. */
import { z } from 'zod';
import { type Columns, optional, type RecordWith, schemaOf } from './columns.ts';
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

/** What responses say if nothing says how a program pays. The contract requires a type (interface 2.1). */
export const UNSTATED_TYPE: CommissionType = 'one_time';

/** The events that a commission is paid for. `payment` means each payment of a customer. */
export const OFFER_PER = ['payment', 'first_payment', 'sale', 'lead', 'signup', 'customer', 'other'] as const;
export type OfferPer = (typeof OFFER_PER)[number];

/** The periods for which a program pays an amount again, and those that a cap can hold for. */
const PERIODS = ['month', 'year'] as const;
const CAP_PERIODS = ['customer', 'month', 'year', 'total'] as const;

const REWARDS = ['cash', 'credit'] as const;

/** How a further offer relates to the one before it: both are paid, one of the two, one after the other, or this one. */
const RELATIONS = ['plus', 'or', 'then', 'instead'] as const;

/** The places in which a source can state a commission. The first and the third are parts of `commission_text`. */
export const STATED_IN = ['rate', 'duration', 'conditions', 'description'] as const;
export type StatedIn = (typeof STATED_IN)[number];

/** The columns that a base offer and further offers have in common (decisions, Offers). */
export const SHARED_COLUMNS = {
	rate: optional('percentage', field.percentage, 'The percentage'),
	amount: optional('amount', field.amount, 'The amount'),
	maximum: optional('amount', field.amount, 'The upper end of a range'),
	per: optional('choice', field.oneOf(OFFER_PER), 'The event that it is paid for'),
	every: optional('choice', field.oneOf(PERIODS), 'The period for which an amount is paid again, for each customer'),
	of: optional('line', field.line, 'What the percentage is of, if it is not the customer’s payment'),
	months: optional('count', field.months, 'For how many months it is paid'),
	lifetime: {
		type: 'boolean',
		schema: field.boolean.default(false),
		meaning: 'Whether it is paid for life',
	},
	sales: optional('count', field.ordinal, 'For how many sales it holds'),
	cap: optional('amount', field.amount, 'The most that it pays, in its currency'),
	cap_per: optional('choice', field.oneOf(CAP_PERIODS), 'What the cap holds for'),
	until: optional('date', field.date, 'The last day on which it holds'),
	condition: optional('line', field.line, 'Its condition, in the words of the source'),
	reward: optional('choice', field.oneOf(REWARDS), 'Whether it is paid in cash, or as credit or a gift'),
} as const satisfies Columns;

export const OFFER_COLUMNS = {
	...SHARED_COLUMNS,
	currency: {
		type: 'currency',
		schema: field.currency.nullable().default(null),
		meaning: 'The currency of its amounts. Without one, the currency of the program',
	},
	qualifier: {
		type: 'choice',
		schema: field.oneOf(COMMISSION_QUALIFIERS).default('exact'),
		meaning: 'Exact, a minimum, a maximum, or one of two figures',
	},
	from_month: {
		type: 'count',
		schema: field.ordinal.default(1),
		meaning: 'The month of a customer in which it begins',
	},
	from_sale: {
		type: 'count',
		schema: field.ordinal.default(1),
		meaning: 'The sale with which it begins',
	},
	relation: optional('choice', field.oneOf(RELATIONS), 'How it relates to the offer before it'),
	stated_in: optional('choice', field.oneOf(STATED_IN), 'The place of a contradictory statement, null for an offer'),
} as const satisfies Columns;

/**
 * An offer of a program besides its base offer, or, if `stated_in` is set, one of the contradictory statements of its
 * base offer, whose `condition` has its words.
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

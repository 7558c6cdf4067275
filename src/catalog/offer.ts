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
const SHARED_COLUMNS = {
	rate: {
		type: 'percentage',
		schema: field.percentage.nullable().default(null),
		meaning: 'The percentage',
	},
	amount: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		meaning: 'The amount',
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
	every: {
		type: 'choice',
		schema: field.oneOf(PERIODS).nullable().default(null),
		meaning: 'The period for which an amount is paid again, for each customer',
	},
	of: {
		type: 'line',
		schema: field.line.nullable().default(null),
		meaning: 'What the percentage is of, if it is not the customer’s payment',
	},
	months: {
		type: 'count',
		schema: field.months.nullable().default(null),
		meaning: 'For how many months it is paid',
	},
	lifetime: {
		type: 'boolean',
		schema: field.boolean.default(false),
		meaning: 'Whether it is paid for life',
	},
	sales: {
		type: 'count',
		schema: field.ordinal.nullable().default(null),
		meaning: 'For how many sales it holds',
	},
	cap: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		meaning: 'The most that it pays, in its currency',
	},
	cap_per: {
		type: 'choice',
		schema: field.oneOf(CAP_PERIODS).nullable().default(null),
		meaning: 'What the cap holds for',
	},
	until: {
		type: 'date',
		schema: field.date.nullable().default(null),
		meaning: 'The last day on which it holds',
	},
	condition: {
		type: 'line',
		schema: field.line.nullable().default(null),
		meaning: 'Its condition, in the words of the source',
	},
	reward: {
		type: 'choice',
		schema: field.oneOf(REWARDS).nullable().default(null),
		meaning: 'Whether it is paid in cash, or as credit or a gift',
	},
} as const satisfies Columns;

/** The columns of a further offer. */
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
	relation: {
		type: 'choice',
		schema: field.oneOf(RELATIONS).nullable().default(null),
		meaning: 'How it relates to the offer before it',
	},
	stated_in: {
		type: 'choice',
		schema: field.oneOf(STATED_IN).nullable().default(null),
		meaning: 'The place of a contradictory statement, null for an offer',
	},
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

/** Who states a value: an editor, a column of the source, or the words of the program, which were read. */
export const EVIDENCE_BY = ['editor', 'source', 'words'] as const;

const statement = z.strictObject({
	by: field.oneOf(EVIDENCE_BY),
	/** The place of the words, and the words. Null if the value was not read from words. */
	place: field.oneOf(STATED_IN).nullable().default(null),
	words: field.line.nullable().default(null),
	/** The value that the source gives, if the words say it more exactly. Only for `commission_type`. */
	given: field.oneOf(COMMISSION_TYPES).optional(),
});

/** Who states a value, and in which words. */
export type Evidence = z.output<typeof statement>;

/** The evidence for columns of a program, by column. A column without an entry has no value, or another tool wrote it. */
const evidence = z.record(z.string(), statement);

/** The columns of a program that describe what it pays. */
export const COMMISSION_COLUMNS = {
	commission_type: {
		type: 'choice',
		schema: field.oneOf(COMMISSION_TYPES).nullable(),
		spellings: { 'one-time': 'one_time' },
		meaning: 'Whether it pays each month, once per sale, both, or in tiers. Without it, the API says one_time',
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
		...SHARED_COLUMNS.maximum,
		label: 'Highest commission',
		isTerm: true,
	},
	commission_per: {
		...SHARED_COLUMNS.per,
		label: 'Commission for',
		isTerm: true,
	},
	commission_every: {
		...SHARED_COLUMNS.every,
		label: 'Paid again each',
		isTerm: true,
	},
	commission_of: {
		...SHARED_COLUMNS.of,
		label: 'Commission of',
		isTerm: true,
	},
	commission_months: {
		...SHARED_COLUMNS.months,
		label: 'Months of commission',
		isTerm: true,
	},
	commission_lifetime: {
		...SHARED_COLUMNS.lifetime,
		label: 'Commission for life',
		isTerm: true,
	},
	commission_sales: {
		...SHARED_COLUMNS.sales,
		label: 'Sales with this commission',
		isTerm: true,
	},
	commission_cap: {
		...SHARED_COLUMNS.cap,
		label: 'Commission cap',
		isTerm: true,
	},
	commission_cap_per: {
		...SHARED_COLUMNS.cap_per,
		label: 'Cap for',
		isTerm: true,
	},
	commission_until: {
		...SHARED_COLUMNS.until,
		label: 'Commission until',
		isTerm: true,
	},
	commission_condition: {
		...SHARED_COLUMNS.condition,
		label: 'Condition',
		isTerm: true,
	},
	commission_reward: {
		...SHARED_COLUMNS.reward,
		label: 'Paid in',
		isTerm: true,
	},
	commission_evidence: {
		type: 'evidence',
		schema: evidence.nullable().default(null),
		meaning: 'Who states each figure of its commission',
		isBookkeeping: true,
		isForEditors: true,
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

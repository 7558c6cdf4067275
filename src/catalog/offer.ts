/** The offers of a program besides its base offer. */
import { z } from 'zod';
import { type Columns, type RecordWith, schemaOf } from './columns.ts';
import { COMMISSION_QUALIFIERS } from './commission-qualifier.ts';
import * as field from './fields.ts';
import { LIMITS } from './limits.ts';

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
	return rate === null || maximum === null || maximum <= LIMITS.percentage[1];
}

/** The rule that `isPossibleMaximum` checks, as an issue of the field with the upper end. */
export const IMPOSSIBLE_MAXIMUM = {
	code: 'custom',
	message: `at most ${LIMITS.percentage[1].toLocaleString('en')} beside a percentage`,
	params: { fix: 'correct it, or leave it empty' },
} as const;

const offer = schemaOf(OFFER_COLUMNS).superRefine(({ rate, maximum }, context) => {
	if (!isPossibleMaximum(rate, maximum)) context.addIssue({ ...IMPOSSIBLE_MAXIMUM, path: ['maximum'] });
});

/** The schema for the further offers of a program, in order. */
export const offers = z
	.array(offer, { error: 'a list of offers' })
	.max(MOST_OFFERS, { error: `at most ${MOST_OFFERS} offers` });

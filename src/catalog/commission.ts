/**
 * Says what a program pays, from its columns. Pages, lists, estimates, comparisons, statistics, share images and feeds
 * all use this, so that they never contradict each other.
 */
import type { CommissionQualifier, CommissionType, Offer } from './offer.ts';
import type { Program } from './program.ts';

/** The columns of a program that describe its commission. */
export const COMMISSION_FIELDS = [
	'commission_rate',
	'commission_qualifier',
	'commission_text',
	'commission_amount',
	'commission_duration',
	'commission_type',
	'commission_maximum',
	'commission_per',
	'commission_every',
	'commission_of',
	'commission_months',
	'commission_lifetime',
	'commission_sales',
	'commission_cap',
	'commission_cap_per',
	'commission_until',
	'commission_condition',
	'commission_reward',
	'offers',
] as const satisfies readonly (keyof Program)[];

export type CommissionFields = Pick<Program, (typeof COMMISSION_FIELDS)[number]>;

/** The base offer of a program, for an ordinary new partner. */
export interface Commission {
	/** How it pays. If other columns say that a one-time commission is paid repeatedly, it is recurring. Null if nothing says it. */
	readonly type: CommissionType | null;
	/** Whether its last day has passed. */
	readonly isExpired: boolean;
	/** Whether the source states different figures for the same commission. If so, `rate` and `amount` are null. */
	readonly isContradictory: boolean;
	/** The percentage, or null if there is none or it is unknown. */
	readonly rate: number | null;
	/** The amount, in the program's currency, or null if there is none or it is unknown. */
	readonly amount: number | null;
	/** The kind of figure, or null if there is no figure. */
	readonly qualifier: CommissionQualifier | null;
	/** Whether it is paid only for the first payment of each customer. */
	readonly isForFirstSale: boolean;
	/** For how many months it is paid for a customer: 1 if once, Infinity if for life, null if unknown. */
	readonly months: number | null;
	/** Whether it has a figure that counts as pay. */
	readonly isCounted: boolean;
	/**
	 * Whether rankings and calculations can use the figures, because the program pays at least this much for every sale.
	 */
	readonly isComparable: boolean;
	/** The source's own words, without spaces around them, or null if there are none about pay. */
	readonly words: string | null;
}

/** @param today the date to compare the last day of an offer with, such as `2026-07-01`. By default, the present one */
export function commissionOf(program: CommissionFields, today?: string): Commission {
	const { commission_rate: rate, commission_amount: amount, commission_per: per, commission_until: until } = program;
	const { commission_of: of, commission_reward: reward } = program;
	const hasFigure = rate !== null || amount !== null;
	const kind = hasFigure ? (program.commission_qualifier ?? 'exact') : null;
	// One figure alone is not one of two.
	const qualifier = kind === 'either' && (rate === null || amount === null) ? 'exact' : kind;
	const months = monthsPaid(program);
	const isExpired = until !== null && until < (today ?? todayInUtc());
	const isCounted = hasFigure && countsAsPay({ of, reward, until }, today);
	return {
		type: typeOf(program, months),
		isExpired,
		isContradictory: !hasFigure && program.offers.some(({ stated_in }) => stated_in !== null),
		rate,
		amount,
		qualifier,
		isForFirstSale: per === 'first_payment',
		months,
		isCounted,
		isComparable:
			isCounted && (qualifier === 'exact' || qualifier === 'from') && (per === null || FOR_SALES.includes(per)),
		words: NO_PAY.test(program.commission_text ?? '') ? null : program.commission_text!.trim(),
	};
}

/** Matches words that say nothing of what a program pays: none, only a zero, or only a discount for customers. */
const NO_PAY = /^(?:\s*|\D*0(?:[.,]0+)?\D*|(?!.*\b(?:earn|commission|paid|receive)).*\d\s?% (?:off|discount)\b.*)$/is;

/** The events that every sale contains. Leads and sign-ups need not lead to a sale. */
const FOR_SALES: readonly string[] = ['payment', 'sale', 'customer'];

/** Matches what is close to the payment of a customer, such as "net revenue" and "first-year contract value". */
const NEAR_PAYMENT =
	/^(?:(?:the|its|their|a|an|net|gross|total|annual|monthly|first|initial|year|year's|customer's|client's|subscription|contract|order|sales?|deal|plan|licen[cs]e|product|software|saas|recurring)[ -])*(?:revenues?|value|price|fees?|subscriptions?|amounts?|sales?|acv|purchases?|invoices?)$|^(?:the )?[\p{L}'’-]+ price$/iu;

/** Whether percentages can be compared with those of what customers pay. @param of what they are of. Null is the payment */
export function isComparableShare(of: string | null): boolean {
	return of === null || NEAR_PAYMENT.test(of.trim());
}

/**
 * Whether an offer is in cash, of what customers pay, and not expired. The figures of all others are shown, but they are in no
 * ranking, filter by pay, statistic or estimate.
 */
export function countsAsPay({ of, reward, until }: Pick<Offer, 'of' | 'reward' | 'until'>, today?: string): boolean {
	return isComparableShare(of) && reward !== 'credit' && (until === null || until >= (today ?? todayInUtc()));
}

function todayInUtc(): string {
	return new Date().toISOString().slice(0, 10);
}

/** Returns the base offer of a program, or null if it has no figure. */
export function baseOffer(program: CommissionFields & { readonly currency: string | null }): Offer | null {
	const { rate, amount, qualifier } = commissionOf(program);
	if (qualifier === null) return null;
	return {
		rate,
		amount,
		qualifier,
		currency: program.currency,
		maximum: program.commission_maximum,
		per: program.commission_per,
		every: program.commission_every,
		of: program.commission_of,
		months: program.commission_months,
		lifetime: program.commission_lifetime,
		sales: program.commission_sales,
		cap: program.commission_cap,
		cap_per: program.commission_cap_per,
		until: program.commission_until,
		condition: program.commission_condition,
		reward: program.commission_reward,
		from_month: 1,
		from_sale: 1,
		relation: null,
	};
}

function monthsPaid(program: CommissionFields): number | null {
	const { commission_type: type, commission_per: per, commission_months: months, commission_lifetime } = program;
	if (per === 'first_payment') return 1;
	if (commission_lifetime) return Number.POSITIVE_INFINITY;
	if (months !== null) return months;
	if (program.commission_every !== null) return null;
	return per === 'payment' || (per === null && type === 'recurring') ? null : 1;
}

function typeOf({ commission_type: type }: CommissionFields, months: number | null): CommissionType | null {
	if (type === 'one_time' && months !== 1) return 'recurring';
	return type === 'recurring' && months === 1 ? 'one_time' : type;
}

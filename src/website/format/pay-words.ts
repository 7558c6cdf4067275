/** Puts into words what a program pays. */
import { type CommissionFields, commissionOf } from '../../catalog/commission.ts';
import type { CommissionQualifier, Offer, OfferPer } from '../../catalog/offer.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { excerpt } from '../../shared/text.ts';
import { COMMISSION_TYPE_WORDS } from './keyword-words.ts';
import { count, inWords, money, number, type Quantity } from './numbers.ts';

/** The label shown if a program states different figures for the same commission. */
export const CONTRADICTORY = 'Contradictory terms';

const BEFORE: { readonly [Q in CommissionQualifier]: string } = { exact: '', from: 'from', up_to: 'up to', either: '' };

/** The events that a figure is paid for: after a percentage, and after an amount. The other event has no words. */
const PER_WORDS: { readonly [P in OfferPer]: { readonly share: string; readonly amount: string } } = {
	payment: { share: 'of each payment', amount: 'for each payment' },
	first_payment: { share: 'of the first payment', amount: 'for the first payment' },
	sale: { share: 'of each sale', amount: 'per sale' },
	lead: { share: 'per lead', amount: 'per lead' },
	signup: { share: 'per sign-up', amount: 'per sign-up' },
	customer: { share: 'per customer', amount: 'per customer' },
	other: { share: '', amount: '' },
};

/** The events to name beside a commission type, because readers would otherwise think of each sale or payment. */
const UNUSUAL_EVENTS: { readonly [P in OfferPer]?: string } = {
	first_payment: 'first sale only',
	lead: PER_WORDS.lead.amount,
	signup: PER_WORDS.signup.amount,
	other: 'not per sale',
};

/** The fields of a program that say what it pays. */
export type PaidProgram = CommissionFields & Pick<PublishedProgram, 'currency'>;

type PaidOffer = Pick<Offer, 'rate' | 'amount' | 'qualifier' | 'maximum' | 'per' | 'months' | 'lifetime'>;

/**
 * Puts an offer into words: what it pays, for what and how long, such as `40% of each payment for 12 months`.
 *
 * @param currency the currency of amounts: null if it is not published, undefined if it is not to be shown
 */
export function payWords(offer: PaidOffer, currency: string | null | undefined): string {
	const event = offer.per && PER_WORDS[offer.per][offer.rate === null ? 'amount' : 'share'];
	const period = offer.lifetime ? 'for life' : offer.months === null ? '' : `for ${count(offer.months, 'month')}`;
	return [...figuresOf(offer, currency).map(inWords), event, period].filter(Boolean).join(' ');
}

/** Puts the base offer of a program into words. Empty if it has no figure. */
export function basePay(program: PaidProgram): string {
	const { amount, rate, qualifier, type, months } = commissionOf(program);
	if (qualifier === null) return '';
	const usual = type === 'recurring' ? 'payment' : type === 'hybrid' ? null : 'sale';
	const { commission_per, commission_maximum: maximum } = program;
	// A recurring commission for each sale is paid again with each payment of the customer.
	const per = commission_per === null || (commission_per === 'sale' && type === 'recurring') ? usual : commission_per;
	const isForLife = months === Number.POSITIVE_INFINITY;
	const period = { lifetime: isForLife, months: isForLife || months === 1 ? null : months };
	return payWords({ amount, rate, qualifier, maximum, per, ...period }, program.currency);
}

/**
 * Returns the figures of a program's commission: an amount, a percentage, or both, such as "20–30%", "up to 60%", "$50
 * + 20%" or "$75 or 20%". Returns an empty array if neither is known.
 */
export function commissionFigures(program: PaidProgram): Quantity[] {
	const { amount, rate, qualifier } = commissionOf(program);
	if (qualifier === null) return [];
	return figuresOf({ amount, rate, qualifier, maximum: program.commission_maximum }, program.currency);
}

function figuresOf(
	{ amount, rate, qualifier, maximum }: Pick<Offer, 'amount' | 'rate' | 'qualifier' | 'maximum'>,
	currency: string | null | undefined,
): Quantity[] {
	const figures: Quantity[] = [];
	const sum = (value: number) =>
		currency === undefined ? { figure: number(value), unit: '' } : money(value, currency);
	if (amount !== null) figures.push(sum(amount));
	if (rate !== null) figures.push({ figure: number(rate), unit: '%' });
	if (maximum !== null && figures.length === 1) {
		const [least, most] = [figures[0]!, rate === null ? sum(maximum) : { figure: number(maximum), unit: '%' }];
		return [{ ...most, figure: `${least.figure}–${most.figure}` }];
	}
	const between = qualifier === 'either' ? 'or' : '+';
	return figures.map((quantity, index) => {
		const before = index === 0 ? BEFORE[qualifier] : between;
		return before === '' ? quantity : { before, ...quantity };
	});
}

/** Returns the figures of a commission as running text: `up to 60%`. Empty text if there are none. */
export function commissionText(program: PaidProgram): string {
	return commissionFigures(program).map(inWords).join(' ');
}

/**
 * Returns words for a commission that has no figures. Returns null if it has figures, or if nothing is published.
 */
export function commissionInWords(program: PaidProgram, longest: number): string | null {
	const { words, qualifier, isContradictory } = commissionOf(program);
	if (isContradictory) return `${CONTRADICTORY}: ${statedFigures(program)}`;
	const source = words === null ? '' : excerpt(words, longest);
	return source !== '' && qualifier === null ? source : null;
}

/** Returns the figures that a program states for the same commission: `50% or up to 20%`. */
export function statedFigures({ offers, currency }: Pick<PaidProgram, 'offers' | 'currency'>): string {
	const statements = offers.filter(({ stated_in }) => stated_in !== null);
	return [...new Set(statements.map((offer) => figuresOf(offer, currency).map(inWords).join(' ')))].join(' or ');
}

/** Returns the type of a commission, and its event unless that is each sale or payment: `one-time, per lead`. */
export function typeWords(program: CommissionFields): string {
	const { commission_per: per } = program;
	const { type } = commissionOf(program);
	return [type && COMMISSION_TYPE_WORDS[type], per && UNUSUAL_EVENTS[per]].filter(Boolean).join(', ');
}

/**
 * Returns the type, event and duration of a commission: `recurring, 12 months`, `one-time, per lead`. Empty text if the
 * terms are contradictory.
 */
export function commissionType(program: CommissionFields): string {
	const { isContradictory, isForFirstSale } = commissionOf(program);
	if (isContradictory) return '';
	return [typeWords(program), isForFirstSale ? null : durationWords(program)].filter(Boolean).join(', ');
}

/** Returns how long a commission is paid: `12 months`, `lifetime`, or the source's own words. Null if unknown. */
export function durationWords(program: CommissionFields): string | null {
	if (program.commission_lifetime) return 'lifetime';
	const { commission_months: months } = program;
	return months === null ? program.commission_duration : count(months, 'month');
}

/** Puts into words what a program pays. Everything that shows an offer as text uses this. */
import { baseOffer, type CommissionFields, commissionOf } from '../../catalog/commission.ts';
import type { CommissionQualifier, Offer, OfferPer } from '../../catalog/offer.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { dayOf } from './dates.ts';
import { count, inWords, money, number, type Quantity } from './numbers.ts';

/** The fields of a program that say what it pays, and according to which source. */
export type PaidProgram = CommissionFields & Pick<PublishedProgram, 'currency' | 'source_name'>;

export interface OfferWords {
	/** When it is paid, how much, for what and how long: `20% of each payment for 12 months`, `first sale: $250`. */
	readonly pays: string;
	/** How much at most, and until when: `at most $2,500 a customer`, `until 1 July 2026`. */
	readonly limits: readonly string[];
	/** The condition in the words of the source. Empty if there is none. */
	readonly condition: string;
}

/** The offers beside an offer. They decide whether the offer is one of several phases. */
interface Neighbors {
	readonly before?: Offer | undefined;
	readonly after?: Offer | undefined;
}

/** The currency of amounts: null if it is not stated, undefined if it is not to be shown. */
type Currency = string | null | undefined;

/** The events that a figure is paid for: after a percentage, and after an amount. The other event has no words. */
const EVENTS: { readonly [P in OfferPer]: { readonly share: string; readonly amount: string } } = {
	payment: { share: 'of each payment', amount: 'for each payment' },
	first_payment: { share: 'of the first payment', amount: 'for the first payment' },
	sale: { share: 'of each sale', amount: 'per sale' },
	lead: { share: 'per lead', amount: 'per lead' },
	signup: { share: 'per sign-up', amount: 'per sign-up' },
	customer: { share: 'for each new customer', amount: 'per customer' },
	other: { share: '', amount: '' },
};

/** @param currency the currency of amounts if the offer has none of its own */
export function offerWords(offer: Offer, currency: Currency, { before, after }: Neighbors = {}): OfferWords {
	const isPhase = offer.from_month > 1 || beginsLater(after, offer, 'from_month');
	const isTier = offer.from_sale > 1 || beginsLater(after, offer, 'from_sale');
	const when = [isPhase && monthsWords(offer), isTier && salesWords(offer)].filter(Boolean).join(', ');
	const event = eventWords(offer, isTier);
	const isRepeated = before !== undefined && offer.relation === 'then' && event === eventWords(before, isTier);
	const pays = [
		relationWords(offer, when),
		when && `${when}:`,
		...offerFigures(offer, currency).map(inWords),
		isRepeated ? '' : event,
		durationOf(offer, isPhase),
		offer.sales !== null && offer.sales > 1 && !isTier && `for the first ${number(offer.sales)} sales`,
		offer.reward === 'credit' && 'as credit',
	];
	return {
		pays: pays.filter(Boolean).join(' '),
		limits: [capWords(offer, currency), untilWords(offer.until)].filter((words) => words !== null),
		condition: offer.condition ?? '',
	};
}

/** Whether another offer takes the place of an offer from a later month or sale on. */
function beginsLater(after: Offer | undefined, offer: Offer, from: 'from_month' | 'from_sale'): after is Offer {
	return after?.relation === 'then' && after[from] > offer[from];
}

/** `month 1`, `months 1–3`, `from month 4`. */
function monthsWords({ from_month: from, months }: Offer): string {
	if (months === null) return `from month ${from}`;
	return months <= 1 ? `month ${from}` : `months ${from}–${from + months - 1}`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** `first sale`, `first 10 sales`, `sales 11–50`, `from the second sale`, `from sale 51`. */
function salesWords({ from_sale: from, sales }: Offer): string {
	const ordinal = ORDINALS[from - 1];
	if (sales === null) return ordinal ? `from the ${ordinal} sale` : `from sale ${number(from)}`;
	if (sales === 1) return ordinal ? `${ordinal} sale` : `sale ${number(from)}`;
	return from === 1 ? `first ${number(sales)} sales` : `sales ${number(from)}–${number(from + sales - 1)}`;
}

/** Phases and tiers follow each other without a word. */
function relationWords({ relation, condition }: Offer, when: string): string {
	if (relation === 'plus' || relation === 'or') return relation;
	if (relation === 'then') return when === '' ? 'then' : '';
	return relation === 'instead' && !condition && when === '' ? 'instead' : '';
}

/** What a figure is of, what it is paid for, and how often: `of net revenue per sale`, `a month for each customer`. */
function eventWords({ rate, of, per, every, sales }: Offer, isTier: boolean): string {
	if (sales === 1 && (per === null || per === 'sale') && of === null && every === null) {
		if (isTier) return '';
		return rate === null ? 'for the first sale' : 'of the first sale';
	}
	const isOfPayments = per === 'payment' && of !== null;
	const event = per === null || isOfPayments ? '' : EVENTS[per][rate === null || of !== null ? 'amount' : 'share'];
	if (every === null) return [of && `of ${of}`, event].filter(Boolean).join(' ');
	if (rate !== null) return [of && `of ${of}`, event, `every ${every}`].filter(Boolean).join(' ');
	return `a ${every} ${per === 'lead' || per === 'signup' || per === 'other' ? event : 'for each customer'}`.trim();
}

function durationOf({ lifetime, months, per }: Offer, isPhase: boolean): string {
	if (lifetime) return 'for life';
	if (months === null || isPhase || per === 'first_payment') return '';
	return months === 1 ? 'for the first month' : `for ${count(months, 'month')}`;
}

function capWords({ cap, cap_per: per, currency: own }: Offer, currency: Currency): string | null {
	if (cap === null) return null;
	const period = per === null ? '' : per === 'total' ? ' in total' : ` a ${per}`;
	return `at most ${inWords(amountIn(own ?? currency, cap))}${period}`;
}

function untilWords(until: string | null): string | null {
	if (until === null) return null;
	return `${hasPassed(until) ? 'expired on' : 'until'} ${dayOf(until)}`;
}

/** Whether a day has passed, given as `2026-07-01`. */
export function hasPassed(day: string): boolean {
	return day < new Date().toISOString().slice(0, 10);
}

const BEFORE: { readonly [Q in CommissionQualifier]: string } = { exact: '', from: 'from', up_to: 'up to', either: '' };

/** The figures of an offer: an amount, a percentage, or both, such as "20–30%", "up to 60%", "$50 + 20%" or "$75 or 20%". */
export function offerFigures(
	{ amount, rate, qualifier, maximum, currency: own }: Offer,
	currency: Currency,
): readonly Quantity[] {
	const figures: Quantity[] = [];
	if (amount !== null) figures.push(amountIn(own ?? currency, amount));
	if (rate !== null) figures.push({ figure: number(rate), unit: '%' });
	if (maximum !== null && figures.length === 1) {
		const most = rate === null ? amountIn(own ?? currency, maximum) : { figure: number(maximum), unit: '%' };
		return [{ ...most, figure: `${figures[0]!.figure}–${most.figure}` }];
	}
	const between = qualifier === 'either' ? 'or' : '+';
	return figures.map((quantity, index) => {
		const before = index === 0 ? BEFORE[qualifier] : between;
		return before === '' ? quantity : { before, ...quantity };
	});
}

function amountIn(currency: Currency, amount: number): Quantity {
	return currency === undefined ? { figure: number(amount), unit: '' } : money(amount, currency);
}

/** Returns the base offer, if it has a figure, and the further offers. Each ends where the next phase or tier begins. */
export function offersOf(program: PaidProgram): Offer[] {
	const base = baseOffer(program);
	const further = program.offers.filter(({ stated_in }) => stated_in === null);
	const offers = base === null ? further : [withUsualEvent(base, program), ...further];
	return offers.map((offer, index) => {
		const next = nextPhase(offers, index);
		const end = (from: 'from_month' | 'from_sale') =>
			beginsLater(next, offer, from) ? next[from] - offer[from] : null;
		const months = offer.lifetime ? null : (offer.months ?? end('from_month'));
		return { ...offer, months, sales: offer.sales ?? end('from_sale') };
	});
}

/** Returns the offer that takes the place of the offer at `index` later. What is paid besides, or instead, has no phases. */
function nextPhase(offers: readonly Offer[], index: number): Offer | undefined {
	const isBeside = ({ relation }: Offer) => relation === 'plus' || relation === 'or';
	if (isBeside(offers[index]!)) return undefined;
	const next = offers.slice(index + 1).find((later) => !isBeside(later));
	return next?.relation === 'then' ? next : undefined;
}

/** A recurring commission is for each payment, and a one-time commission for each sale, if nothing else is stated. */
function withUsualEvent(base: Offer, program: PaidProgram): Offer {
	const { type } = commissionOf(program);
	if (base.of !== null || base.every !== null) return base;
	// A recurring commission for each sale is paid again with each payment of the customer.
	if (type === 'recurring' && (base.per === null || base.per === 'sale')) return { ...base, per: 'payment' };
	return type === 'one_time' && base.per === null ? { ...base, per: 'sale' } : base;
}

/** Returns all offers of a program in words, in order, and the limits and the condition that all of them share. */
export function payTimeline(program: PaidProgram) {
	const offers = offersOf(program);
	const words = offers.map((offer, index) => {
		const neighbors = { before: offers[index - 1], after: nextPhase(offers, index) };
		return { offer, ...offerWords(offer, program.currency, neighbors) };
	});
	const different = words
		.filter((said, index) => index === words.findIndex((other) => inOneLine(other) === inOneLine(said)))
		.map(({ offer, ...said }) => ({ ...said, condition: said.condition || unknownCondition(offer, offers[0]!) }));
	const [first = [], ...others] = different.map(limitsOf);
	const limits = first.filter((limit) => others.every((other) => other.includes(limit)));
	const own = ({ pays, limits: all, condition }: OfferWords): OfferWords => ({
		pays,
		limits: all.filter((limit) => !limits.includes(limit)),
		condition: limits.includes(condition) ? '' : condition,
	});
	return { offers: different.map(own), limits };
}

/** Says that an event has no name of its own, or that nothing says when an offer takes the place of the first one. */
function unknownCondition(offer: Offer, first: Offer): string {
	const { relation, per, from_month, from_sale } = offer;
	if (per === 'other') return 'per referral or other event';
	const isRelated = relation === 'plus' || relation === 'or' || relation === 'then';
	const isForSame = per === null || per === first.per;
	const isUnclear = offer !== first && !isRelated && isForSame && from_month === 1 && from_sale === 1;
	return isUnclear ? 'condition not stated' : '';
}

/**
 * Returns all offers of a program in one line, or null if there are none: `Months 1–3: 20% of each payment · from month
 * 4: 30% · at most $2,500 a customer`.
 */
export function payLine(program: PaidProgram): string | null {
	const { offers, limits } = payTimeline(program);
	return [...offers.map(inOneLine), ...limits].join(' · ') || null;
}

/** Returns an offer in one line, with its limits in parentheses: `40% of each payment for 12 months (Gold partners)`. */
export function inOneLine(words: OfferWords): string {
	const limits = limitsOf(words);
	return limits.length === 0 ? words.pays : `${words.pays} (${limits.join(', ')})`;
}

export function limitsOf({ limits, condition }: OfferWords): string[] {
	return condition === '' ? [...limits] : [...limits, condition];
}

/**
 * Puts the base offer of a program into words that can follow “pays” or, if it has expired, “paid”: `20% of each sale, at
 * most $500 a customer (annual plans)`. Empty if it has no figure.
 */
export function basePay(program: PaidProgram): string {
	const [base] = offersOf(program);
	if (base === undefined || baseOffer(program) === null) return '';
	const { pays, condition } = offerWords(base, program.currency);
	const until = base.until && `until ${dayOf(base.until)}`;
	const limited = [[pays, until].filter(Boolean).join(' '), capWords(base, program.currency)];
	return limited.filter(Boolean).join(', ') + (condition && ` (${condition})`);
}

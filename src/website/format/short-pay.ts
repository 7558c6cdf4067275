/** The short form of what a program pays, for lists: the figure, and what changes its meaning. */
import { baseOffer, type CommissionFields, commissionOf } from '../../catalog/commission.ts';
import type { OfferPer } from '../../catalog/offer.ts';
import { excerpt } from '../../shared/text.ts';
import { contradictionWords } from './contradiction.ts';
import { dayOf } from './dates.ts';
import { COMMISSION_TYPE_WORDS } from './keyword-words.ts';
import { count, inWords, number, type Quantity } from './numbers.ts';
import { hasPassed, offerFigures, offersOf, type PaidProgram } from './pay-words.ts';

/** The maximum length of words of the source in a note. */
const LONGEST_QUOTE = 60;

/** The events to name beside a figure, because readers would otherwise think of each sale or payment. */
const UNUSUAL_EVENTS: { readonly [P in OfferPer]?: string } = {
	first_payment: 'first payment only',
	lead: 'per lead',
	signup: 'per sign-up',
};

/** Returns the figures of a program's base offer. Empty if it has none. */
export function commissionFigures(program: PaidProgram): readonly Quantity[] {
	const base = baseOffer(program);
	return base === null ? [] : offerFigures(base, program.currency);
}

/** Returns the figures of a commission as running text: `up to 60%`. Empty text if there are none. */
export function commissionText(program: PaidProgram): string {
	return commissionFigures(program).map(inWords).join(' ');
}

/** Returns words for a commission that has no figures. Returns null if it has figures, or if nothing is published. */
export function commissionInWords(program: PaidProgram, longest: number): string | null {
	const { words, qualifier, isContradictory } = commissionOf(program);
	if (isContradictory) return contradictionWords(program);
	const source = words === null ? '' : excerpt(words, longest);
	return source !== '' && qualifier === null ? source : null;
}

/** Returns the type of a commission, and its event unless that is each sale or payment: `one-time, per lead`. */
export function typeWords(program: CommissionFields): string {
	const { type } = commissionOf(program);
	return [type && COMMISSION_TYPE_WORDS[type], eventWords(program)].filter(Boolean).join(', ');
}

function eventWords({ commission_per: per }: CommissionFields): string | undefined {
	return per === null ? undefined : UNUSUAL_EVENTS[per];
}

/**
 * Returns the most important notes on a figure: what it is of, whether it has expired or is paid as credit, and how it
 * is paid. `of our commission, as credit, recurring`. Empty text if the terms are contradictory.
 */
export function briefNotes(program: PaidProgram): string {
	const { type, isContradictory, isExpired, qualifier } = commissionOf(program);
	if (isContradictory) return '';
	const { commission_every: every, commission_of: of, commission_reward: reward } = program;
	const ofFigure = [
		every && `a ${every}`,
		of && `of ${excerpt(of, LONGEST_QUOTE)}`,
		isExpired && 'expired',
		reward === 'credit' && 'as credit',
	];
	// Words that say how long a one-time commission is paid contradict its type.
	const isUnclear = type === 'one_time' && durationWords(program) !== null;
	return [...(qualifier === null ? [] : ofFigure), isUnclear ? eventWords(program) : typeWords(program)]
		.filter(Boolean)
		.join(', ');
}

/** Returns all notes on a figure: `recurring, 12 months, annual plans`. Empty text if the terms are contradictory. */
export function payNotes(program: PaidProgram): string {
	const { isContradictory, isExpired, isForFirstSale, qualifier } = commissionOf(program);
	if (isContradictory) return '';
	const { commission_sales: sales, commission_until: until, commission_condition: condition } = program;
	const ofFigure = [
		sales !== null && (sales === 1 ? 'your first sale only' : `your first ${number(sales)} sales`),
		nextOffer(program),
		until !== null && !isExpired && `until ${dayOf(until)}`,
		condition && excerpt(condition, LONGEST_QUOTE),
	];
	const duration = isForFirstSale ? null : durationWords(program);
	return [briefNotes(program), duration && excerpt(duration, LONGEST_QUOTE), ...(qualifier === null ? [] : ofFigure)]
		.filter(Boolean)
		.join(', ');
}

/** Returns how long a commission is paid, and what follows it: `3 months, then 30%`. Null if that is unknown. */
export function durationLine(program: PaidProgram): string | null {
	const duration = durationWords(program);
	const next = nextOffer(program);
	return duration && next?.startsWith('then') ? `${duration}, ${next}` : duration;
}

/** What everyone gets besides, instead of or after the base offer: `plus $50`, `or 20%`, `then 30%`. */
function nextOffer(program: PaidProgram): string | null {
	const [base, ...others] = offersOf(program);
	const next = others.find(({ until }) => until === null || !hasPassed(until));
	if (
		!next ||
		(next.condition && next.condition !== base!.condition) ||
		next.relation === null ||
		next.relation === 'instead'
	)
		return null;
	return [next.relation, ...offerFigures(next, program.currency).map(inWords)].join(' ');
}

/**
 * Returns how long a commission is paid: `12 months`, `lifetime`, or the source's own words. Null if that is unknown, if
 * its figure is paid once, or if it is not known whether it recurs.
 */
export function durationWords(program: CommissionFields): string | null {
	const { type, qualifier } = commissionOf(program);
	if (type === null) return null;
	if (type === 'one_time' && qualifier !== null && program.commission_per !== 'payment') return null;
	if (program.commission_lifetime) return 'lifetime';
	const { commission_months: months, offers } = program;
	if (months !== null) return count(months, 'month');
	// The duration of a source that names several offers belongs to the one that has it.
	return offers.some(({ months: other, lifetime }) => other !== null || lifetime) ? null : program.commission_duration;
}

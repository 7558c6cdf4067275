/**
 * Describes a program's terms in sentences, for readers who are new to affiliate marketing. Also says which terms are
 * unknown.
 */

import { type Commission, commissionOf } from '../../catalog/commission.ts';
import { spaced } from '../../catalog/keyword-names.ts';
import type { OfferPer } from '../../catalog/offer.ts';
import { excerpt } from '../../shared/excerpt.ts';
import type { ShownProgram } from '../directory/listed-program.ts';
import { inWords } from '../format/numbers.ts';
import { commissionFigures, cookie, durationWords, payoutMinimum } from '../format/terms.ts';

/**
 * Writes three sentences: about the commission, the cookie duration and the payouts. Leaves out the first one if the
 * terms are contradictory.
 */
export function plainTerms(program: ShownProgram): string {
	const sentences = [paySentence(program), cookieSentence(program.cookie_days), payoutSentence(program)];
	return sentences.filter(Boolean).join(' ');
}

function paySentence(program: ShownProgram): string {
	const commission = commissionOf(program);
	if (commission.isContradictory) return '';
	if (commission.qualifier === null) {
		return commission.words === null
			? 'The commission is not published.'
			: 'The commission is published in words, not in figures.';
	}
	const figures = spoken(program, commission);
	const paid = `${figures}${event(program, commission)}`;
	switch (commission.type) {
		case 'one_time':
			return `Pays ${commission.isForFirstSale ? '' : 'a one-time commission of '}${paid}.${otherEvent(program)}`;
		case 'recurring':
			return `Pays ${paid}${term(program)}.${otherEvent(program)}`;
		case 'hybrid':
			if (commission.qualifier === 'either') return `Pays either ${figures}.`;
			return `Pays ${figures}: part is paid once, and part with each later payment${term(program)}.`;
		case 'tiered':
			return `Pays ${paid}, and more in higher tiers.${otherEvent(program)}`;
	}
}

/** The events that a commission is paid for. The other event is described in the program's own words. */
const EVENTS: { readonly [P in Exclude<OfferPer, 'other'>]: string } = {
	payment: 'each payment that a customer makes',
	first_payment: 'each customer’s first purchase',
	sale: 'each sale',
	lead: 'each lead',
	signup: 'each sign-up',
};

/** Writes what a commission is paid for: ` of each sale`, ` for each lead`. Empty for an event without a name. */
function event({ commission_per: per }: ShownProgram, { type, rate }: Commission): string {
	if (per === 'other') return '';
	const isPart = rate !== null && per !== 'lead' && per !== 'signup';
	const isUsual = per === null || per === 'sale' || per === 'payment';
	const usual = type === 'recurring' || (type !== 'one_time' && per === 'payment') ? 'payment' : 'sale';
	return ` ${isPart ? 'of' : 'for'} ${EVENTS[isUsual ? usual : per]}`;
}

/** Quotes the words of a program that pays for an event without a name. */
function otherEvent({ commission_per: per, commission_text }: ShownProgram): string {
	if (per !== 'other') return '';
	const words = leftToRight(commission_text ?? '').replace(/\.$/, '');
	return words === ''
		? ' What it pays for is not published.'
		: ` In its own words: “${excerpt(words, LONGEST_QUOTE)}”.`;
}

/** Writes the commission figures for use in a sentence: `at least 20%`, `30% to 40%`, `$50 and 20%`. */
function spoken(program: ShownProgram, { qualifier }: Commission): string {
	const figures = commissionFigures(program).map((quantity) => inWords({ ...quantity, before: '' }));
	const joined = figures.join(qualifier === 'either' ? ' or ' : ' and ');
	if (figures.length === 1 && program.commission_maximum !== null) {
		return joined.replace('–', joined.endsWith('%') ? '% to ' : ' to ');
	}
	if (qualifier === 'from') return `at least ${joined}`;
	return qualifier === 'up_to' ? `up to ${joined}` : joined;
}

const LONGEST_DURATION = 40;
const LONGEST_QUOTE = 100;

/** Removes control characters, because untrusted text must not change the text direction of the sentence. */
function leftToRight(text: string): string {
	return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();
}

function term(program: ShownProgram): string {
	if (program.commission_lifetime) return ', for as long as the customer stays';
	const words = leftToRight(durationWords(program) ?? '');
	return words ? `, for ${excerpt(words, LONGEST_DURATION)}` : ' (duration not published)';
}

function cookieSentence(days: number | null): string {
	if (days === null) return 'The cookie duration is not published.';
	if (days === 0) return 'A sale counts only if it happens in the same visit as the click.';
	return `Sales count for up to ${inWords(cookie(days)!)} after the click.`;
}

function payoutSentence(program: ShownProgram): string {
	const minimum = payoutMinimum(program);
	const frequency = program.payout_frequency && excerpt(spaced(program.payout_frequency), LONGEST_DURATION);
	if (minimum === null) {
		// Nothing is said about the threshold. It can be published in a currency that the directory cannot store.
		return frequency ? `Pays out ${frequency}.` : 'The payout frequency is not published.';
	}
	const hasNoMinimum = program.payout_minimum === 0;
	const earned = `you have earned at least ${inWords(minimum)}`;
	// Directly after "Pays out", the word "once" could be read as "a single time".
	return frequency
		? `Pays out ${frequency}, ${hasNoMinimum ? 'with no minimum' : `once ${earned}`}.`
		: `Pays out ${hasNoMinimum ? 'with no minimum' : `when ${earned}`}; the frequency is not published.`;
}

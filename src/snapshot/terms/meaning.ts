/** What phrases can say about an offer, and the numbers, events and dates in them. */
import { figuresIn } from './figures.ts';
import type { ReadOffer } from './read-offer.ts';

export type Groups = { readonly [name: string]: string | undefined };

/** What a phrase says about the offer of its clause. */
export interface Meaning {
	readonly per?: ReadOffer['per'];
	readonly every?: 'month' | 'year';
	readonly months?: number;
	readonly lifetime?: true;
	readonly from_month?: number;
	readonly from_sale?: number;
	readonly sales?: number;
	readonly cap?: number;
	readonly cap_per?: ReadOffer['cap_per'];
	/** Whether only a percentage can have the cap. */
	readonly capsRates?: true;
	readonly until?: string;
	readonly reward?: 'credit';
	readonly qualifier?: 'from' | 'up_to';
	/** Whether the commission is paid again and again. */
	readonly recurs?: boolean;
	/** Whether the referral that it names is a customer. */
	readonly isCustomer?: true;
	/** Whether the phrase belongs to the condition too. */
	readonly isCondition?: true;
}

const COUNTS: { readonly [word: string]: number } = {
	...{ a: 1, an: 1, one: 1, first: 1, '1st': 1, second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, fifth: 5 },
	...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12, eighteen: 18 },
	...{ twenty: 20, 'twenty-four': 24, entire: 1 },
};
/** Returns the number that a word or digits mean. */
export function countOf(word: string | undefined): number {
	return word === undefined ? 1 : (COUNTS[word.toLowerCase()] ?? Number(word.replace(',', '.')));
}

const PURPOSES: readonly (readonly [string, ReadOffer['per']])[] = [
	['payments?|invoices?|renewals?|transactions?|billing(?: cycle)?s?|charges?', 'payment'],
	['leads?|MQLs?|SQLs?|demo calls?|demos?|opportunit(?:y|ies)|meetings?|appointments?|consultations?|calls?', 'lead'],
	['sign[- ]?ups?|sign up|registrations?|registered users?|trials?|free trials?|free accounts?|installs?', 'signup'],
	[
		'sales?|orders?|purchases?|deals?|subscriptions?|bookings?|reservations?|upgrades?|plans?|closed[- ]won|conversions?|contracts?|products?|licen[cs]es?|upsells?',
		'sale',
	],
	[
		'customers?|clients?|users?|buyers?|merchants?|subscribers?|compan(?:y|ies)|business(?:es)?|teams?|members?|accounts?|friends?|hires?|sellers?|shops?|stores?|agenc(?:y|ies)|patients?|students?|guests?',
		'customer',
	],
	[
		'referrals?|people|person|clicks?|click-?outs?|installations?|listings?|applications?|downloads?|views?|acquisitions?|introductions?|intros?',
		'other',
	],
];
/** Matches what a commission can be paid for. */
export const NOUN = PURPOSES.map(([nouns]) => nouns).join('|');

/** Returns the event that the last noun of words names. */
export function perOf(text: string): ReadOffer['per'] {
	const noun = text.toLowerCase();
	return PURPOSES.find(([nouns]) => new RegExp(`(?:^|[^a-z])(?:${nouns})$`, 'i').test(noun))?.[1] ?? null;
}

/** Returns a number of months, years, weeks or days in months. */
export function monthsOf(count: string | undefined, unit: string): number {
	const size = { y: 12, w: 12 / 52, d: 1 / 30 }[unit.charAt(0).toLowerCase()] ?? 1;
	return Math.max(1, Math.round(countOf(count) * size));
}

/** Returns the first month of the nth month or year. */
export function startOf(count: number, unit: string): number {
	return (count - 1) * monthsOf('1', unit) + 1;
}

/** Returns what a cap holds for. */
export const capPer = (word: string | undefined): ReadOffer['cap_per'] => {
	if (word === undefined) return null;
	if (/^(?:month|mo)/i.test(word)) return 'month';
	if (/^(?:year|yr|annum)/i.test(word)) return 'year';
	if (/^total/i.test(word)) return 'total';
	return /^(?:sale|order|purchase|deal|booking|lead|sign|conversion)/i.test(word) ? null : 'customer';
};

/** Returns the amount of a cap. */
export function amountOf(text: string): number {
	return figuresIn(/^\d[\d.,]*\s?[km]?$/i.test(text) ? `$${text}` : text)[0]!.value;
}

/** Returns the last day that words name. */
export function dateOf(text: string): string | null {
	const date = new Date(`${text.replace(/(\d)(?:st|nd|rd|th|\.)/g, '$1')} UTC`);
	if (Number.isNaN(date.getTime())) return null;
	// A month without a day means its last one.
	if (/^\p{L}+\.?,? \d{4}$/u.test(text)) date.setUTCMonth(date.getUTCMonth() + 1, 0);
	return date.toISOString().slice(0, 10);
}

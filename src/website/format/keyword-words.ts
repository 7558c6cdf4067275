/** The words for the keywords in a program's columns. */

import { countryName } from '../../catalog/countries.ts';
import { WORLDWIDE } from '../../catalog/fields.ts';
import { capitalized, networkName, spaced } from '../../catalog/keyword-names.ts';
import type { CommissionQualifier, CommissionType, OfferPer } from '../../catalog/offer.ts';
import type { Availability } from '../../catalog/program-facts.ts';

export const COMMISSION_TYPE_WORDS: { readonly [T in CommissionType]: string } = {
	recurring: 'recurring',
	one_time: 'one-time',
	hybrid: 'hybrid',
	tiered: 'tiered',
};

const QUALIFIERS: { readonly [Q in CommissionQualifier]: string } = {
	exact: 'exact',
	from: 'minimum',
	up_to: 'maximum',
	either: 'one of several',
};

const EVENTS: { readonly [P in OfferPer]: string } = {
	payment: 'each payment',
	first_payment: 'first payment',
	sale: 'sale',
	lead: 'lead',
	signup: 'sign-up',
	customer: 'new customer',
	other: 'something else',
};

const AVAILABILITIES: { readonly [A in Availability]: string } = {
	open: 'Open to new publishers',
	invitation: 'By invitation',
	waitlist: 'Waitlist',
	closed: 'Closed to new publishers',
};

/** The names of the payout methods whose name is not just the capitalized keyword. */
const METHODS = new Map([
	['ach', 'ACH'],
	['bank', 'Bank transfer'],
	['paypal', 'PayPal'],
	['sepa', 'SEPA'],
	['wire', 'Wire transfer'],
]);

/** For each column with keywords, a function that puts one of its keywords into words. */
export const KEYWORD_WORDS = {
	commission_type: (type) => COMMISSION_TYPE_WORDS[type as CommissionType],
	commission_qualifier: (qualifier) => QUALIFIERS[qualifier as CommissionQualifier],
	commission_per: (per) => EVENTS[per as OfferPer],
	tracking_platform: networkName,
	payout_frequency: spaced,
	payout_methods: (method) => METHODS.get(method) ?? capitalized(spaced(method)),
	availability: (availability) => AVAILABILITIES[availability as Availability],
	approval: capitalized,
	attribution: (attribution) => capitalized(spaced(attribution)),
	/** A country's name, or `Worldwide` for the code that means all countries. */
	countries: (code) => (code === WORLDWIDE ? 'Worldwide' : countryName(code)),
	restrictions: spaced,
} satisfies { readonly [column: string]: (keyword: string) => string };

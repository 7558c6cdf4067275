/** Says in words what a commission is paid for. */
import type { CommissionFields } from '../../catalog/commission.ts';
import type { OfferPer } from '../../catalog/offer.ts';

/** `share` follows a percentage, and `amount` an amount of money. The other event has no words. */
interface PerWords {
	readonly share: string;
	readonly amount: string;
}

const PER_WORDS: { readonly [P in OfferPer]: PerWords } = {
	payment: { share: 'of each payment', amount: 'for each payment' },
	first_payment: { share: 'of the first payment', amount: 'for the first payment' },
	sale: { share: 'of each sale', amount: 'per sale' },
	lead: { share: 'per lead', amount: 'per lead' },
	signup: { share: 'per sign-up', amount: 'per sign-up' },
	other: { share: '', amount: '' },
};

/** Returns the event that a figure is paid for: `of each payment`, `per lead`. Empty if it is unknown or has no words. */
export function perWords(per: OfferPer | null, { rate }: { readonly rate: number | null }): string {
	return per === null ? '' : PER_WORDS[per][rate === null ? 'amount' : 'share'];
}

const EVENT_NAMES: { readonly [P in OfferPer]: string } = {
	payment: 'each payment',
	first_payment: 'first payment',
	sale: 'sale',
	lead: 'lead',
	signup: 'sign-up',
	other: 'something else',
};

export function eventName(per: OfferPer): string {
	return EVENT_NAMES[per];
}

/** The events to name beside a commission type, because readers would otherwise think of each sale or payment. */
const UNUSUAL_EVENTS: { readonly [P in OfferPer]?: string } = {
	first_payment: 'first sale only',
	lead: 'per lead',
	signup: 'per sign-up',
	other: 'not per sale',
};

/** Returns the event of a commission that is not paid for each sale or payment, in a few words. Otherwise null. */
export function unusualEvent({ commission_per: per }: Pick<CommissionFields, 'commission_per'>): string | null {
	return (per && UNUSUAL_EVENTS[per]) ?? null;
}

/** Writes the offers of a program in words. */
import type { ListedOffer, Offer, OfferPer, StatedIn } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import { count, inWords } from './numbers.ts';
import { figuresOf } from './terms.ts';

/** The words for the event that an offer is paid for. */
export const PER_WORDS: { readonly [P in OfferPer]: string } = {
	payment: 'of each payment',
	first_payment: 'of the first payment',
	sale: 'per sale',
	lead: 'per lead',
	signup: 'per sign-up',
	other: '',
};

/** The words for the part of its source in which a program states a commission. */
const STATED_IN_WORDS: { readonly [P in StatedIn]: string } = {
	rate: 'commission',
	duration: 'duration',
	conditions: 'conditions',
	description: 'description',
};

type Paid = Pick<Program, 'offers' | 'currency'>;

/** An offer in words: its pay, such as `40% of each payment for 12 months`, and its condition, such as `Gold partners`. */
export interface OfferWords {
	readonly pays: string;
	readonly condition: string;
}

/** Returns the offers of a program besides its base offer. */
export function furtherOffers({ offers, currency }: Paid): OfferWords[] {
	return offers
		.filter(({ stated_in }) => stated_in === null)
		.map((offer) => ({ pays: payWords(offer, currency), condition: conditionWords(offer) }));
}

/** Says how an offer without a condition of its own is joined with the base offer. */
const JOINED: { readonly [condition: string]: string } = { plus: 'in addition', or: 'as an alternative' };

function conditionWords({ condition }: Offer): string {
	return JOINED[condition] ?? condition;
}

/** Returns the further offers in one line, or null if there are none. */
export function offersWords(program: Paid): string | null {
	return furtherOffers(program).map(inOneLine).join('; ') || null;
}

/** Returns an offer in one line, without the currency: `40% of each payment for 12 months (Gold partners)`. */
export function offerWords(offer: ListedOffer): string {
	return inOneLine({ pays: payWords(offer, undefined), condition: conditionWords(offer) });
}

function inOneLine({ pays, condition }: OfferWords): string {
	return condition === '' ? pays : `${pays} (${condition})`;
}

/** A statement of a commission that contradicts another one. */
export interface Statement {
	readonly pays: string;
	/** The part of the source, such as `description`. */
	readonly where: string;
	/** The source's own words. */
	readonly words: string;
}

/** Returns the contradictory statements of a program's commission. */
export function contradictoryStatements({ offers, currency }: Paid): Statement[] {
	return offers.flatMap((offer) => {
		const { stated_in, condition: words } = offer;
		return stated_in === null ? [] : [{ pays: payWords(offer, currency), where: STATED_IN_WORDS[stated_in], words }];
	});
}

function payWords(offer: Offer, currency: string | null | undefined): string {
	const period = offer.lifetime ? 'for life' : offer.months === null ? '' : `for ${count(offer.months, 'month')}`;
	return [...figuresOf(offer, currency).map(inWords), offer.per && PER_WORDS[offer.per], period]
		.filter(Boolean)
		.join(' ');
}

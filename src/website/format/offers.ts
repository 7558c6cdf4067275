/** Writes the offers of a program in words. */
import type { ListedOffer, Offer, StatedIn } from '../../catalog/offer.ts';
import { type PaidProgram, payWords } from './pay-words.ts';

/** The words for the part of its source in which a program states a commission. */
const STATED_IN_WORDS: { readonly [P in StatedIn]: string } = {
	rate: 'commission',
	duration: 'duration',
	conditions: 'conditions',
	description: 'description',
};

/** An offer in words: its pay, such as `40% of each payment for 12 months`, and its condition, such as `Gold partners`. */
interface OfferWords {
	readonly pays: string;
	readonly condition: string;
}

/** Returns the offers of a program besides its base offer. Leaves out an offer that only repeats the base offer. */
export function furtherOffers(program: PaidProgram): OfferWords[] {
	return program.offers
		.filter((offer) => offer.stated_in === null && !repeatsBase(offer, program))
		.map((offer) => ({ pays: payWords(offer, program.currency), condition: conditionWords(offer, program) }));
}

/** Whether an offer without a condition says nothing that the base offer does not say. */
function repeatsBase(offer: ListedOffer, program: PaidProgram): boolean {
	const adds = [
		offer.rate !== program.commission_rate,
		offer.amount !== program.commission_amount,
		offer.per !== program.commission_per,
		offer.months !== program.commission_months,
		offer.lifetime !== program.commission_lifetime,
		offer.maximum !== null && offer.maximum !== program.commission_maximum,
	];
	return !offer.condition && !adds.includes(true);
}

/** Says how an offer without a condition of its own is joined with the base offer. */
const JOINED: { readonly [condition: string]: string } = { plus: 'in addition', or: 'as an alternative' };

/** The event tells apart offers for different events. Another offer for the same event has a condition. */
function conditionWords({ condition, per }: Offer, { commission_per }: PaidProgram): string {
	if (!condition && per === commission_per) return 'condition not published';
	return JOINED[condition ?? ''] ?? condition ?? '';
}

/** Returns the further offers in one line, or null if there are none. */
export function offersWords(program: PaidProgram): string | null {
	return furtherOffers(program).map(inOneLine).join('; ') || null;
}

/** Returns an offer in one line, without the currency: `40% of each payment for 12 months (Gold partners)`. */
export function offerWords(offer: ListedOffer): string {
	return inOneLine({
		pays: payWords(offer, undefined),
		condition: JOINED[offer.condition ?? ''] ?? offer.condition ?? '',
	});
}

function inOneLine({ pays, condition }: OfferWords): string {
	return condition === '' ? pays : `${pays} (${condition})`;
}

/** A statement of a commission that contradicts another one. */
interface Statement {
	readonly pays: string;
	/** The part of the source, such as `description`. */
	readonly where: string;
	/** The source's own words. */
	readonly words: string;
}

/** Returns the contradictory statements of a program's commission. */
export function contradictoryStatements({ offers, currency }: Pick<PaidProgram, 'offers' | 'currency'>): Statement[] {
	return offers.flatMap((offer) => {
		const { stated_in, condition: words } = offer;
		return stated_in === null
			? []
			: [{ pays: payWords(offer, currency), where: STATED_IN_WORDS[stated_in], words: words ?? '' }];
	});
}

/** Lists what a program pays besides its base offer. */
import type { Offer } from '../../catalog/offer.ts';
import { includesFigure } from './agreement.ts';
import type { BaseOffer } from './base-offer.ts';
import type { Reading } from './contradictions.ts';
import type { Place } from './places.ts';
import type { Statement } from './statements.ts';

/**
 * Returns the further offers in the order of the places. An offer of another place counts only if its figure is new. If
 * it is not new, the other place can still say for how long it is paid.
 */
export function furtherOffers(base: BaseOffer, places: readonly Place[], readings: readonly Reading[]): Offer[] {
	const { place: chosen } = base;
	const further: Offer[] = [];
	for (const place of places) {
		if (place.from === 'rate' && place !== chosen) continue;
		const stated = [chosen.base!.offer, ...readings.map(({ offer }) => offer)];
		const earlier = further.length;
		for (const statement of place.all) {
			const { offer, hasSpan } = statement;
			if (place === chosen ? statement === chosen.base : stated.some((other) => includesFigure(other, offer))) continue;
			const known = further.slice(0, earlier).findIndex((other) => includesFigure(other, offer));
			if (known < 0) further.push({ ...completed(statement, base), condition: conditionIn(statement, base) });
			else if (hasSpan && isOpen(further[known]!)) further[known] = { ...further[known]!, ...spanOf(offer) };
		}
	}
	return further;
}

/**
 * Adds what the words about the base offer also say of a further percentage. Most are paid for the same events. A higher
 * tier is also paid as long, if one clause states both. If the base offer is a share of the first payment, the source's
 * duration belongs to the offer for later payments.
 */
function completed(stated: Statement, { statement, duration }: BaseOffer): Offer {
	const { offer, condition, hasPurpose, hasSpan } = stated;
	const { rate, per, months, lifetime } = statement.offer;
	if (offer.rate === null || rate === null || hasSpan) return offer;
	if (condition.isLater && per === 'first_payment' && duration !== null) return { ...offer, ...duration };
	if (hasPurpose || !(condition.isTier || per === 'payment')) return offer;
	const isAsLong = condition.isTier && stated.words === statement.words;
	return isAsLong ? { ...offer, per, months, lifetime } : { ...offer, per };
}

function spanOf({ per, months, lifetime }: Offer): Pick<Offer, 'per' | 'months' | 'lifetime'> {
	return { per, months, lifetime };
}

/** Whether nothing says for how long a share of sales or payments is paid. */
function isOpen({ rate, per, months, lifetime }: Offer): boolean {
	return rate !== null && per !== 'first_payment' && per !== 'other' && months === null && !lifetime;
}

/** Returns the condition in the words of the source. If it names none, says how the offer is joined with the base offer. */
function conditionIn({ offer, condition, joint, words }: Statement, { place, statement: base }: BaseOffer): string {
	// In "$50 + 20%", the amount comes first, but is paid in addition to the percentage.
	const link = joint || (words === place.base!.words ? place.base!.joint : '');
	if (link !== 'and') return offer.condition || link || condition.object;
	// "20% for beginners and 30% for experts" are two offers of the same kind, which are not paid together.
	const isSameKind = (offer.rate === null) === (base.offer.rate === null) && offer.per === base.offer.per;
	return offer.condition || (isSameKind && condition.object) || 'plus';
}

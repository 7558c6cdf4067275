/** Reads what a program pays from everything that a source says about it. */
import type { Offer } from '../../catalog/offer.ts';
import { includesFigure } from './agreement.ts';
import { type BaseOffer, baseOfferOf } from './base-offer.ts';
import { contradictionOf, type Reading } from './contradictions.ts';
import { type Place, placesOf, type TermsSource } from './places.ts';

export type { Reading, TermsSource };

export interface Terms {
	/** What an ordinary new partner gets. Null if nothing says it, or if the source contradicts itself. */
	readonly base: Offer | null;
	/** What the program pays under further conditions, in the order of the source. */
	readonly further: readonly Offer[];
	/** Two or more different readings of the base offer, or null. */
	readonly contradiction: readonly Reading[] | null;
}

/** Reads a program's terms. Numbers without a unit and amounts in other currencies are not read. */
export function readTerms(source: TermsSource): Terms {
	const places = placesOf(source);
	const base = baseOfferOf(places, source);
	if (!base) return { base: null, further: [], contradiction: null };
	const contradiction = contradictionOf(base, places, source);
	const further = furtherOffers(base, places, contradiction ?? []);
	return { base: contradiction ? null : base.statement.offer, further, contradiction };
}

/** Returns the other offers. An offer of another place counts only if its figure is new. */
function furtherOffers({ place: chosen }: BaseOffer, places: readonly Place[], readings: readonly Reading[]): Offer[] {
	const further: Offer[] = [];
	for (const place of places) {
		if (place.from === 'rate' && place !== chosen) continue;
		const known = [chosen.base!.offer, ...readings.map(({ offer }) => offer), ...further];
		for (const { offer, condition, joint, words } of place.all) {
			const isKnown =
				place === chosen ? offer === chosen.base!.offer : known.some((other) => includesFigure(other, offer));
			if (isKnown) continue;
			// In "$50 + 20%", the amount comes first, but is paid in addition to the percentage.
			const link = joint || (place === chosen && words === chosen.base!.words ? chosen.base!.joint : '');
			further.push({ ...offer, condition: offer.condition || link || condition.object });
		}
	}
	return further;
}

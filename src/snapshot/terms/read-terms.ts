/** Reads what a program pays from everything that a source says about it. */
import type { Offer } from '../../catalog/offer.ts';
import { baseOfferOf } from './base-offer.ts';
import { contradictionOf, type Reading } from './contradictions.ts';
import { furtherOffers } from './further-offers.ts';
import { placesOf, type TermsSource } from './places.ts';

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

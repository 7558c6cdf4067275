/** Chooses the base offer among all places, and completes it. */
import { agrees, sharesFigure } from './agreement.ts';
import { ORDINARY, SPECIAL } from './conditions.ts';
import type { Place, TermsSource } from './places.ts';
import { type Span, spanIn } from './spans.ts';
import type { Statement } from './statements.ts';

export interface BaseOffer {
	readonly statement: Statement;
	/** The place that states the offer. */
	readonly place: Place;
	/** Whether a description states the offer, because the conditions name only offers with a condition. */
	readonly isMoreGeneral: boolean;
	/** Whether words about the offer or the source's duration say for how long it is paid. */
	readonly spanFrom: 'words' | 'duration' | null;
	/** The source's duration, or null. It can belong to another offer. */
	readonly duration: Span | null;
}

export function baseOfferOf(places: readonly Place[], source: TermsSource): BaseOffer | null {
	const main = places.find(({ base }) => base !== null);
	if (!main?.base) return null;
	const general = main.base.condition.rank > ORDINARY && places.find((place) => isMoreGeneral(place, main));
	const place = general || main;
	const others = places.filter((other) => other !== place);
	const duration = spanIn(source.duration);
	return { ...completed(place, others, source), place, isMoreGeneral: place !== main, duration };
}

/**
 * Whether a description states an offer with less of a condition. If the main place states the offer too, its condition
 * counts, unless an ordinary new partner does not fulfil it.
 */
function isMoreGeneral({ base, from }: Place, main: Place): boolean {
	if (base === null || from === 'rate' || base.condition.rank >= main.base!.condition.rank) return false;
	return main.base!.condition.rank === SPECIAL || !main.all.some(({ offer }) => agrees(offer, base.offer));
}

/** Adds what the source's duration, or else another place, says about the base offer. */
function completed(place: Place, others: readonly Place[], { duration }: TermsSource) {
	const statement = place.base as Statement;
	const { offer, hasSpan } = statement;
	const isShare = offer.rate !== null && (offer.per === 'sale' || offer.per === null);
	if (hasSpan || !(isShare || offer.per === 'payment'))
		return { statement, spanFrom: hasSpan ? 'words' : null } as const;

	const isPaid = (stated: Statement) => sharesFigure(stated.offer, offer) && stated.offer.per === 'payment';
	const same = others.flatMap(({ all }) => all).filter(isPaid);
	// In "20% recurring or 35% for 12 months", the source's duration belongs to the second offer.
	const isForAlternative = place.all.some((other) => other !== statement && other.hasSpan && other.joint === 'or');
	const span = isForAlternative ? null : spanIn(duration);
	const spanned = same.find((other) => other.hasSpan);
	const { months, lifetime } = span ?? (duration ? offer : (spanned?.offer ?? offer));
	const recurs = span !== null || same.length > 0;
	return {
		statement: { ...statement, offer: { ...offer, months, lifetime, per: recurs ? ('payment' as const) : offer.per } },
		spanFrom: span ? 'duration' : spanned && !duration ? 'words' : null,
	} as const;
}

/** Finds out whether the places of a source state different figures for the same base offer. */
import type { Offer } from '../../catalog/offer.ts';
import { agrees, isComparable, sharesFigure } from './agreement.ts';
import type { BaseOffer } from './base-offer.ts';
import { type Condition, ORDINARY, SPECIAL } from './conditions.ts';
import { inEnglish } from './german.ts';
import type { Place, TermsSource } from './places.ts';
import { type Span, spansIn } from './spans.ts';
import type { Statement } from './statements.ts';

/** One place's reading of the base offer. */
export interface Reading {
	readonly offer: Offer;
	readonly from: 'rate' | 'duration' | 'conditions' | 'description';
	/** The clause that states the offer. */
	readonly words: string;
}

/** Returns the different readings of the base offer, or null if there is only one. */
export function contradictionOf(base: BaseOffer, places: readonly Place[], source: TermsSource): Reading[] | null {
	const { statement, place: chosen } = base;
	const own: Reading = { offer: statement.offer, from: chosen.from, words: statement.words };
	const others = places.filter((place) => place !== chosen && place.base !== null);
	const figures = others.filter((place) => contradicts(place, base, places)).map(readingOf);
	if (figures.length > 0) return [own, ...figures];

	const spans = others.filter((place) => place.from === 'description' && hasOtherSpan(place, statement)).map(readingOf);
	if (spans.length > 0) {
		return [base.spanFrom === 'duration' ? { ...own, from: 'duration', words: source.duration } : own, ...spans];
	}
	const { duration: span } = base;
	if (span === null || base.spanFrom !== 'words' || base.isMoreGeneral || !differ(span, statement.offer)) return null;
	// The duration can belong to another offer, or to something else that the words mention.
	if (
		chosen.all.length > 1 ||
		spansIn(inEnglish(`${source.rate} ${source.conditions}`)).some((stated) => !differ(stated, span))
	)
		return null;
	return [own, { offer: { ...statement.offer, ...span }, from: 'duration', words: source.duration }];
}

function readingOf({ base, from }: Place): Reading {
	const { offer, words } = base as Statement;
	return { offer, from, words };
}

/** Whether a place states another figure for the base offer. */
function contradicts(place: Place, { statement, place: chosen }: BaseOffer, places: readonly Place[]): boolean {
	const { offer, condition } = place.base as Statement;
	// The rate can summarize any offer, even if it is not the base offer.
	const explaining = place.from === 'rate' ? places.filter(({ from }) => from !== 'rate') : [chosen];
	if (explaining.some(({ all }) => all.some((stated) => agrees(stated.offer, offer)))) return false;
	if (place.from === 'rate') return true;
	if (!isSameCondition(condition, statement.condition)) return false;
	if (place.all.some((stated) => agrees(stated.offer, statement.offer))) return false;
	// If only the rate states its figure, any other figure contradicts it.
	return chosen.from === 'rate' || isComparable(offer, statement.offer);
}

/** Offers for different plans or partners do not contradict each other. */
function isSameCondition(one: Condition, other: Condition): boolean {
	if (one.rank !== other.rank || one.rank === SPECIAL) return false;
	return one.rank === ORDINARY || one.words.toLowerCase() === other.words.toLowerCase();
}

/** Whether a place states the base offer's figure only with other durations. */
function hasOtherSpan({ base, all }: Place, { offer }: Statement): boolean {
	const same = all.filter((stated) => sharesFigure(stated.offer, offer));
	return base!.hasSpan && same.length > 0 && same.every((stated) => differ(stated.offer, offer));
}

/** Whether both durations are known and differ. */
function differ(one: Span, other: Span): boolean {
	const [first, second] = [one, other].map(({ months, lifetime }) => (lifetime ? 'lifetime' : months));
	return first !== null && second !== null && first !== second;
}

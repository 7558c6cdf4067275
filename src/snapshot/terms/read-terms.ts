/** Reads what a program pays from everything that a source says about it. */

import { agrees, isForSame, isSame, sharesFigure } from './agreement.ts';
import { columnOf, conflictOf, generalDoubt, spanDoubt, UNCLEAR, withheldBase } from './doubts.ts';
import { bestPlace, type Place, placesOf, type Stated, type TermsSource, withoutRepeats } from './places.ts';

export type { Stated, TermsSource };

export interface Terms {
	/** What an ordinary new partner gets. Null if nothing says it, or if it is not understood. */
	readonly base: Stated | null;
	/** What the program pays under further conditions, in the order of the source. */
	readonly further: readonly Stated[];
	/** Two different readings of the base offer, or null. */
	readonly contradiction: readonly Stated[] | null;
	/** Why no figure is stated although there is one, as an end of “not stated because …”. Null if there is no reason. */
	readonly doubt: string | null;
}

const NOTHING: Terms = { base: null, further: [], contradiction: null, doubt: null };

/** What was read last. An import reads the same words to warn, to fill the columns, and to count what is not understood. */
let last: { readonly source: string; readonly terms: Terms } | undefined;

/** Reads a program's terms. What is not understood to its end states no figure. */
export function readTerms(source: TermsSource): Terms {
	const words = JSON.stringify(source);
	if (last?.source !== words) last = { source: words, terms: read(source) };
	return last.terms;
}

function read(source: TermsSource): Terms {
	const places = placesOf(source);
	const main = bestPlace(places, source);
	if (!main) return { ...NOTHING, doubt: places.all.some(({ withheld }) => withheld.length > 0) ? UNCLEAR : null };
	const { base, place } = main;
	const all = places.all.flatMap(({ statements }) => statements);
	if (isLaterOffer(base, place) || dependsOnGoods(base, place)) return { ...NOTHING, doubt: UNCLEAR };
	const complete = withCap(limited(completed(base, all, source), place), all);
	const conflict = conflictOf(complete, place, places.all);
	const doubt = conflict
		? null
		: (generalDoubt(base, place, places.all) ??
			withheldBase(base, place, places.all) ??
			spanDoubt(complete, all, source));
	if (doubt !== null) return { ...NOTHING, doubt };
	// The rate repeats figures of the other places.
	const isRepeated = ({ from, offer }: Stated) =>
		from === 'rate' && all.some((other) => other.from !== 'rate' && sharesFigure(other.offer, offer));
	const others = related(base, place, all).filter(
		(statement) => statement !== conflict && !isRepeated(statement) && !isSame(statement.offer, base.offer),
	);
	const known = conflict ? [complete, conflict] : [complete];
	const further = withoutRestated(
		others.filter((statement) => !repeats(statement, complete) && !known.some((one) => restates(statement, one))),
	).filter((statement) => !summarizes(statement, complete));
	if (conflict) {
		// What is paid besides belongs to only one of the two.
		const separate = further.filter(({ offer }) => offer.relation === null);
		return { ...NOTHING, further: separate, contradiction: [complete, conflict] };
	}
	return { ...NOTHING, base: { ...complete, offer: { ...complete.offer, relation: null } }, further };
}

/** Whether an offer does not begin with the first payment of the first customer. */
function isLaterOffer(base: Stated, { statements, withheld }: Place): boolean {
	const { offer } = base;
	const isAdded = offer.relation === 'plus' && (statements[0] === base || withheld.length > 0);
	const isForLaterLeads = /^\p{L}+ (?!1-)\d+(?:-\d|\+)/u.test(offer.condition);
	return isAdded || isForLaterLeads || offer.relation === 'then' || offer.from_month > 1 || offer.from_sale > 1;
}

/** Whether a place states one figure for some goods and another for others, and no general one. */
function dependsOnGoods(base: Stated, { statements }: Place): boolean {
	return base.isForGoods && statements.some((other) => other.isForGoods && !isSame(other.offer, base.offer));
}

/** The other statements. "$5 per lead plus 20%" relates the first to the second if the second is the base offer. */
function related(base: Stated, { statements }: Place, all: readonly Stated[]): Stated[] {
	const { relation } = base.offer;
	const before = statements[statements.indexOf(base) - 1];
	return all.map((statement) =>
		statement === before && relation !== null ? { ...statement, offer: { ...statement.offer, relation } } : statement,
	);
}

const FOR_PAYMENTS: readonly Stated['offer']['per'][] = [null, 'sale', 'payment', 'customer'];

/** Adds how long the base offer is paid, if another place says it. */
function completed(base: Stated, all: readonly Stated[], source: TermsSource): Stated {
	const { offer } = base;
	if (offer.rate === null || base.hasSpan || base.isOnce || !FOR_PAYMENTS.includes(offer.per)) return base;
	const column = columnOf(source, all);
	const isOfOther = all.some(
		({ offer: other }) => other.months !== null && other.months === column?.offer.months && !agrees(other, offer),
	);
	const same = all.filter((other) => sharesFigure(other.offer, offer) && other.offer.per === 'payment');
	const span = column?.hasSpan && !isOfOther ? column : same.find(({ hasSpan }) => hasSpan);
	const isRecurring = source.type === 'recurring' && offer.per !== 'customer';
	if (!span && same.length === 0 && !isRecurring) {
		return { ...base, offer: { ...offer, per: offer.per ?? (source.type === 'one_time' ? 'sale' : null) } };
	}
	const { months, lifetime } = span?.offer ?? offer;
	const hasSpan = span !== undefined;
	return { ...base, hasSpan, offer: { ...offer, per: 'payment', months, lifetime }, ...(hasSpan && { span }) };
}

/** In "20%, 22% after 5 customers", the first figure holds for five sales. */
function limited(base: Stated, { statements }: Place): Stated {
	const next = statements.find(({ offer }) => offer.from_sale > 1 && /^(?:after|once) /i.test(offer.condition));
	return next ? { ...base, offer: { ...base.offer, sales: next.offer.from_sale - 1 } } : base;
}

/** A cap that another place states belongs to the offer. */
function withCap(base: Stated, all: readonly Stated[]): Stated {
	const cap = all.find(({ offer }) => offer.cap !== null && sharesFigure(offer, base.offer));
	return cap && base.offer.cap === null
		? { ...base, offer: { ...base.offer, cap: cap.offer.cap, cap_per: cap.offer.cap_per }, cap }
		: base;
}

/** Whether another sentence states the figure of an offer for the same event again. */
function restates({ offer, words, from }: Stated, other: Stated): boolean {
	return (
		(words !== other.words || from !== other.from) &&
		sharesFigure(offer, other.offer) &&
		offer.currency === other.offer.currency &&
		isForSame(offer, other.offer) &&
		offer.from_month === other.offer.from_month &&
		(offer.from_sale === 1 || other.offer.from_sale > 1 || other.offer.sales !== null)
	);
}

/** Whether another place only sums up: a later phase without the first, "up to" a higher figure, or what 20% can come to. */
function summarizes({ offer, from, rank }: Stated, base: Stated): boolean {
	if (from === base.from) return false;
	const isHighest = rank === 0 && offer.qualifier === 'up_to' && offer.relation === null;
	return (
		offer.from_month > 1 ||
		(isHighest && (offer.rate === null || base.offer.rate !== null) && isForSame(offer, base.offer))
	);
}

/** Leaves out offers that other sentences state with more details, or earlier. */
function withoutRestated(statements: readonly Stated[]): Stated[] {
	return withoutRepeats(statements).filter(
		(statement, index, all) =>
			!all.some((other, place) => {
				if (!restates(statement, other)) return false;
				const more = detailsOf(other) - detailsOf(statement);
				return more > 0 || (more === 0 && place < index);
			}),
	);
}

function detailsOf({ offer }: Stated): number {
	const { months, lifetime, condition, from_month, from_sale, sales, per, until } = offer;
	return [months, lifetime, condition, from_month > 1, from_sale > 1, sales, per, until].filter(Boolean).length;
}

/** Whether a statement only repeats the base offer. */
function repeats({ offer, rank, from }: Stated, base: Stated): boolean {
	// "30% of the fee + 30% of the price" pays both.
	if (offer.relation === 'plus' && offer.of !== null) return false;
	return (
		sharesFigure(offer, base.offer) &&
		(from !== base.from || isForSame(offer, base.offer)) &&
		(rank <= base.rank ||
			(from === 'description' && rank === 1 && offer.maximum === base.offer.maximum) ||
			offer.condition === base.offer.condition) &&
		offer.from_month === base.offer.from_month &&
		offer.qualifier !== 'from'
	);
}

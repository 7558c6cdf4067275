/** Reads what a program pays from everything that a source says about it. */

import { agrees, isForSame, isSame, sharesFigure } from './agreement.ts';
import { conflictOf, generalDoubt, isOfDiscount, readDuration, spanDoubt, UNCLEAR, withheldBase } from './doubts.ts';
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

/** Reads a program's terms. What is not understood to its end states no figure. */
export function readTerms(source: TermsSource): Terms {
	const places = placesOf(source);
	const main = bestPlace(places, source);
	if (!main) return { ...NOTHING, doubt: places.all.some(({ withheld }) => withheld.length > 0) ? UNCLEAR : null };
	const { base, place } = main;
	const all = places.all.flatMap(({ statements }) => statements);
	if (isLaterOffer(base, place) || dependsOnGoods(base, place)) return { ...NOTHING, doubt: UNCLEAR };
	const complete = limited(completed(base, all, source), place);
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
	).filter((statement) => !isLoosePhase(statement, complete) && !summarizes(statement, complete));
	if (conflict) return { ...NOTHING, further, contradiction: [complete, conflict] };
	return { ...NOTHING, base: { ...complete, offer: { ...complete.offer, relation: null } }, further };
}

/** Whether an offer does not begin with the first payment of the first customer. */
function isLaterOffer(base: Stated, { statements, withheld }: Place): boolean {
	const { offer } = base;
	const isAdded = offer.relation === 'plus' && (statements[0] === base || withheld.length > 0);
	const isForLaterLeads = /^\p{L}+ (?!1-)\d+(?:-\d|\+)/u.test(offer.condition) && offer.from_sale === 1;
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
	return all
		.filter((statement) => statement !== base)
		.map((statement) =>
			statement === before && relation !== null ? { ...statement, offer: { ...statement.offer, relation } } : statement,
		);
}

/** Adds how long the base offer is paid, if another place says it. */
function completed(base: Stated, all: readonly Stated[], source: TermsSource): Stated {
	const { offer } = base;
	if (
		offer.rate === null ||
		base.hasSpan ||
		base.isOnce ||
		!(offer.per === null || offer.per === 'sale' || offer.per === 'payment' || offer.per === 'customer')
	)
		return withCap(base, all);
	const column = readDuration(source.duration);
	const duration = column !== null && isOfDiscount(column, all) ? null : column;
	const isOfOther = all.some(
		({ offer: { months }, hasSpan, offer: other }) =>
			hasSpan && months !== null && months === duration?.offer.months && !agrees(other, offer),
	);
	const stated = !isOfOther && (duration?.offer.lifetime || duration?.offer.months) ? duration : null;
	const same = all.filter(
		(other) => other !== base && sharesFigure(other.offer, offer) && other.offer.per === 'payment',
	);
	const spanned = stated ?? same.find(({ hasSpan }) => hasSpan);
	const isRecurring = source.type === 'recurring' && offer.per !== 'customer';
	if (!spanned && same.length === 0 && !isRecurring) {
		return withCap(
			{ ...base, offer: { ...offer, per: offer.per ?? (source.type === 'one_time' ? 'sale' : null) } },
			all,
		);
	}
	const { months, lifetime } = spanned?.offer ?? offer;
	return withCap(
		{
			...base,
			hasSpan: spanned !== undefined,
			offer: { ...offer, per: 'payment', months, lifetime },
			...(spanned && { span: spanned }),
		},
		all,
	);
}

/** In "20%, 22% after 5 customers", the first figure holds for five sales. */
function limited(base: Stated, place: Place): Stated {
	const next = place.statements.find(
		({ offer }) =>
			offer.from_sale > base.offer.from_sale &&
			(offer.rate === null) === (base.offer.rate === null) &&
			offer.relation !== 'plus',
	);
	if (!next || base.offer.sales !== null || next.rank < 3 || !/^(?:after|once) /i.test(next.offer.condition))
		return base;
	return { ...base, offer: { ...base.offer, sales: next.offer.from_sale - 1 } };
}

/** A cap that another place states belongs to the offer. */
function withCap(base: Stated, all: readonly Stated[]): Stated {
	if (base.offer.cap !== null) return base;
	const capped = all.find((other) => other.offer.cap !== null && sharesFigure(other.offer, base.offer));
	return capped
		? { ...base, offer: { ...base.offer, cap: capped.offer.cap, cap_per: capped.offer.cap_per }, cap: capped }
		: base;
}

/** Whether another sentence states the figure of an offer for the same event again. */
function restates({ offer, words, from }: Stated, other: Stated): boolean {
	return (
		(words !== other.words || from !== other.from) &&
		sharesFigure(offer, other.offer) &&
		offer.currency === other.offer.currency &&
		isForSame({ ...offer, of: null }, { ...other.offer, of: null }) &&
		offer.from_month === other.offer.from_month &&
		(offer.from_sale === 1 || other.offer.from_sale > 1 || other.offer.sales !== null)
	);
}

/** Whether an offer is a later phase of one that another place states, and that is not known to end where it begins. */
function isLoosePhase({ offer, from }: Stated, base: Stated): boolean {
	const end = base.offer.months === null ? null : base.offer.from_month + base.offer.months;
	return offer.from_month > 1 && from !== base.from && offer.from_month !== end;
}

/** Whether another place states the base offer as "up to" a higher figure, or what a percentage can come to. */
function summarizes({ offer, from, rank }: Stated, base: Stated): boolean {
	return (
		from !== base.from &&
		rank === 0 &&
		offer.qualifier === 'up_to' &&
		offer.relation === null &&
		(offer.rate === null || base.offer.rate !== null) &&
		isForSame({ ...offer, of: null }, { ...base.offer, of: null })
	);
}

/** Leaves out offers that other sentences state with more details, or earlier. */
function withoutRestated(statements: readonly Stated[]): Stated[] {
	return withoutRepeats(statements).filter(
		(statement, index, all) =>
			!all.some((other, place) => {
				if (place === index || !restates(statement, other)) return false;
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
function repeats({ offer, rank, from, words }: Stated, base: Stated): boolean {
	// "30% of the fee + 30% of the price" pays both.
	if (words === base.words && offer.relation === 'plus' && offer.of !== null) return false;
	return (
		sharesFigure(offer, base.offer) &&
		(from !== base.from || isForSame({ ...offer, of: null }, { ...base.offer, of: null })) &&
		(rank <= base.rank ||
			(from === 'description' && rank === 1 && offer.maximum === base.offer.maximum) ||
			offer.condition === base.offer.condition) &&
		offer.from_month === base.offer.from_month &&
		offer.qualifier !== 'from'
	);
}

/** Tells why a base offer is not stated although there is a figure. */
import { agrees, isForSame } from './agreement.ts';
import { inEnglish } from './language.ts';
import type { Place, Stated, TermsSource } from './places.ts';
import { readSentence } from './sentence.ts';
import { plainText } from './text.ts';

/** Why nothing is stated of words that are not understood. */
export const UNCLEAR = 'some of its words are not understood';
const SPANS = 'its words differ on how long it is paid';
const DOUBTED = 'its words doubt the figure';

/** What is paid without a sale, so that another figure for sales is no contradiction. */
const FOR_NO_SALE: readonly Stated['offer']['per'][] = ['lead', 'signup'];

/** Whether another place states pay of another kind without the condition of the base offer. */
export function generalDoubt(base: Stated, place: Place, places: readonly Place[]): string | null {
	if (FOR_NO_SALE.includes(base.offer.per)) return null;
	const isGeneral = ({ offer, rank }: Stated) =>
		rank < base.rank &&
		offer.relation === null &&
		offer.qualifier !== 'up_to' &&
		(offer.rate === null) !== (base.offer.rate === null);
	return places.some((other) => other !== place && other.statements.some(isGeneral)) ? UNCLEAR : null;
}

/** Reads the column that says how long a commission is paid. In "20%, and 10% off for a year", it can be of the discount. */
export function columnOf({ duration }: TermsSource, all: readonly Stated[]): Stated | null {
	if (duration === '') return null;
	const [read] = readSentence(`1% for ${inEnglish(plainText(duration))}`, null).statements;
	if (read === undefined) return null;
	const isOfDiscount = all.some(({ words }) => {
		const after = /\b(?:discounts?|off)\b(.*)$/is.exec(inEnglish(plainText(words)))?.[1];
		if (after === undefined) return false;
		const [discount] = readSentence(`1% per sale ${after}`, null).statements;
		return discount?.hasSpan === true && hasSameSpan(discount.offer, read.offer);
	});
	return isOfDiscount ? null : { ...read, words: duration, from: 'duration' };
}

/** Another place's figure for the same base offer. */
export function conflictOf(base: Stated, place: Place, places: readonly Place[]): Stated | null {
	const stated = places.flatMap((other) => (other === place ? [] : other.statements));
	// A bare figure that no words repeat, beside words about other pay, is not understood.
	if (place.from === 'rate' && !stated.some(({ offer }) => agrees(offer, base.offer))) return stated[0] ?? null;
	return stated.find((statement) => isRival(statement, base, place)) ?? null;
}

/** Whether a statement of another place contradicts the base offer. */
function isRival({ offer, rank }: Stated, base: Stated, place: Place): boolean {
	if (offer.currency !== null && base.offer.currency !== null && offer.currency !== base.offer.currency) return false;
	const isOtherKind = (offer.rate === null) !== (base.offer.rate === null);
	if (isOtherKind && (base.rank > rank || offer.qualifier === 'up_to')) return false;
	if (base.rank > 1 || rank > base.rank || offer.reward !== base.offer.reward || offer.relation !== null) return false;
	if (rank === 1 && offer.condition !== base.offer.condition) return false;
	if (agrees(offer, base.offer) || place.statements.some((own) => agrees(own.offer, offer))) return false;
	if (isOtherKind) return ![offer.per, base.offer.per].some((per) => FOR_NO_SALE.includes(per));
	return offer.of === base.offer.of && isForSame(offer, base.offer);
}

/** Whether a place withholds a figure that could be the base offer. */
export function withheldBase(base: Stated, place: Place, places: readonly Place[]): string | null {
	if (places.some(({ isDoubtful }) => isDoubtful)) return DOUBTED;
	// A figure such as 0% says something else than the description.
	if (place.from === 'description' && places.some(({ from, withheld }) => from === 'rate' && withheld.length > 0))
		return UNCLEAR;
	const isDoubted = places.some(({ from, withheld, fragments }) =>
		withheld.some(
			(figure) =>
				figure.kind !== 'number' &&
				base.offer[figure.kind] === figure.value &&
				!(from === 'description' && fragments.includes(figure)),
		),
	);
	if (isDoubted) return DOUBTED;
	return place.withheld.length > 0 && base.rank > 0 ? UNCLEAR : null;
}

/** Whether two places say differently how long the same percentage is paid. */
export function spanDoubt(base: Stated, all: readonly Stated[], source: TermsSource): string | null {
	const column = columnOf(source, all);
	// "Recurring for 12 months" beside words that only pay amounts once.
	const recurs = all.some(({ offer }) => offer.rate !== null || offer.every !== null || offer.per === 'payment');
	if (source.type === 'recurring' && column?.hasSpan && !recurs) return SPANS;
	if (base.offer.rate === null || !base.hasSpan) return null;
	const isPhase = all.some(({ offer }) => offer.relation === 'then');
	const isInWords = column?.offer.lifetime && /life/i.test(source.conditions);
	if (column?.hasSpan && !isInWords && !isPhase && !hasSameSpan(column.offer, base.offer)) return SPANS;
	const spanned = [base, ...all.filter(({ offer, hasSpan, rank }) => hasSpan && rank <= 1 && offer.per === 'payment')];
	const differs = spanned.some(({ offer: one }) =>
		spanned.some(
			({ offer: other }) =>
				one.rate === other.rate &&
				one.qualifier === other.qualifier &&
				one.from_month === other.from_month &&
				!hasSameSpan(one, other),
		),
	);
	return differs ? SPANS : null;
}

function hasSameSpan(one: Stated['offer'], other: Stated['offer']): boolean {
	return one.lifetime === other.lifetime && one.months === other.months;
}

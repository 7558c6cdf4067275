/** Compares offers that two places state. */
import type { Offer } from '../../catalog/offer.ts';

/** Whether two offers can both be right: the figures of one include a figure of the other. */
export function agrees(one: Offer, other: Offer): boolean {
	return (['rate', 'amount'] as const).some((kind) => {
		if (one[kind] === null || other[kind] === null) return false;
		const [first, second] = [rangeOf(one, one[kind]), rangeOf(other, other[kind])];
		return first.low <= second.high && second.low <= first.high;
	});
}

function rangeOf({ qualifier, maximum }: Offer, value: number): { low: number; high: number } {
	if (qualifier === 'up_to') return { low: 0, high: value };
	return { low: value, high: maximum ?? (qualifier === 'from' ? Number.POSITIVE_INFINITY : value) };
}

/** Whether two offers are of the same kind and for the same thing, so that different figures contradict each other. */
export function isComparable(one: Offer, other: Offer): boolean {
	const sameKind = (one.rate !== null && other.rate !== null) || (one.amount !== null && other.amount !== null);
	return sameKind && groupOf(one) === groupOf(other);
}

/** A sale and a customer's payment are often two words for the same thing. */
function groupOf({ per }: Offer): string {
	return per === null || per === 'payment' || per === 'sale' ? 'sale' : per;
}

/** Whether one of an offer's figures, such as the upper end of a range, is the other offer's figure. */
export function sharesFigure(one: Offer, other: Offer): boolean {
	return (['rate', 'amount'] as const).some((kind) => {
		if (one[kind] === null || other[kind] === null) return false;
		return [one[kind], one.maximum].some((value) => value !== null && [other[kind], other.maximum].includes(value));
	});
}

/** Whether a known offer states an offer's figure. */
export function includesFigure(known: Offer, { rate, amount, maximum }: Offer): boolean {
	return (rate ?? known.rate) === known.rate && (amount ?? known.amount) === known.amount && maximum === known.maximum;
}

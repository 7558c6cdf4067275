/** Compares offers that different words state. */
import type { ReadOffer } from './read-offer.ts';

/** Whether two offers can be the same: their figures or ranges overlap. */
export function agrees(one: ReadOffer, other: ReadOffer): boolean {
	return (['rate', 'amount'] as const).some((kind) => {
		if (one[kind] === null || other[kind] === null) return false;
		const [first, second] = [rangeOf(one, one[kind]), rangeOf(other, other[kind])];
		return first.low <= second.high && second.low <= first.high;
	});
}

function rangeOf({ qualifier, maximum }: ReadOffer, value: number) {
	if (qualifier === 'up_to') return { low: 0, high: value };
	return { low: value, high: maximum ?? (qualifier === 'from' ? Number.POSITIVE_INFINITY : value) };
}

/** Whether two offers are for the same event and of the same thing. */
export function isForSame(one: ReadOffer, other: ReadOffer): boolean {
	const groups = [one.per, other.per].map((per) => (per === 'lead' || per === 'signup' ? per : 'sale'));
	return groups[0] === groups[1] && one.of === other.of;
}

/** Whether two offers have a figure in common. */
export function sharesFigure(one: ReadOffer, other: ReadOffer): boolean {
	return (['rate', 'amount'] as const).some((kind) => {
		if (one[kind] === null || other[kind] === null) return false;
		return [one[kind], one.maximum].some((value) => value !== null && [other[kind], other.maximum].includes(value));
	});
}

export function isSame(one: ReadOffer, other: ReadOffer): boolean {
	return (
		['rate', 'amount', 'maximum', 'qualifier', 'condition', 'from_sale', 'from_month', 'months', 'lifetime'] as const
	).every((key) => one[key] === other[key] && isForSame(one, other));
}

/** Compares offers that different words state. */
import type { ReadOffer } from './read-offer.ts';

/** Whether two offers can be the same: their figures or ranges overlap. */
export function agrees(one: ReadOffer, other: ReadOffer): boolean {
	if ((one.rate === null) !== (other.rate === null)) return false;
	const [first, second] = [rangeOf(one), rangeOf(other)];
	return first.low <= second.high && second.low <= first.high;
}

function rangeOf({ rate, amount, qualifier, maximum }: ReadOffer) {
	const value = rate ?? amount ?? 0;
	if (qualifier === 'up_to') return { low: 0, high: value };
	return { low: value, high: maximum ?? (qualifier === 'from' ? Number.POSITIVE_INFINITY : value) };
}

/** Whether two offers are for the same event. */
export function isForSame(one: ReadOffer, other: ReadOffer): boolean {
	const [first, second] = [one, other].map(({ per }) => (per === 'lead' || per === 'signup' ? per : 'sale'));
	return first === second;
}

/** Whether two offers have a figure in common. */
export function sharesFigure(one: ReadOffer, other: ReadOffer): boolean {
	if ((one.rate === null) !== (other.rate === null)) return false;
	const values = [other.rate ?? other.amount, other.maximum];
	return [one.rate ?? one.amount, one.maximum].some((value) => value !== null && values.includes(value));
}

const FIGURES = ['rate', 'amount', 'maximum', 'qualifier', 'of'] as const;
const TIMES = ['condition', 'from_sale', 'from_month', 'months', 'lifetime'] as const;

export function isSame(one: ReadOffer, other: ReadOffer): boolean {
	return isForSame(one, other) && [...FIGURES, ...TIMES].every((key) => one[key] === other[key]);
}

import type { CommissionType } from '../../catalog/offer.ts';
import type { ReadOffer } from './read-offer.ts';

/** Returns the type that offers make, or null if they do not say whether the commission recurs. */
export function typeOfOffers(base: ReadOffer, further: readonly ReadOffer[]): CommissionType | null {
	const isOnce = base.months === 1 && base.every === null;
	const own = isOnce ? false : recurs(base);
	const added = further.filter(({ relation, condition }) => ADDED.includes(relation) && condition === '').map(recurs);
	if (own !== null && added.some((other) => other !== null && other !== own)) return 'hybrid';
	if (further.some(({ from_sale, relation }) => from_sale > 1 && relation !== 'plus')) return 'tiered';
	if (own === null) return null;
	return own ? 'recurring' : 'one_time';
}

const ADDED: readonly ReadOffer['relation'][] = ['plus', 'then'];

/** Whether an offer is paid again for the same customer. Null if that is not said. */
function recurs({ per, every, months, lifetime, from_month }: ReadOffer): boolean | null {
	if (per === 'payment' || every !== null || months !== null || lifetime || from_month > 1) return true;
	return per === null || per === 'other' ? null : false;
}

import { defaultsOf } from '../../src/catalog/columns.ts';
import { type ListedOffer, OFFER_COLUMNS } from '../../src/catalog/offer.ts';

/** An offer for tests that need only the given fields. */
export function offer(fields: Partial<ListedOffer>): ListedOffer {
	return { ...defaultsOf(OFFER_COLUMNS), ...fields };
}

/** Two statements that contradict each other. */
export const CONTRADICTION: ListedOffer[] = [
	offer({ rate: 20, condition: '20% per sale', stated_in: 'rate' }),
	offer({ rate: 25, condition: 'Earn 25%', stated_in: 'description' }),
];

import { expect, test } from 'vitest';
import { OFFER_PER } from '../../../src/catalog/offer.ts';
import { perWords, unusualEvent } from '../../../src/website/format/paid-for.ts';

test('an event follows a percentage and an amount in different words', () => {
	const words = (rate: number | null) => OFFER_PER.map((per) => perWords(per, { rate }));
	expect(words(20)).toEqual(['of each payment', 'of the first payment', 'of each sale', 'per lead', 'per sign-up', '']);
	expect(words(null)).toEqual(['for each payment', 'for the first payment', 'per sale', 'per lead', 'per sign-up', '']);
});

test('only events other than each sale or payment are named beside a commission type', () => {
	const named = OFFER_PER.filter((commission_per) => unusualEvent({ commission_per }) !== null);
	expect(named).toEqual(['first_payment', 'lead', 'signup', 'other']);
	expect(unusualEvent({ commission_per: null })).toBeNull();
});

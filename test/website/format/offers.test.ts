import { describe, expect, test } from 'vitest';
import { contradictoryStatements, furtherOffers, offersWords } from '../../../src/website/format/offers.ts';
import { CONTRADICTION, offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const GOLD = offer({ rate: 40, per: 'payment', months: 12, condition: 'Gold partners' });
const PLUS = offer({ amount: 50, qualifier: 'up_to', per: 'signup', condition: 'plus' });
const words = (text: string) => text.replaceAll('\u00a0', ' ');

describe('furtherOffers', () => {
	test('says what an offer pays, for what, how long and when', () => {
		const program = publishedProgram({ currency: 'USD', offers: [GOLD, PLUS] });
		expect(furtherOffers(program).map(({ pays, condition }) => [words(pays), condition])).toEqual([
			['40% of each payment for 12 months', 'Gold partners'],
			['up to $50 per sign-up', 'in addition'],
		]);
	});

	test('leaves out contradictory statements', () => {
		expect(furtherOffers(publishedProgram({ offers: CONTRADICTION }))).toEqual([]);
	});
});

test('Offers in one line have their conditions in parentheses', () => {
	const program = publishedProgram({ currency: 'USD', offers: [GOLD, PLUS] });
	expect(words(offersWords(program)!)).toBe(
		'40% of each payment for 12 months (Gold partners); up to $50 per sign-up (in addition)',
	);
	expect(offersWords(publishedProgram({}))).toBeNull();
});

test('Contradictory statements have the place and the words of the source', () => {
	expect(contradictoryStatements(publishedProgram({ offers: [GOLD, ...CONTRADICTION] }))).toEqual([
		{ pays: '20%', where: 'commission', words: '20% per sale' },
		{ pays: '25%', where: 'description', words: 'Earn 25%' },
	]);
});

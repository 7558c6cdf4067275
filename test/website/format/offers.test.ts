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

	test('says that the condition is not published if the event does not tell offers apart', () => {
		const offers = [offer({ rate: 40, per: 'sale' }), offer({ amount: 5, per: 'lead' })];
		const program = publishedProgram({ commission_rate: 20, commission_per: 'sale', currency: 'USD', offers });
		expect(furtherOffers(program)).toEqual([
			{ pays: '40% of each sale', condition: 'condition not published' },
			{ pays: '$5 per lead', condition: '' },
		]);
	});

	test('leaves out an offer that only repeats the base offer', () => {
		const base = { commission_rate: 20, commission_per: 'payment', commission_months: 12 } as const;
		const same = { rate: 20, per: 'payment', months: 12 } as const;
		const ofRange = { ...base, commission_qualifier: 'from', commission_maximum: 30 } as const;
		const pays = (program: typeof base, added: Parameters<typeof offer>[0]) =>
			furtherOffers(publishedProgram({ ...program, offers: [offer({ ...same, ...added })] })).length;
		expect(pays(base, {})).toBe(0);
		expect(pays(ofRange, {})).toBe(0);
		expect(pays(ofRange, { qualifier: 'from', maximum: 30 })).toBe(0);
		expect(pays(ofRange, { qualifier: 'from', maximum: 40 })).toBe(1);
		expect(pays(base, { condition: 'annual plans' })).toBe(1);
		expect(pays(base, { months: 24 })).toBe(1);
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

import { expect, test } from 'vitest';
import { contradictionWords, contradictoryStatements } from '../../../src/website/format/contradiction.ts';
import { CONTRADICTION, offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const AMOUNT = offer({ amount: 1, condition: '$1', stated_in: 'conditions' });

test.each([
	['OpenAffiliate', CONTRADICTION, 'OpenAffiliate says 20% and 25%'],
	['OpenAffiliate', [...CONTRADICTION, AMOUNT], 'OpenAffiliate says 20%, 25%, and $1'],
	[null, CONTRADICTION, 'Its source says 20% and 25%'],
])('A contradiction is said of the source: %s', (source_name, offers, words) => {
	expect(contradictionWords(publishedProgram({ source_name, offers, currency: 'USD' }))).toBe(words);
});

test('Contradictory statements have the place and the words of the source', () => {
	const gold = offer({ rate: 40, condition: 'Gold partners' });
	expect(contradictoryStatements(publishedProgram({ offers: [gold, ...CONTRADICTION] }))).toEqual([
		{ pays: '20%', where: 'commission', words: '20% per sale' },
		{ pays: '25%', where: 'description', words: 'Earn 25%' },
	]);
});

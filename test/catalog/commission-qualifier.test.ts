import { describe, expect, test } from 'vitest';
import { type QualifiedCommission, qualifierOf } from '../../src/catalog/commission-qualifier.ts';
import { growth, LINEAR } from '../support/growth.ts';

function qualifier(commission_text: string | null, fields: Partial<QualifiedCommission>) {
	const unknown = { commission_rate: null, commission_amount: null, commission_qualifier: null };
	return qualifierOf({ ...unknown, commission_text, ...fields });
}

describe('qualifierOf', () => {
	test.each([
		'up to 20%',
		'Earn upto 20% for each sale',
		'Up to 10% on hosting, up to 20% on domains',
		'20% max',
		'as much as 20%',
	])('“%s” is a maximum of 20%%', (words) => {
		expect(qualifier(words, { commission_rate: 20 })).toBe('up_to');
	});

	test.each(['from 20%', '20–30%', '20% to 30%', '20 - 30 %', '20%+ per sale', 'at least 20%', 'starting at 20%'])(
		'“%s” is a minimum of 20%%',
		(words) => {
			expect(qualifier(words, { commission_rate: 20 })).toBe('from');
		},
	);

	test.each([
		null,
		'',
		'20%',
		'20% per sale, up to $1,000 per customer',
		'20% for up to 2 years',
		'20% of plans from $50',
		'$50 + 20%',
		'20% + $5',
		'20% for 11-15 deals',
	])('%j is exactly 20%%', (words) => {
		expect(qualifier(words, { commission_rate: 20 })).toBe('exact');
	});

	test.each(['$75 or 20%', '20% or $75', '75 € or 20%', '20 % or 75 EUR'])('“%s” is one of two figures', (words) => {
		expect(qualifier(words, { commission_rate: 20, commission_amount: 75 })).toBe('either');
	});

	test('an amount can also be a minimum or a maximum', () => {
		expect(qualifier('Up to $1,000 per sale', { commission_amount: 1000 })).toBe('up_to');
		expect(qualifier('$50-$80 per sale', { commission_amount: 50 })).toBe('from');
		expect(qualifier('$20 per customer who spends $20+', { commission_amount: 20 })).toBe('exact');
	});

	test('the choice of an editor overrides the words', () => {
		expect(qualifier('up to 20%', { commission_rate: 20, commission_qualifier: 'exact' })).toBe('exact');
	});

	test('a program without a figure has no qualifier', () => {
		expect(qualifier('up to 20%', {})).toBeNull();
		expect(qualifier(null, { commission_qualifier: 'from' })).toBeNull();
	});

	test.each(['up to ', '1 ', '1-', '$1 or ', 'from ', '1% or '])(
		'the time grows linearly with the length of a text of “%s”',
		async (words) => {
			const read = (text: string) => qualifier(text, { commission_rate: 20, commission_amount: 5 });
			expect(await growth(read, (length) => words.repeat(length / words.length))).toBeLessThan(LINEAR);
		},
	);
});

import { describe, expect, test } from 'vitest';
import { baseOf, brief, read } from './made.ts';

describe('figures', () => {
	test.each([
		['18%', '18% exact'],
		['18 %', '18% exact'],
		['18 percent of every sale', '18% exact'],
		['18 per cent of every sale', '18% exact'],
		['An 18-percent commission', '18% exact'],
		['7.5%', '7.5% exact'],
		['7.500%', '7.5% exact'],
		['7,5%', '7.5% exact'],
		['Up to 45%', '45% up_to'],
		['You can earn as much as 45%', '45% up_to'],
		['Upto 45% commission', '45% up_to'],
		['45% max', '45% up_to'],
		['A maximum commission of 45%', '45% up_to'],
		['As high as 45%', '45% up_to'],
		['Commission capped at 45%', '45% up_to'],
		['From 15%', '15% from'],
		['Starting at 15%', '15% from'],
		['15%+ of sales', '15% from'],
		['Earn over 15%', '15% from'],
		['Minimum commission: 15%', '15% from'],
		['15% or more per sale', '15% from'],
		['15-35%', '15-35% from'],
		['15% – 35%', '15-35% from'],
		['15% to 35%', '15-35% from'],
		['Between 15% and 35%', '15-35% from'],
		['35-15%', '15-35% from'],
		['$80', '$80 exact'],
		['80$', '$80 exact'],
		['USD 80', '$80 exact'],
		['80 USD', '$80 exact'],
		['US$80', '$80 exact'],
		['USD80', '$80 exact'],
		['80 US dollars', '$80 exact'],
		['$1,250 per sale', '$1250 exact'],
		['$1,250.50 per sale', '$1250.5 exact'],
		['$1.250,50 per sale', '$1250.5 exact'],
		['$1.250 per sale', '$1250 exact'],
		['$1 250 per sale', '$1250 exact'],
		['$0.125 per click', '$0.125 exact'],
		['$2.5k per sale', '$2500 exact'],
		['$2.5K per sale', '$2500 exact'],
		['$80-120 per sale', '$80-120 from'],
		['$80 - $120 per sale', '$80-120 from'],
		['$2-3k per sale', '$2000-3000 from'],
		['Up to $300 per sale', '$300 up_to'],
		['$80+ per sale', '$80 from'],
	])('reads %j as %s', (conditions, figure) => {
		expect(baseOf(conditions)?.split(',')[0]).toBe(figure);
	});

	test.each([
		['a number without a unit', '40'],
		['a number of things', 'Refer 3 friends within 2 weeks'],
		['a percentage without a number', 'Earn % of every sale'],
		['millions', 'For companies with $3 million in sales'],
		['no words', ''],
	])('does not read %s', (_, conditions) => {
		expect(read({ rate: '40', conditions })).toEqual({ base: null, further: [], contradiction: null, doubt: null });
	});

	test.each([
		['€90 per sale', 'USD', 'EUR 90'],
		['90 EUR per sale', 'USD', 'EUR 90'],
		['CA$90 per sale', 'USD', 'CAD 90'],
		['$90 CAD per sale', 'USD', 'CAD 90'],
		['$90 per sale', 'CAD', 'CAD 90'],
		['$90 per sale', 'EUR', '$90'],
	])('reads %j of a program in %s as %s', (conditions, currency, amount) => {
		expect(baseOf(conditions, { currency })).toBe(`${amount} exact, sale`);
	});

	test('reads the amount in the program’s currency first', () => {
		const { base, further } = read({ conditions: '€70 / £60 / $75 per new customer', rate: '£60', currency: 'EUR' });
		expect([brief(base), further.map(brief)]).toEqual([
			'EUR 70 exact, customer',
			['or: GBP 60 exact, customer', 'or: $75 exact, customer'],
		]);
	});

	test('reads an amount with a sign if the program has no currency', () => {
		expect(baseOf('$30 per sale', { currency: null })).toBe('$30 exact, sale');
	});
});

import { describe, expect, test } from 'vitest';
import { baseOf, brief, read } from './made.ts';

describe('figures', () => {
	test.each([
		['18%', '18% exact'],
		['18 %', '18% exact'],
		['18 percent of every sale', '18% exact'],
		['7.5%', '7.5% exact'],
		['7,5%', '7.5% exact'],
		['Up to 45%', '45% up_to'],
		['You can earn as much as 45%', '45% up_to'],
		['Upto 45% commission', '45% up_to'],
		['45% max', '45% up_to'],
		['From 15%', '15% from'],
		['Starting at 15%', '15% from'],
		['15%+ of sales', '15% from'],
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
		['$1,250 per sale', '$1250 exact'],
		['$1,250.50 per sale', '$1250.5 exact'],
		['$2.5k per sale', '$2500 exact'],
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
		expect(read({ rate: '40', conditions })).toEqual({ base: null, further: [], contradiction: null });
	});

	test.each([
		['€90 per sale', 'USD'],
		['90 EUR per sale', 'USD'],
		['CA$90 per sale', 'USD'],
		['$90 CAD per sale', 'USD'],
		['$90 per sale', 'EUR'],
	])('does not read %j as an amount in %s', (conditions, currency) => {
		expect(baseOf(conditions, { currency })).toBeNull();
	});

	test('reads only the amount in the program’s currency', () => {
		const { base, further } = read({ conditions: '€70 / £60 / $75 per new customer', rate: '£60', currency: 'EUR' });
		expect([brief(base), further]).toEqual(['$70 exact, sale', []]);
	});

	test('reads an amount with a sign if the program has no currency', () => {
		expect(baseOf('$30 per sale', { currency: null })).toBe('$30 exact, sale');
	});
});

describe('figures that are not pay', () => {
	test.each([
		['a discount', 'Your readers get 25% off'],
		['a discount with an adjective', 'Give your readers an exclusive 25% discount'],
		['a price', 'Plans start at $19'],
		['the price of what is sold', 'Sell our $19 ebook'],
		['a payout threshold', 'Minimum payout $40'],
		['a threshold', 'Payouts start at $40'],
		['a threshold in a list', 'Payouts: every second Friday from $40'],
		['an average', 'Our partners see an average order of $120'],
		['an order value', 'ACV $6,000'],
		['the price of a plan', 'Sell our $19 plan'],
		['what customers get', 'Give $20 to a friend; your friends get 10%'],
		['a limit of sales', 'For the first $5,000 in sales'],
		['credit', 'Get $25 account credit for each friend'],
		['what a partner could earn', 'Earn up to $4,000 a month'],
		['growth', 'Grow sales by 60%'],
		['a share of users', '90% of users stay'],
		['a conversion rate', 'Enjoy a conversion rate of 12%'],
	])('does not read %s', (_, conditions) => {
		expect(baseOf(conditions)).toBeNull();
	});

	test.each([
		['Earn 20% (ACV $6,000)', '20% exact, sale'],
		['Earn 20% per customer (about $90 each)', '20% exact, sale'],
		['Earn 20% of sales for one year (avg. $90) from new customers', '20% exact, payment, 12 months'],
		['Earn 20% of all sales and give your readers 10% off for 3 months', '20% exact, sale'],
		['Earn 20% on Growth plans', '20% exact, sale (Growth plans)'],
		['Earn 20% on credit purchases', '20% exact, sale'],
		['Earn $50 per deal', '$50 exact, sale'],
		['Earn $50 for credit card applications', '$50 exact, other'],
	])('reads the pay in %j', (conditions, expected) => {
		expect(baseOf(conditions, { type: 'one_time' })).toBe(expected);
	});

	test('keeps a limit as the condition', () => {
		expect(baseOf('Earn 20% per sale, up to $400 per customer')).toBe('20% exact, sale (up to $400 per customer)');
		expect(baseOf('Earn 20% per sale (up to $400/customer)')).toBe('20% exact, sale (up to $400/customer)');
	});

	test('does not read a rate that is the customers’ discount in the conditions', () => {
		expect(baseOf('Earn $70 per new customer and offer them 15% off', { rate: '15%' })).toBe('$70 exact, sale');
	});

	test('reads only what a description says about pay', () => {
		const descriptions = ['Our tool raises margins up to 40%. Used by 90% of bakers. Affiliates earn 12% recurring.'];
		expect(brief(read({ descriptions }).base)).toBe('12% exact, payment');
		expect(read({ descriptions: ['Plans cost $10 to $90. Cut waste by 30%.'] }).base).toBeNull();
	});
});

import { describe, expect, test } from 'vitest';
import { baseOf, brief, read } from './made.ts';

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
		['what a partner could earn', 'Earn up to $4,000 a month'],
		['growth', 'Grow sales by 60%'],
		['a share of users', '90% of users stay'],
		['a conversion rate', 'Enjoy a conversion rate of 12%'],
		['a conversion rate in other words', 'Our pages have a 12% conversion rate'],
		['an open rate', 'Open rates around 40%'],
		['a payment fee', 'PayPal fees of 3%'],
		['a tax', 'VAT of 19%'],
		['a result', 'Increase your sales 40%'],
		['what is free', '100% free'],
		['how visitors convert', 'Our pages convert at 12%'],
		['an interest', 'Up to 8% APY'],
		['fees', 'Only 2% fees'],
		['a share of partners', '90% of our affiliates recommend us'],
		['billions', 'More than $2B in referrals'],
		['a code', 'The code BREAD gives new customers 15%'],
		['a discount for readers', '15% for your readers'],
		['what all partners got', 'We have paid out $3,000,000 to partners'],
		['what some partners make', 'Our best affiliates make $7,000 a month'],
		['what a partner earns', 'Earnings start at $30 a month'],
		['earnings per click', 'EPC $1.70'],
		['a balance', 'Your balance must be at least $40'],
		['a deposit', 'When they deposit $400 or more'],
		['a part of the sales', 'For every $1,000 in sales'],
		['the price of a plan after it', 'The $19/month plan'],
		['a fee', 'A $30 set-up fee'],
		['what it costs to join', '$0 to join'],
		['a prize', 'Win $500'],
		['the size of deals', 'Deal size: $20,000'],
		['a pay of which nobody says who gets it', 'You and your friend get $20'],
		['what customers get from a friend', 'Customers get $20 for each friend they refer'],
		['what is paid on top of something else', 'Earn up to an extra $70 for paid plans'],
	])('does not read %s', (_, conditions) => {
		expect(baseOf(conditions)).toBeNull();
	});

	test.each([
		['Earn 20% (ACV $6,000)', '20% exact, sale'],
		['Earn 20% per customer (about $90 each)', '20% exact, customer'],
		['Earn 20% of sales for one year (avg. $90) from new customers', '20% exact, payment, 12 months'],
		['Earn 20% of all sales and give your readers 10% off for 3 months', '20% exact, sale'],
		['Earn 20% on Growth plans', '20% exact, sale (Growth plans)'],
		['Earn 20% on credit purchases', '20% exact, sale (credit purchases)'],
		['Earn $50 per deal', '$50 exact, sale'],
		['Earn 20%, which means $90 for most customers', '20% exact, sale'],
		['Earn 20% of our $90 plan', '20% exact, sale'],
		['Earn $50 for each $90 plan', '$50 exact, null'],
		['We give 20% commission per sale', '20% exact, sale'],
		['Affiliates earn $20 a month for each customer', '$20 exact, customer every month'],
		['A 20% referral fee', '20% exact, sale'],
		['Earn 20% referral fees', '20% exact, sale'],
		['Earn 20% of sales, monthly payouts', '20% exact, sale'],
		['Earn 20% of sales with monthly payments', '20% exact, sale'],
		['Earn $50 for credit card applications', '$50 exact, null (credit card applications)'],
	])('reads the pay in %j', (conditions, expected) => {
		expect(baseOf(conditions, { type: 'one_time' })).toBe(expected);
	});

	test('reads a cap', () => {
		expect(baseOf('Earn 20% per sale, up to $400 per customer')).toBe('20% exact, sale, cap 400/customer');
		expect(baseOf('Earn 20% per sale (up to $400/customer)')).toBe('20% exact, sale, cap 400/customer');
		expect(baseOf('Earn 20% per sale, capped at $400')).toBe('20% exact, sale, cap 400');
		expect(baseOf('Earn 20% per sale with a cap of $400 a year')).toBe('20% exact, sale, cap 400/year');
		expect(baseOf('Earn $20 per sale, limited to $400 a month')).toBe('$20 exact, sale, cap 400/month');
	});

	test('does not read a rate that is the customers’ discount in the conditions', () => {
		expect(baseOf('Earn $70 per new customer and offer them 15% off', { rate: '15%' })).toBe('$70 exact, customer');
	});

	test('reads only what a description says about pay', () => {
		const descriptions = ['Our tool raises margins up to 40%. Used by 90% of bakers. Affiliates earn 12% recurring.'];
		expect(brief(read({ descriptions }).base)).toBe('12% exact, payment');
		expect(read({ descriptions: ['Plans cost $10 to $90. Cut waste by 30%.'] }).base).toBeNull();
	});
});

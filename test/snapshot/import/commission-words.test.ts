import { describe, expect, test } from 'vitest';
import { readCommission } from '../../../src/snapshot/import/commission-words.ts';

const UNIT = 'a number without a unit';
const PERCENTAGES = 'several percentages';
const SUMS = 'several sums of money';
const RANGE = 'a range';
const NO_SALE = 'an amount that might not be for a sale';
const UNCLEAR = 'an amount that is not a plain number';
const OTHER = 'an amount in a currency other than USD';

describe('readCommission', () => {
	test.each<[string, number | null, number | null, ...string[]]>([
		['20%', 20, null],
		['20.0%', 20, null],
		['12.5%', 12.5, null],
		['20 %', 20, null],
		['0%', 0, null],
		['150%', 150, null],
		['1,000%', 1000, null],
		['20-30%', 20, null],
		['20% - 30%', 20, null],
		['20–30 %', 20, null],
		['20 to 30%', 20, null],
		['30-20%', 20, null],
		['up to 60%', 60, null],
		['Up to 60% recurring', 60, null],
		['60% of first month', 60, null],
		['75-125% CPA + 25% annual', null, null, PERCENTAGES],
		['85% first month or 8.33% annual', null, null, PERCENTAGES],
		['20%/30%', null, null, PERCENTAGES],
		['10/20%', null, null, UNIT],
		['12,5%', null, null, UNIT],
		['$250', null, 250],
		['$1,000', null, 1000],
		['$1000', null, 1000],
		['$12.50', null, 12.5],
		['$0.00', null, 0],
		['20$', null, 20],
		['US$ 40', null, 40],
		['200 USD', null, 200],
		['USD 200', null, 200],
		['up to $150', null, 150],
		['$150/sale', null, 150],
		['$75 per referral', null, 75],
		['$75 for each new customer', null, 75],
		['$15-20', null, null, RANGE],
		['$5 - $10', null, null, RANGE],
		['15–20 USD', null, null, RANGE],
		['$10 or $20', null, null, SUMS],
		['$5 per lead', null, null, NO_SALE],
		['$50/mo', null, null, NO_SALE],
		['$30 account credit per referral', null, null, NO_SALE],
		['$10k', null, null, UNCLEAR],
		['$300K per sale', null, null, UNCLEAR],
		['$2 million per sale', null, null, UNCLEAR],
		['€1.000 per sale', null, null, UNCLEAR],
		['$75 or 20%', 20, 75],
		['$50 + 20%', 20, 50],
		['$5 per lead + 30%', 30, null, NO_SALE],
		['$15-20 + 30%', 30, null, RANGE],
		['40-60%', 40, null],
		['upto 35%', 35, null],
		['up to 40% on plans, up to 60% on extras', 60, null],
		['up to 30% for agencies, 15% for others', null, null, PERCENTAGES],
		['20-40%: 20% for ten, 30% for twenty', 20, null],
		['20-30%, 5% of what those bring', null, null, PERCENTAGES],
		['20%, and 10% off for your readers', 20, null],
		['your readers get a 20% discount', null, null, 'only a discount'],
		['$200 - $350 per sale', null, null, RANGE],
		['$1-50 million of turnover = a fee', null, null, RANGE],
		['$100 per deal for 11-15 deals', null, null, RANGE],
		['£150 / $450 NZD / $200 USD per referral', null, null, SUMS],
		['$10 per lead, $350 per sale', null, null, SUMS],
		['$20 per customer who spends $20', null, 20],
		['$450 NZD per referral', null, null, OTHER],
		['AUD$200 per referral', null, null, OTHER],
		['A$200 per referral', null, null, OTHER],
		['USD $300 for each customer', null, 300],
		['$300 USD for each customer', null, 300],
		['$50 CPL', null, null, NO_SALE],
		['$50 for each demo', null, null, NO_SALE],
		['$2 for a trial by a customer', null, null, NO_SALE],
		['$5 per click', null, null, NO_SALE],
		['$600 per installation', null, null, NO_SALE],
		['$20 per customer registration', null, null, NO_SALE],
		['$20 per referral sign-up', null, null, NO_SALE],
		['$7 per paid signup', null, 7],
		['$20 for each customer account created', null, null, NO_SALE],
		['$50 per referral that opens an account', null, null, NO_SALE],
		['$50 for every opportunity you refer', null, null, NO_SALE],
		['$500 per closed-won opportunity', null, 500],
		['$150 per month for each customer', null, null, NO_SALE],
		['a $100 bonus for your first customer', null, null, NO_SALE],
		['Gold tier: $150 per customer', null, null, NO_SALE],
		['up to $150 per customer, by tier', null, 150],
		['$50 when a study is done', null, null, NO_SALE],
		['varies', null, null, 'no number'],
		['', null, null, 'no number'],
		['10', null, null, UNIT],
		['175', null, null, UNIT],
		['Tier 4', null, null, UNIT],
	])('reads %j as %j percent and %j dollars', (words, rate, amount, ...unread) => {
		expect(readCommission(words, 'USD')).toEqual({ rate, amount, unread });
	});

	test.each([
		['€175', 'EUR', 175],
		['200 EUR', 'EUR', 200],
		['£100', 'GBP', 100],
		['$100', 'AUD', 100],
		['$100', 'EUR', null],
		['US$100', 'AUD', null],
		['€100', 'USD', null],
		['100 GBP', 'EUR', null],
		['1.000,50 €', 'EUR', null],
	])('reads %j with the currency %s as %j', (words, currency, amount) => {
		expect(readCommission(words, currency).amount).toBe(amount);
	});

	test.each<[string, string, number | null, number | null, ...string[]]>([
		['40%', 'Earn 25-40% for life', 25, null],
		['5%', '5%; Earn 12.5% for each sale', null, null, PERCENTAGES],
		['20%', 'Earn 20%, or up to $1,200 per customer', 20, null],
		['$50', '$50 per sale (about 20%)', null, 50],
		['$50 + 20%', '$50 per lead and 20% of sales', 20, null, NO_SALE],
		['175', '$175 for each customer', null, 175],
		['10', 'Earn 10% of sales', 10, null],
		['6', 'Leads 6 and more: $350 per lead', null, null, NO_SALE],
		['4', 'For corporate addresses', null, null, UNIT],
		['$2', 'Earn $2,500 for each customer', null, 2500],
		['$100', '$100; paid per sign up', null, null, NO_SALE],
	])('reads %j with the complete text %j as %j percent and %j dollars', (words, all, rate, amount, ...unread) => {
		expect(readCommission(words, 'USD', all)).toEqual({ rate, amount, unread });
	});

	test('reports that a sign contradicts the currency', () => {
		expect(readCommission('€100 + 5%', 'USD')).toEqual({
			rate: 5,
			amount: null,
			unread: ['an amount in a currency other than USD'],
		});
	});

	test('ignores amounts in an unknown currency', () => {
		expect(readCommission('$100', null)).toEqual({
			rate: null,
			amount: null,
			unread: ['an amount in an unknown currency'],
		});
	});
});

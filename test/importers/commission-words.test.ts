import { describe, expect, test } from 'vitest';
import { readCommission } from '../../src/importers/commission-words.ts';

const UNIT = 'a number without a unit';
const PERCENTAGES = 'several percentages';
const SUMS = 'several sums of money';
const RANGE = 'a range of money';
const NO_SALE = 'money that may not be for a sale';

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
		['$10k', null, null, NO_SALE],
		['$75 or 20%', 20, 75],
		['$50 + 20%', 20, 50],
		['$5 per lead + 30%', 30, null, NO_SALE],
		['$15-20 + 30%', 30, null, RANGE],
		['varies', null, null, 'no number'],
		['', null, null, 'no number'],
		['10', null, null, UNIT],
		['175', null, null, UNIT],
		['Tier 4', null, null, UNIT],
	])('reads %j as %j per cent and %j dollars', (words, rate, amount, ...unread) => {
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
	])('reads %j beside the currency %s as %j', (words, currency, amount) => {
		expect(readCommission(words, currency).amount).toBe(amount);
	});

	test('says that a sign contradicts the currency', () => {
		expect(readCommission('€100 + 5%', 'USD')).toEqual({
			rate: 5,
			amount: null,
			unread: ['money in another currency than USD'],
		});
	});

	test('takes no amount where the currency is unknown', () => {
		expect(readCommission('$100', null)).toEqual({
			rate: null,
			amount: null,
			unread: ['money in an unknown currency'],
		});
	});
});

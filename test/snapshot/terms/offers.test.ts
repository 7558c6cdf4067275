import { describe, expect, test } from 'vitest';
import { baseOf, read } from './made.ts';

describe('what an offer is paid for', () => {
	test.each([
		['22% of each payment', 'payment'],
		['22% recurring', 'payment'],
		['22% monthly commission', 'payment'],
		['22% on every transaction', 'payment'],
		['22% on all purchases', 'sale'],
		['22% of the first payment', 'first_payment'],
		['22% on a customer’s initial order', 'first_payment'],
		['22% of the first month', 'first_payment'],
		['22% in month 1', 'payment'],
		['22% per sale, paid out every month', 'sale'],
		['22% when they buy for the first time', 'first_payment'],
		['22% per sale', 'sale'],
		['$40 per month for each customer', 'customer'],
		['$40 per sale', 'sale'],
		['$40 for each paid sign-up', 'customer'],
		['$40 for every closed-won opportunity', 'sale'],
		['$40 for each company that signs up', 'signup'],
		['$40 per qualified lead', 'lead'],
		['$40 CPL', 'lead'],
		['$40 per booked demo', 'lead'],
		['$40 for every opportunity', 'lead'],
		['$4 per free signup + more for plans', 'signup'],
		['$4 per trial', 'signup'],
		['$4 per click', 'other'],
		['$40 per installation', 'other'],
		['$40 per lead plus bonus offers', 'lead'],
	])('reads %j as per %s', (conditions, per) => {
		expect(read({ conditions }).base?.offer.per).toBe(per);
	});

	test.each([
		['22%', 'recurring', 'payment'],
		['22%', 'one_time', 'sale'],
		['22%', null, null],
		['22%', 'hybrid', null],
		['$40', 'recurring', null],
		['$40', 'one_time', null],
		['22% recurring', 'one_time', 'payment'],
		['22% of the first payment', 'recurring', 'first_payment'],
	] as const)('lets the words decide, then the type: %j, %s is per %s', (rate, type, per) => {
		expect(read({ rate, type }).base?.offer.per).toBe(per);
	});
});

describe('for how long an offer is paid', () => {
	test.each([
		['22% for 9 months', '9 months'],
		['22% for the first 9 months', '9 months'],
		['22% for the first nine months', '9 months'],
		['22% for 9months', '9 months'],
		['22% on first year signups', '12 months'],
		['22% of first-year revenue', '12 months'],
		['22% in year 1', '12 months'],
		['22% for an entire year', '12 months'],
		['22% for up to 2 years', '24 months'],
		['22% for three years', '36 months'],
		['22% for 60 days', '2 months'],
		['22% for 26 weeks', '6 months'],
		['22% for 1.5 years', '18 months'],
		['22% for the first twelve (12) months', '12 months'],
		['22% in months 1–4', '4 months'],
		['22% until the customer cancels', 'for life'],
		['22% for the duration of the contract', 'for life'],
		['22%, no end date', 'for life'],
		['22% for life', 'for life'],
		['22% for the life of the account', 'for life'],
		['22% lifetime commission', 'for life'],
		['22% in perpetuity', 'for life'],
		['22% while the customer stays', 'for life'],
		['22% for the first 9 months of a customer’s lifetime', '9 months'],
	])('reads %j', (conditions, span) => {
		expect(baseOf(conditions)).toBe(`22% exact, payment, ${span}`);
	});

	test.each([
		'22% recurring with a 12-month cookie',
		'22% recurring, cookies last for 90 days',
		'22% recurring on the 12-month plan',
		'22% recurring, paid every 2 months',
		'22% recurring, paid within 2 months',
		'22% recurring, held for 60 days',
		'22% recurring, links are valid for 3 months',
		'22% recurring (3 months cookie)',
	])('reads no duration in %j', (conditions) => {
		expect(read({ conditions }).base?.offer).toMatchObject({ months: null, lifetime: false });
	});

	test.each([
		'22% recurring after the first 3 months',
		'22% recurring if they stay for 3 months',
		'22% within the first 60 days',
		'22% of the first 4 monthly payments',
	])('leaves open how %j is paid', (conditions) => {
		expect(read({ conditions })).toMatchObject({ base: null, doubt: 'some of its words are not understood' });
	});

	test('uses the source’s duration if the words say none', () => {
		expect(baseOf('22% on every sale', { duration: '12 months', type: 'one_time' })).toBe(
			'22% exact, payment, 12 months',
		);
		expect(baseOf('22% of sales', { duration: 'Lifetime' })).toBe('22% exact, payment, for life');
	});

	test.each([
		['an amount per sale', '$40 per sale', '$40 exact, sale'],
		['a share of the first payment', '22% of the first payment', '22% exact, first_payment'],
		['an offer beside the one that has it', '22% recurring or 40% for 12 months', '22% exact, payment'],
	])('does not use the source’s duration for %s', (_, conditions, expected) => {
		expect(baseOf(conditions, { duration: '12 months' })).toBe(expected);
	});

	test('uses the duration of a description that states the same figure', () => {
		const descriptions = ['Affiliate program: Earn 22% on all referrals for 6 months!'];
		expect(baseOf('Earn 22% for every customer', { descriptions })).toBe('22% exact, payment, 6 months');
	});
});

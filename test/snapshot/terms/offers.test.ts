import { describe, expect, test } from 'vitest';
import { baseOf, brief, read } from './made.ts';

describe('what an offer is paid for', () => {
	test.each([
		['22% of each payment', 'payment'],
		['22% recurring', 'payment'],
		['22% monthly commission', 'payment'],
		['22% on every transaction', 'payment'],
		['22% on all purchases', 'payment'],
		['22% every time a reader buys', 'payment'],
		['22% of the first payment', 'first_payment'],
		['22% on a customer’s initial order', 'first_payment'],
		['22% of the first month', 'first_payment'],
		['22% when they buy for the first time', 'first_payment'],
		['22% per sale', 'sale'],
		['22%, non-recurring, per sale', 'sale'],
		['$40 per month for each customer', 'payment'],
		['$40 per sale', 'sale'],
		['$40 for each paid sign-up', 'sale'],
		['$40 for every closed-won opportunity', 'sale'],
		['$40 for each company that signs up', 'sale'],
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
		expect(read({ conditions }).base?.per).toBe(per);
	});

	test.each([
		['22%', 'recurring', 'payment'],
		['22%', 'one_time', 'sale'],
		['22%', null, null],
		['22%', 'hybrid', null],
		['$40', 'recurring', 'payment'],
		['$40', 'one_time', 'sale'],
		['22% recurring', 'one_time', 'payment'],
		['22% of the first payment', 'recurring', 'first_payment'],
	] as const)('lets the words decide, then the type: %j, %s is per %s', (rate, type, per) => {
		expect(read({ rate, type }).base?.per).toBe(per);
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
		'22% recurring, lifetime cookie',
		'22% recurring with a 12-month cookie',
		'22% recurring, cookies last for 90 days',
		'22% recurring after the first 3 months',
		'22% recurring on the 12-month plan',
		'22% recurring, paid every 2 months',
	])('reads no duration in %j', (conditions) => {
		expect(read({ conditions }).base).toMatchObject({ months: null, lifetime: false });
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

describe('further offers', () => {
	test.each([
		['$30 + 15%', '15% exact, null', ['$30 exact, null (plus)']],
		['$30 per lead plus 15% of sales', '15% exact, sale', ['$30 exact, lead (plus)']],
		['15% per sale & $30 per lead', '15% exact, sale', ['$30 exact, lead (plus)']],
		['$30 per lead / $90 per sale', '$30 exact, lead', ['$90 exact, sale']],
		['$90 or 15%', '15% or $90 either, null', []],
		['15% recurring or $90 per sale', '15% or $90 either, payment', []],
		['Up to $90 per lead or up to 15% per sale', '15% up_to, sale', ['$90 up_to, lead (or)']],
		['15% or 25% per sale', '15% exact, sale', ['25% exact, sale (or)']],
		['40% of the first month, then 15% recurring', '40% exact, first_payment', ['15% exact, payment (then)']],
		['30% in year 1, 20% in year 2', '30% exact, payment, 12 months', ['20% exact, payment, 12 months (year 2)']],
		['15% recurring; 5% second-tier', '15% exact, payment', ['5% exact, other (second-tier)']],
		['15% per sale, plus a $60 bonus', '15% exact, sale', ['$60 exact, other (bonus)']],
		['15% per sale. An additional 5% in May.', '15% exact, sale', ['5% exact, null (bonus)']],
		[
			'Bronze 15%, Silver 20%, Gold 25% recurring',
			'15% exact, payment',
			['20% exact, payment (Silver)', '25% exact, payment (Gold)'],
		],
		['15% recurring (25% at 40+ customers)', '15% exact, payment', ['25% exact, sale (40+ customers)']],
		['8% (new customers), 3% (returning customers)', '8% exact, sale', ['3% exact, sale (returning customers)']],
		['15% per sale (25% for agencies)', '15% exact, sale', ['25% exact, null (agencies)']],
		['Tier 1: 15%, Tier 2: 20% per sale', '15% exact, sale', ['20% exact, sale (Tier 2)']],
		['$20 per annual plan, $5 per monthly plan', '$20 exact, sale (annual plan)', ['$5 exact, sale (monthly plan)']],
	])('reads %j', (conditions, base, further) => {
		const terms = read({ conditions });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});

	test('keeps the first words of a range of tiers', () => {
		const { base, further } = read({ rate: '10-30%', conditions: '10% base, scaling to 30% for top partners' });
		expect([brief(base), further.map(brief)]).toEqual(['10% exact, null', ['30% exact, null (top partners)']]);
	});
});

import { describe, expect, test } from 'vitest';
import { brief, read } from './made.ts';

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
		['15% recurring (25% at 40+ customers)', '15% exact, payment', ['25% exact, payment (40+ customers)']],
		['8% (new customers), 3% (returning customers)', '8% exact, sale', ['3% exact, sale (returning customers)']],
		['15% per sale (25% for agencies)', '15% exact, sale', ['25% exact, null (agencies)']],
		['Tier 1: 15%, Tier 2: 20% per sale', '15% exact, sale', ['20% exact, sale (Tier 2)']],
		['$20 per annual plan, $5 per monthly plan', '$20 exact, sale (annual plan)', ['$5 exact, sale (monthly plan)']],
	])('reads %j', (conditions, base, further) => {
		const terms = read({ conditions });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});

	test.each([
		['40% for one year and 15% thereafter', '40% exact, payment, 12 months', ['15% exact, payment (thereafter)']],
		['40% in year 1; 15% after 12 months', '40% exact, payment, 12 months', ['15% exact, payment (after 12 months)']],
		['40% on the first order, 15% on renewals', '40% exact, first_payment', ['15% exact, payment (renewals)']],
		['15% on repeat orders, 40% on the first', '40% exact, null', ['15% exact, payment (repeat orders)']],
		['15% per sale, paid after 2 months', '15% exact, sale', []],
	])('reads the pay for later payments in %j', (conditions, base, further) => {
		const terms = read({ conditions });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});

	test.each([
		[
			'Tier 1 (0-9 sales): 15%, Tier 2 (10-39 sales): 20%, Tier 3 (40+ sales): 25%',
			'15% exact, sale',
			['20% exact, sale (Tier 2)', '25% exact, sale (Tier 3)'],
		],
		['25% for 10+, 15% for 1-9 customers', '15% exact, sale', ['25% exact, sale (10+)']],
		[
			'15% recurring, 25% once you have over 10 clients',
			'15% exact, payment',
			['25% exact, payment (over 10 clients)'],
		],
		['15% for 6 months, rising to 25%', '15% exact, payment, 6 months', ['25% exact, payment, 6 months (rising to)']],
		['15% for 6 months. Gold: 25%', '15% exact, payment, 6 months', ['25% exact, payment (Gold)']],
		['5% for existing customers, 15% for new ones', '15% exact, null', ['5% exact, sale (existing customers)']],
		['15% per sale. Agencies earn 25%.', '15% exact, sale', ['25% exact, null (Agencies)']],
		['$90 for Enterprise, $30 for Pro', '$30 exact, null (Pro)', ['$90 exact, null (Enterprise)']],
		['Up to 45% per sale: Bronze 15%, Gold 45%', '15% exact, null', ['45% up_to, sale', '45% exact, null (Gold)']],
		['$50 for your first customer, $5 per lead', '$5 exact, lead', ['$50 exact, sale (first customer)']],
	])('reads the tiers and limits of %j', (conditions, base, further) => {
		const terms = read({ conditions });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});

	test('joined by “and” are paid together if they are for different things', () => {
		const conditions = (text: string) => read({ conditions: text }).further.map(brief);
		expect(conditions('$5 per lead and 15% per sale')).toEqual(['$5 exact, lead (plus)']);
		expect(conditions('$5 for bakers and $9 for cooks')).toEqual(['$9 exact, null (cooks)']);
		expect(conditions('15% for bakers and 25% for cooks')).toEqual(['25% exact, null (cooks)']);
	});

	test('of a share of the first payment have the source’s duration', () => {
		const { base, further } = read({ conditions: '40% of the first month, then 15%', duration: 'lifetime' });
		expect([brief(base), further.map(brief)]).toEqual([
			'40% exact, first_payment',
			['15% exact, payment, for life (then)'],
		]);
	});

	test('have the duration that another place states', () => {
		const descriptions = ['Affiliate program: 15% per sale, 25% recurring for 2 years for Gold partners'];
		const { further } = read({ conditions: '15% per sale. Gold partners: 25%.', descriptions });
		expect(further.map(brief)).toEqual(['25% exact, payment, 24 months (Gold partners)']);
	});

	test('keeps the first words of a range of tiers', () => {
		const { base, further } = read({ rate: '10-30%', conditions: '10% base, scaling to 30% for top partners' });
		expect([brief(base), further.map(brief)]).toEqual(['10% exact, null', ['30% exact, null (top partners)']]);
	});
});

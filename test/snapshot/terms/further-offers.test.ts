import { describe, expect, test } from 'vitest';
import { brief, read } from './made.ts';

describe('further offers', () => {
	test.each([
		['$30 + 15%', '$30 exact, null', ['plus: 15% exact, null']],
		['$30 per lead plus 15% of sales', '$30 exact, lead', ['plus: 15% exact, sale']],
		['15% per sale & $30 per lead', '15% exact, sale', ['plus: $30 exact, lead']],
		['$30 per lead / $90 per sale', '$30 exact, lead', ['$90 exact, sale']],
		['$90 or 15%', '$90 exact, null', ['or: 15% exact, null']],
		['15% recurring or $90 per sale', '15% exact, payment', ['or: $90 exact, sale']],
		['Up to $90 per lead or up to 15% per sale', '$90 up_to, lead', ['or: 15% up_to, sale']],
		['15% or 25% per sale', '15-25% either, sale', []],
		[
			'40% of the first month, then 15% recurring',
			'40% exact, payment, 1 months',
			['then: 15% exact, payment, from month 2'],
		],
		[
			'30% in year 1, 20% in year 2',
			'30% exact, payment, 12 months',
			['then: 20% exact, payment, 12 months, from month 13'],
		],
		['15% recurring; 5% second-tier', '15% exact, payment', ['5% exact, null (second-tier)']],
		['15% per sale, plus a $60 bonus', '15% exact, sale', []],
		['15% per sale. An additional 5% in May.', '15% exact, sale', ['plus: 5% exact, null (May)']],
		[
			'Bronze 15%, Silver 20%, Gold 25% recurring',
			'15% exact, null (Bronze)',
			['20% exact, null (Silver)', '25% exact, payment (Gold)'],
		],
		['15% recurring (25% at 40+ customers)', '15% exact, payment', ['25% exact, null, from sale 40 (40+ customers)']],
		['8% (new customers), 3% (returning customers)', '8% exact, null', ['3% exact, null (returning customers)']],
		['15% per sale (25% for agencies)', '15% exact, sale', ['25% exact, null (agencies)']],
		['Tier 1: 15%, Tier 2: 20% per sale', '15% exact, null (Tier 1)', ['20% exact, sale (Tier 2)']],
		['$20 per annual plan, $5 per monthly plan', '$20 exact, null (annual plan)', ['$5 exact, null (monthly plan)']],
	])('reads %j', (conditions, base, further) => {
		const terms = read({ conditions });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});

	test.each([
		[
			'40% for one year and 15% thereafter',
			'40% exact, payment, 12 months',
			['then: 15% exact, payment, from month 13'],
		],
		[
			'40% in year 1; 15% after 12 months',
			'40% exact, payment, 12 months',
			['then: 15% exact, payment, from month 13'],
		],
		['40% on the first order, 15% on renewals', '40% exact, first_payment', ['15% exact, payment (renewals)']],
		['15% on repeat orders, 40% on the first', '40% exact, first_payment', ['15% exact, payment (repeat orders)']],
		['40% for one year, followed by 15%', '40% exact, payment, 12 months', ['then: 15% exact, payment, from month 13']],
		['40% for one year and 15% after', '40% exact, payment, 12 months', ['then: 15% exact, payment, from month 13']],
		['15% per sale, paid after 2 months', '15% exact, sale', []],
	])('reads the pay for later payments in %j', (conditions, base, further) => {
		const terms = read({ conditions });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});

	test.each([
		[
			'Tier 1 (0-9 sales): 15%, Tier 2 (10-39 sales): 20%, Tier 3 (40+ sales): 25%',
			'15% exact, null, 9 sales (Tier 1)',
			['20% exact, null, from sale 10, 30 sales (Tier 2)', '25% exact, null, from sale 40 (Tier 3 (40+ sales))'],
		],
		['25% for 10+, 15% for 1-9 customers', null, []],
		['15% recurring, 25% once you have over 10 clients', '15% exact, payment', []],
		['15%, 25% from 10 sales a month', '15% exact, null', []],
		['15% for 6 months, rising to 25%', '15% exact, payment, 6 months', ['then: 25% exact, payment, from month 7']],
		['15% for 6 months. Gold: 25%', '15% exact, payment, 6 months', ['25% exact, null (Gold)']],
		['5% for existing customers, 15% for new ones', '15% exact, null', ['5% exact, null (existing customers)']],
		['Agencies get 25% per sale, affiliates 15%', '15% exact, null', ['25% exact, sale (Agencies)']],
		['15% per sale + 5% second level', '15% exact, sale', ['plus: 5% exact, null (second level)']],
		['15% per sale. Agencies earn 25%.', '15% exact, sale', ['25% exact, null (Agencies)']],
		['$90 for Enterprise, $30 for Pro', '$90 exact, null (Enterprise)', ['$30 exact, null (Pro)']],
		[
			'Up to 45% per sale: Bronze 15%, Gold 45%',
			'45% up_to, sale',
			['15% exact, null (Bronze)', '45% exact, null (Gold)'],
		],
		['$50 for your first customer, $5 per lead', '$5 exact, lead', ['$50 exact, null, 1 sales']],
	])('reads the tiers and limits of %j', (conditions, base, further) => {
		const terms = read({ conditions });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});

	test('joined by “and” are paid together if they are for different events', () => {
		expect(read({ conditions: '$5 per lead and 15% per sale' }).further.map(brief)).toEqual(['plus: 15% exact, sale']);
	});

	test('for some goods and for others leave no base offer', () => {
		expect(read({ conditions: '15% for bakers and 25% for cooks' })).toMatchObject({ base: null, further: [] });
	});
	test('follow the base offer whatever the source’s duration is', () => {
		const { base, further } = read({ conditions: '40% of the first month, then 15%', duration: 'lifetime' });
		expect([brief(base), further.map(brief)]).toEqual([
			'40% exact, payment, 1 months',
			['then: 15% exact, payment, from month 2'],
		]);
	});

	test('keeps the first words of a range of tiers', () => {
		const { base, further } = read({ rate: '10-30%', conditions: '10% base, scaling to 30% for top partners' });
		expect([brief(base), further.map(brief)]).toEqual(['10% exact, null', ['30% exact, null (top partners)']]);
	});
});

describe('the further offers of several sentences', () => {
	test.each<[string, string, string, string | null, readonly string[]]>([
		[
			'are only those that add something',
			'$9 per lead + 14%. $9 per qualified lead plus 14% of sales for 6 months.',
			'',
			'$9 exact, lead',
			['plus: 14% exact, payment, 6 months'],
		],
		['are no higher figure of a headline', '$60 per referral', 'Affiliates earn up to $90.', '$60 exact, other', []],
		[
			'name no tier again',
			'14%, 19% after 4 sales',
			'Affiliates earn 14% (19% at 4+ sales).',
			'14% exact, null, 4 sales',
			['19% exact, null, from sale 5 (after 4 sales)'],
		],
		[
			'are no phase of an offer whose end is not known',
			'Earn 9% recurring throughout year 3',
			'Affiliates earn 14% of the setup price.',
			'14% exact, null, of setup price',
			[],
		],
		[
			'name the kinds of partners',
			'Partners: 19% per sale. Affiliates: 14% per sale.',
			'',
			'14% exact, sale',
			['19% exact, sale (Partners)'],
		],
		[
			'count leads in words',
			'Leads 6-10: $60 per qualified lead',
			'Affiliates earn 14% per sale.',
			'14% exact, sale',
			['$60 exact, lead (Leads 6-10, qualified lead)'],
		],
	])('%s', (_, conditions, description, base, further) => {
		const terms = read({ conditions, descriptions: [description] });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});
});

import { describe, expect, test } from 'vitest';
import { brief, read } from './made.ts';

/** Reads sentences as a program's conditions: the base offer first, or "nothing". */
function offersIn(conditions: string, currency: string | null = null): string[] {
	const { base, further } = read({ conditions, currency });
	return [brief(base) ?? 'nothing', ...(base ? further.map((stated) => brief(stated) as string) : [])];
}

describe('the whole offer of a sentence', () => {
	test.each([
		// What it is paid for, and how long
		['Ovens: 14% of each invoice for as long as they stay customers', ['14% exact, payment, for life (Ovens)']],
		['Partners earn 14% on every renewal', ['14% exact, payment (renewal)']],
		['14% for 9 months after their first paid invoice', ['14% exact, payment, 9 months']],
		['14% recurring for two years per referred bakery', ['14% exact, payment, 24 months (referred bakery)']],
		['14% rev share for the first 18 months', ['14% exact, payment, 18 months']],
		['$60 per bakery signing up for deliveries', ['$60 exact, null (bakery signing up for deliveries)']],
		['You get $60 for every bakery that signs up', ['$60 exact, null (bakery that signs up)']],
		['$60 per qualified lead', ['$60 exact, lead (qualified lead)']],
		[
			'$60 per qualified referred business signing up for tea',
			['$60 exact, customer (qualified referred business signing up for tea)'],
		],
		['$60 per qualified new paying merchant', ['$60 exact, customer (qualified new paying merchant)']],
		['$6 per free trial', ['$6 exact, signup']],
		['$60 a month for each active customer', ['$60 exact, customer every month']],
		['$60/year per client for 3 years', ['$60 exact, customer every year, 36 months']],
		['14% of the first payment', ['14% exact, first_payment']],
		['14% of their initial order', ['14% exact, first_payment']],
		['14% on lifetime-deal orders', ['14% exact, null (lifetime-deal orders)']],
		['14% on first three orders per bakery', ['14% exact, null (first three orders per bakery)']],
		['14% on the first three orders of each customer', ['14% exact, sale (first three orders of each customer)']],
		['14% every time they order bread', ['14% exact, payment (every time they order bread)']],
		['14% each time your friends sell an oven', ['14% exact, payment (each time your friends sell an oven)']],
		['$60 every time a new customer buys', ['$60 exact, null (every time a new customer buys)']],
		['$60 each time someone installs the app', ['$60 exact, null (each time someone installs the app)']],
		['$60 each time a friend signs up', ['$60 exact, null (each time a friend signs up)']],
		['14% of every order made by each customer', ['14% exact, payment']],
		['$600 per oven, monthly revenue share', ['$600 exact, null (oven)']],
		['$60 for every successful referral', ['$60 exact, customer']],
		['$60 for each referral that signs on with us', ['$60 exact, customer']],
		['$60 reward for customer referral', ['$60 exact, customer']],
		['$60 for each qualified referral', ['$60 exact, lead']],
		['$6 per click', ['$6 exact, other (click)']],
		['$60 on a referral consultation', ['$60 exact, lead (referral consultation)']],
		['$60 per SQL', ['$60 exact, lead (SQL)']],
		['14% of first year ARR on every transaction', ['14% exact, sale, of first year ARR']],
		['14% per sale starting at the end of the first month', ['14% exact, sale']],
		['$60 per qualified sign-up', ['$60 exact, signup (qualified sign-up)']],
		['$60 when a survey is finished', ['$60 exact, other (when a survey is finished)']],
		// Of what
		['14% of net revenue for 12 months', ['14% exact, payment, of net revenue, 12 months']],
		['14% of the margin', ['14% exact, null, of margin']],
		['14% of our commission', ['14% exact, null, of our commission']],
		['20% of our 9%', ['20% exact, null, of our 9%']],
		['9% of referred affiliates’ earnings', ["9% exact, null, of referred affiliates' earnings"]],
		['2% of ad spend', ['2% exact, null, of ad spend']],
		['14% of the loan amount', ['14% exact, null, of loan amount']],
		// Qualifiers and ranges
		['Up to 14% per sale, depending on the plan', ['14% up_to, sale (depending on the plan)']],
		['From $60 per sale', ['$60 from, sale']],
		['14% (or more) per sale', ['14% from, sale']],
		['14-19% per sale', ['14-19% from, sale']],
		['It starts at 14% and increases to 19% per sale', ['14-19% from, sale']],
		['Starting at 14%, rising to 19% for top bakers', ['14% from, null', '19% exact, null (top bakers)']],
		['Either 14% or 19% per sale', ['14-19% either, sale']],
		['$60 or $80 per customer', ['$60-80 either, customer']],
		['$60 or 14% per sale', ['$60 exact, sale', 'or: 14% exact, sale']],
		// Caps and ends
		['14% per sale, capped at $900 per customer', ['14% exact, sale, cap 900/customer']],
		['14% recurring, max. $900 a month', ['14% exact, payment, cap 900/month']],
		['14% (up to $900 a year)', ['14% exact, null, cap 900/year']],
		['14% upto $900 on every order', ['14% exact, sale, cap 900']],
		['14% up to $900 in total', ['14% exact, null, cap 900/total']],
		['14% up to $900 in sales', ['14% exact, null (up to $900 in sales)']],
		['14% up to a maximum of $900', ['14% exact, null, cap 900']],
		['14% recurring, max. 24 months', ['14% exact, payment, 24 months']],
		['Until 30 June 2027: 14% per sale', ['14% exact, sale, until 2027-06-30']],
		['14% per sale through March 2027', ['14% exact, sale, until 2027-03-31']],
		['14% per sale through the end of March 2027', ['14% exact, sale, until 2027-03-31']],
		// Phases by months and by sales
		['19% for 6 months, then 14%', ['19% exact, payment, 6 months', 'then: 14% exact, payment, from month 7']],
		['19% for 3 months, 14% from month 4', ['19% exact, payment, 3 months', 'then: 14% exact, payment, from month 4']],
		['19% in year one, 14% after that', ['19% exact, payment, 12 months', 'then: 14% exact, payment, from month 13']],
		['19% for the first 10 sales, then 24%', ['19% exact, null, 10 sales', 'then: 24% exact, null, from sale 11']],
		[
			'19% for first 10 referrals, 24% for 11-20, 29% for 21+ referrals',
			[
				'19% exact, null, 10 sales',
				'24% exact, null, from sale 11, 10 sales',
				'29% exact, null, from sale 21 (21+ referrals)',
			],
		],
		['19% (1-9 sales), 24% (10+ sales)', ['19% exact, null, 9 sales', '24% exact, null, from sale 10 (10+ sales)']],
		[
			'$60 for your first sale, $80 for your second',
			['$60 exact, null, 1 sales', '$80 exact, null, from sale 2, 1 sales'],
		],
		[
			'19% on the first order, 14% on repeat orders',
			['19% exact, first_payment', '14% exact, payment (repeat orders)'],
		],
		// Conditions
		['14% on annual plans', ['14% exact, null (annual plans)']],
		['14% for 9 months, $300 minimum monthly revenue', ['14% exact, payment, 9 months']],
		['14% on Pro and Team plans', ['14% exact, null (Pro and Team plans)']],
		['14% on orders over $60', ['14% exact, sale (orders over $60)']],
		['Spend $300, get $60', ['$60 exact, null (Spend $300)']],
		['$60 when they spend $300 or more', ['$60 exact, null (when they spend $300 or more)']],
		['14% per sale (US only)', ['14% exact, sale (US only)']],
		['14% on all plans except the starter plan', ['14% exact, sale (except the starter plan)']],
		['14% on first sales, no commission on renewals', ['14% exact, first_payment (no commission on renewals)']],
		['$60 per lead that becomes an opportunity', ['$60 exact, lead (that becomes an opportunity)']],
		['$60 for each new Pots Spend & Pans customer', ['$60 exact, null (new Pots Spend & Pans customer)']],
		['14% on annual contracts (average payout of $900)', ['14% exact, null (annual contracts)']],
		['14% per sale (typical order of $900)', ['14% exact, sale']],
		['GMV $1-90 = 14% of margin', ['14% exact, null, of margin (GMV $1-90)']],
		['14% by recommending the future of baking', ['14% exact, null']],
		['14% per sale with the opportunity to earn a higher rate', ['14% exact, sale']],
		['$60 for leads, and significant revenue share for experts', ['$60 exact, lead']],
		['14% paid on sale items', ['14% exact, null (sale items)']],
		// Rewards
		['$60 in account credit per referral', ['$60 exact, other, credit']],
		['$60 gift card for each friend', ['$60 exact, customer, credit']],
		// More than one offer
		['14% per sale + $6 per lead', ['14% exact, sale', 'plus: $6 exact, lead']],
		['14% + $6 per lead', ['14% exact, null', 'plus: $6 exact, lead']],
		['$6 per free signup and 14% recurring', ['14% exact, payment', 'plus: $6 exact, signup (free signup)']],
		['14% (19% for agencies)', ['14% exact, null', '19% exact, null (agencies)']],
		[
			'Up to $60 per referral -- 14% on Pro plans ($90/year), 9% on Team plans',
			['$60 up_to, other', '14% exact, null (Pro plans)', '9% exact, null (Team plans)'],
		],
		['A$60 or £40 per lead from bakers', ['AUD 60 exact, lead (bakers)', 'or: GBP 40 exact, lead (bakers)']],
		['$6 CPL / $60 CPA', ['$6 exact, lead', '$60 exact, sale']],
		['14% of Plus subscriptions', ['14% exact, null (Plus subscriptions)']],
		[
			'14% plus a $60 bonus when you refer 5 clients',
			['14% exact, null', 'plus: $60 exact, null, from sale 5, 1 sales (bonus when you refer 5 clients)'],
		],
		['14% plus a $60 activation bonus', ['14% exact, null', 'plus: $60 exact, null (activation bonus)']],
		['$60 per demo + $60 per customer', ['$60 exact, lead', 'plus: $60 exact, customer']],
		[
			'9% for weekly boxes and 14% for yearly boxes',
			['9% exact, null (weekly boxes)', '14% exact, null (yearly boxes)'],
		],
		['9% on sales, 14% for certified partners', ['9% exact, sale', '14% exact, null (certified partners)']],
		['14% recurring + $90 for every fifth sale', ['14% exact, payment']],
		['Bronze 14% / Silver 19%', ['14% exact, null (Bronze)', '19% exact, null (Silver)']],
		['14% base, scaling to 24% for top partners', ['14% exact, null', '24% exact, null (top partners)']],
	])('is read in %j', (sentence, offers) => {
		expect(offersIn(sentence)).toEqual(offers);
	});

	test.each([
		// Negations and former figures
		'No longer 19%, now 14%',
		'We do not pay 14% any more',
		'14% (was 19%)',
		'Not 19% recurring but 14% once',
		'14% until recently',
		'Formerly 14% per sale',
		'Reduced from 19% to 14%',
		// Doubts
		'Unconfirmed: 14% per sale',
		'14%?',
		'14% (rates vary)',
		'14%, up to negotiation: negotiable',
		'Typically 14%',
		'14% (not $20)',
		'Reportedly 14% recurring',
		'14% on request',
		// Figures that are not pay
		'Your readers save 14%',
		'14% off for your friends',
		'A fee of $14 applies',
		'Plans from $14',
		'Prices start at $14 a month',
		'Payouts via bank, min. $14',
		'$14 minimum payout',
		'An average of $140 per sale',
		'Earn up to $4,000 per month',
		// What nobody can attribute
		'10%, 14% or 19%',
		'10%-14%-19%',
		'14% on ovens, 9% on bread',
		'14% for life for 6 months',
		'14% after 3 months',
		'14% on bread for bakers by the',
		'14% for bakers earning well',
		'$60 for every tenth sale',
		'Then 14%',
		'An extra $14',
		'2-tier: 14% + 6%',
		'до 14% с продаж',
	])('is left open in %j', (sentence) => {
		expect(offersIn(sentence)).toEqual(['nothing']);
	});
});

describe('the whole offer in other languages', () => {
	test.each([
		['19 % im ersten Jahr, danach 14 %', ['19% exact, payment, 12 months', 'then: 14% exact, payment, from month 13']],
		['bis 60 € pro Lead', ['EUR 60 up_to, lead']],
		['14 % vom Nettoumsatz, dauerhaft', ['14% exact, payment, of net revenue, for life']],
		['60 € Startguthaben', ['EUR 60 exact, null, credit']],
		['hasta 14% por venta', ['14% up_to, sale']],
		['19% el primer año, luego 14%', ['19% exact, payment, 12 months', 'then: 14% exact, payment, from month 13']],
		['entre 14% y 19%', ['14-19% from, null']],
		['14% de comisión recurrente durante 9 meses', ['14% exact, payment, 9 months']],
		['até 14% recorrente', ['14% up_to, payment']],
		['R$ 60 por cadastro', ['BRL 60 exact, signup']],
		['14% na primeira compra', ['14% exact, first_payment']],
		['jusqu’à 14 % par vente', ['14% up_to, sale']],
		['14% récurrents à vie', ['14% exact, payment, for life']],
		['de 14 à 19 % par vente', ['14-19% from, sale']],
		['do 14% za sprzedaż', ['14% up_to, sale']],
		['14% przez 9 miesięcy', ['14% exact, payment, 9 months']],
		['60 zł za rejestrację', ['PLN 60 exact, signup']],
		['fino al 14% ricorrente', ['14% up_to, payment']],
		['60 € per ogni nuovo cliente', ['EUR 60 exact, customer']],
		['14% per 9 mesi', ['14% exact, payment, 9 months']],
		['14% terugkerend gedurende 9 maanden', ['14% exact, payment, 9 months']],
		['€60 per nieuwe klant', ['EUR 60 exact, customer']],
	])('is read in %j', (sentence, offers) => {
		expect(offersIn(sentence)).toEqual(offers);
	});

	test.each([
		'nicht mehr 19 %, jetzt 14 %',
		'früher 14 %',
		'ya no 19%, ahora 14%',
		'não paga mais 14%',
		'non più 19%, ora 14%',
		'niet meer 14%',
		'20 % Rabatt für Ihre Kunden',
		'14% de descuento',
		'14 % de réduction',
		'sconto del 14%',
		'14% korting',
	])('is left open in %j', (sentence) => {
		expect(offersIn(sentence)).toEqual(['nothing']);
	});
});

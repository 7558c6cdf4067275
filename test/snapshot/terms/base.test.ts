import { describe, expect, test } from 'vitest';
import { baseOf, brief, read } from './made.ts';

describe('the base offer', () => {
	test.each([
		['is what the conditions say of the rate', '40%', 'Up to 40% per sale', '40% up_to, sale'],
		['is a range that ends in the rate', '40%', '30-40% per sale', '30-40% from, sale'],
		['is nothing if it depends on what is sold', '40%', '20% on books, 40% on maps', null],
		['is what comes first', '$9', '$9 per lead + 5% per sale', '$9 exact, lead'],
		['is the rate if the conditions have no figure', '40%', 'For bakers only', '40% exact, null'],
		['is for affiliates', '40%', 'Agencies: 40% per sale. Affiliates: 20% per sale.', '20% exact, sale'],
		['is for new partners', '40%', 'Gold partners: 40% per sale. All: 20% per sale.', '20% exact, sale'],
		['is for new partners in any order', '', '5% at 10+ sales, 3% per sale', '3% exact, sale'],
		['is without a plan', '', '50% for Pro plans. 20% per sale.', '20% exact, sale'],
		['has its only condition', '', '50% for Pro plans', '50% exact, null (Pro plans)'],
	])('%s', (_, rate, conditions, expected) => {
		expect(baseOf(conditions, { rate })).toBe(expected);
	});

	test.each([
		['40% for 12 months. At most $900 per customer.', '40% exact, payment, 12 months, cap 900/customer'],
		['40% per sale. Commissions are capped at $900 per month.', '40% exact, sale, cap 900/month'],
		['40%! Commissions are capped at $900 per customer.', '40% exact, null, cap 900/customer'],
		['$40 per sale (annual plans). No more than $900 in total.', '$40 exact, sale, cap 900/total (annual plans)'],
	])('has the cap of the next sentence: %s', (conditions, expected) => {
		const { base, further } = read({ conditions });
		expect([brief(base), further]).toEqual([expected, []]);
	});

	test.each([
		'At most $900 per customer.',
		'40% per sale. You need at most 10 sales.',
		'40%. Only max $9 orders count.',
	])('has no cap without a limit of what is paid: %s', (conditions) => {
		expect(read({ conditions }).base?.offer.cap ?? null).toBe(null);
	});

	test('has no condition if a description repeats it without one', () => {
		const descriptions = ['Affiliate program: Earn 40% of every sale.'];
		expect(baseOf('With 10+ customers, you earn 40%.', { descriptions })).toBe('40% exact, sale');
	});

	test('is nothing if the conditions are only for a plan and a description says something else', () => {
		const source = { rate: '$60', descriptions: ['Affiliate program: Earn 25% per sale'] };
		const { base, contradiction, doubt } = read({ ...source, conditions: '$60 per annual plan' });
		expect([base, contradiction, doubt]).toEqual([null, null, 'some of its words are not understood']);
	});

	test('takes the words of a description that explains the rate', () => {
		const descriptions = ['Referred shops save 5%. Affiliates earn $15 per sale or 10% for 6 months.'];
		expect(brief(read({ rate: '10%', descriptions }).base)).toBe('10% exact, payment, 6 months');
	});

	test('comes from the first description that explains the rate', () => {
		const descriptions = [
			'Affiliates earn 10-30%.',
			'The affiliate program pays 10% recurring, 30% for Gold partners.',
		];
		expect(brief(read({ rate: '30%', descriptions }).base)).toBe('10-30% from, payment');
	});

	test('reads the whole commission text of another tool’s snapshot', () => {
		const { base, further } = read({ rate: '30% recurring for 12 months + $5 per trial', type: 'hybrid' });
		expect([brief(base), further.map(brief)]).toEqual(['30% exact, payment, 12 months', ['plus: $5 exact, signup']]);
	});

	test('is read across line breaks', () => {
		const descriptions = ['An oven for\nbakers. Affiliates earn 12%\nrecurring, and readers get a 10%\ndiscount.'];
		const { base, further } = read({ descriptions });
		expect([brief(base), further]).toEqual(['12% exact, payment', []]);
	});

	test('keeps the program’s name in its condition', () => {
		const source = {
			names: ['Tarn 20% Club'],
			conditions: '$60 per sale for readers of Tarn 20% Club',
		};
		expect(brief(read(source).base)).toBe('$60 exact, sale (readers of Tarn 20% Club)');
	});

	test('is not doubted by the beginning of a description that is cut off', () => {
		const long = 'Affiliate program: Earn $60 per sale, and $9 per qualified lead.';
		const { base, further } = read({ descriptions: [long, long.slice(0, 45)] });
		expect([brief(base), further.map(brief)]).toEqual(['$60 exact, sale', ['plus: $9 exact, lead (qualified lead)']]);
	});

	test.each([
		['begins later', '14% after 3 months'],
		['is paid on top of something', 'Earn an additional 14%'],
		['is one of two figures for the same', 'Earn 14%, 19% per sale'],
	])('is nothing if what is left %s', (_, conditions) => {
		expect(read({ conditions })).toMatchObject({ base: null, further: [] });
	});

	test('is nothing if a description gives another kind of pay without its condition', () => {
		const descriptions = ['Affiliate program: Earn $90 per sale.'];
		expect(read({ conditions: '14% on annual plans', descriptions })).toMatchObject({
			base: null,
			contradiction: null,
		});
	});

	test('has the duration of a description that says how high it can be', () => {
		const descriptions = ['Affiliates earn up to 19% for 1 year.'];
		expect(baseOf('Earn 14%', { descriptions, duration: '12 months' })).toBe('14% exact, payment, 12 months');
	});

	test('keeps the number of sales if a description repeats only the figure', () => {
		const descriptions = ['Affiliates earn 14% recurring.'];
		expect(baseOf('14% for the first 50 referrals', { descriptions })).toMatch(/14%.*50 sales/);
	});

	test('is nothing if the rate is zero and a description says something else', () => {
		expect(read({ rate: '0%', descriptions: ['Affiliates earn 14% per sale.'] }).base).toBeNull();
	});

	test.each<[string, string, string, readonly string[], string | null]>([
		[
			'of a discount',
			'14% for 2 years and a 5% discount for your readers for 6 months',
			'6 months',
			[],
			'14% exact, payment, 24 months',
		],
		[
			'of some partners',
			'14% for 2 years. Lifetime commissions for Gold partners!',
			'lifetime',
			[],
			'14% exact, payment, 24 months',
		],
		['of an offer that is paid once', '75% CPA', 'lifetime', [], '75% exact, sale'],
	])('does not take the duration %s', (_, conditions, duration, descriptions, expected) => {
		expect(baseOf(conditions, { duration, descriptions, type: 'recurring' })).toBe(expected);
	});

	test('is no price of a plan', () => {
		const descriptions = [
			'Affiliates earn 14% per sale. With plans ranging from $9 to $90 a month, they earn recurring income.',
		];
		const { base, further } = read({ descriptions });
		expect([brief(base), further]).toEqual(['14% exact, sale', []]);
	});

	test('is not what is paid for later leads', () => {
		expect(baseOf('Leads 6-10: $60 per qualified lead')).toBeNull();
	});
});

import { describe, expect, test } from 'vitest';
import { buildIndex } from '../../../src/search/build-index.ts';
import { ProgramIndex } from '../../../src/search/program-index.ts';
import { publishedProgram } from '../../support/published-program.ts';

const [EMAIL, CRM, DEVELOPERS, CONTENT] = [
	{ slug: 'email-marketing', name: 'Email Marketing' },
	{ slug: 'crm', name: 'CRM' },
	{ slug: 'dev', name: 'Developer Tools' },
	{ slug: 'content-marketing', name: 'Content Marketing' },
];

const others = ['Monday.com', '1Password', '10Web', 'PartnerStack', 'Bolt for Business', '30% Club', 'Recurring'];

const index = new ProgramIndex(
	buildIndex([
		publishedProgram({
			slug: 'larkpost',
			name: 'Larkpost',
			aliases: ['Lark Mail'],
			description: 'Monthly newsletters',
			categories: [EMAIL],
			commission_type: 'recurring',
			commission_rate: 30,
			commission_qualifier: 'exact',
			commission_lifetime: true,
			cookie_days: 90,
			tracking_platform: 'rewardful',
			payout_methods: ['paypal', 'bank'],
			payout_frequency: 'weekly',
			approval: 'automatic',
			deep_links: true,
			restrictions: ['brand-bidding', 'coupons', 'paid-search'],
			countries: ['DE', 'GB'],
			rating_average: 4.5,
		}),
		publishedProgram({ slug: 'close', name: 'Close', categories: [CRM], tracking_platform: 'firstpromoter' }),
		publishedProgram({ slug: 'fly', name: 'Fly', categories: [DEVELOPERS], tracking_platform: 'impact' }),
		publishedProgram({
			slug: 'time-doctor',
			name: 'Time Doctor',
			description: 'Banking hours with impact',
			categories: [CONTENT],
			commission_type: 'tiered',
			tracking_platform: 'partnerstack',
			payout_frequency: 'net-30',
		}),
		...others.map((name, number) => publishedProgram({ slug: `p${number}`, name, tags: ['content'] })),
	]),
);

/** Returns what is understood of a text: the filters as in an address, and the words left. */
function understood(text: string): readonly [filters: string, words: string] {
	const { filters, words } = index.understand(text);
	return [filters.map(({ name, value }) => `${name}=${value}`).join(' '), words];
}

describe('What a search text stands for', () => {
	test.each<[text: string, filters: string, words: string]>([
		[
			'30%+ lifetime email paypal',
			'min_guaranteed=30 commission_lifetime=true category=email-marketing payout_method=paypal',
			'',
		],
		['30%', 'min_guaranteed=30', ''],
		['30%+ newsletters', 'min_guaranteed=30', 'newsletters'],
		['at least 30%', 'min_guaranteed=30', ''],
		['30% or more', 'min_guaranteed=30', ''],
		['over 12.5% commission', 'min_guaranteed=12.5', ''],
		['30 percent commissions', 'min_guaranteed=30', ''],
		['120% commission', 'min_guaranteed=120', ''],
		['commission of 25% for hosting', 'min_guaranteed=25', 'hosting'],
		['programs that pay 30%', 'min_guaranteed=30', ''],
		['commission > 30%', 'min_guaranteed=30', ''],
		['recurring in house', 'commission_type=recurring', 'in house'],
		['up to 30%', 'max_guaranteed=30', ''],
		['hosting under 20% commission', 'max_guaranteed=20', 'hosting'],
		['20% or less', 'max_guaranteed=20', ''],
		['no more than 20%', 'max_guaranteed=20', ''],
		['lifetime', 'commission_lifetime=true', ''],
		['life-time commissions', 'commission_lifetime=true', ''],
		['lifetime recurring revenue share', 'commission_lifetime=true', ''],
		['20% commission for life', 'min_guaranteed=20 commission_lifetime=true', ''],
		['newsletters, commissions for life', 'commission_lifetime=true', 'newsletters'],
		['recurring income', 'commission_type=recurring', ''],
		['recurring crm', 'commission_type=recurring category=crm', ''],
		['Invoicing with monthly recurring commission', 'commission_type=recurring', 'Invoicing'],
		['tiered commission', 'commission_type=tiered', ''],
		['one-time payout', 'commission_type=one_time', ''],
		['flat commission', 'commission_type=one_time', ''],
		['cookie 90 days', 'min_cookie_days=90', ''],
		['Games with a 90-day cookie', 'min_cookie_days=90', 'Games'],
		['90d cookies', 'min_cookie_days=90', ''],
		['3 month cookie', 'min_cookie_days=90', ''],
		['1 year cookie duration', 'min_cookie_days=365', ''],
		['60+ day cookie', 'min_cookie_days=60', ''],
		['cookie longer than 60 days', 'min_cookie_days=60', ''],
		['cookie of at least 60 days', 'min_cookie_days=60', ''],
		['on PartnerStack', 'tracking_platform=partnerstack', ''],
		['games on the impact network', 'tracking_platform=impact', 'games'],
		['games via Impact', 'tracking_platform=impact', 'games'],
		['rewardful games', 'tracking_platform=rewardful', 'games'],
		['first promoter games', 'tracking_platform=firstpromoter', 'games'],
		['paid by PayPal', 'payout_method=paypal', ''],
		['payout paypal', 'payout_method=paypal', ''],
		['paid via bank transfer', 'payout_method=bank', ''],
		['bank transfer payouts', 'payout_method=bank', ''],
		['paid weekly', 'payout_frequency=weekly', ''],
		['net 30 payouts', 'payout_frequency=net-30', ''],
		['instant approval', 'approval=automatic', ''],
		['auto-approved games', 'approval=automatic', 'games'],
		['no approval needed', 'approval=automatic', ''],
		['4+ stars', 'min_rating=4', ''],
		['rated 4.5 or more', 'min_rating=4.5', ''],
		['alternatives to Larkpost', 'similar_to=larkpost', ''],
		['best lark-mail alternatives', 'similar_to=larkpost', ''],
		['Larkpost alternatives 2026', 'similar_to=larkpost', ''],
		['alternatives to Close, 30%', 'similar_to=close min_guaranteed=30', ''],
		['30%+ time doctor competitors', 'min_guaranteed=30 similar_to=time-doctor', ''],
		['tools like Bolt for Business with 30%', 'similar_to=p4 min_guaranteed=30', ''],
		['email tools like monday.com', 'category=email-marketing similar_to=p0', ''],
		['lifetime Email-Marketing platforms', 'commission_lifetime=true category=email-marketing', ''],
		['recurring developer tools', 'commission_type=recurring category=dev', ''],
		['recurring dev', 'commission_type=recurring category=dev', ''],
		['recurring marketing', 'commission_type=recurring', 'marketing'],
		['recurring content', 'commission_type=recurring', 'content'],
		['30% and 40% commission', '', '30% and 40% commission'],
		['up to 50%, 20%+, 30%+', 'max_guaranteed=50 min_guaranteed=20', '30%+'],
		['  Crème   brûlée + 30%  ', 'min_guaranteed=30', 'Crème   brûlée'],
		['Straße &\u00a0Co\u0301 30% ß', 'min_guaranteed=30', 'Straße &\u00a0Co\u0301 ß'],
	])('%j is %j and %j', (text, filters, words) => {
		expect(understood(text)).toEqual([filters, words]);
	});

	test.each([
		...[
			'',
			' ',
			'™',
			'\ud800',
			'24/7',
			'email marketing',
			'form builder',
			'crm',
			'developer tools',
			'best affiliate programs',
		],
		...[
			'Monday.com',
			'1Password',
			'10Web',
			'30% Club',
			'Recurring',
			'recurring affiliate program',
			'Semrush 7 day trial',
		],
		...[
			'30% off',
			'20% discount',
			'99% uptime',
			'100% cotton',
			'100% free',
			'over 50% of visitors',
			'70%+ of tickets',
			'sales by up to 60%',
			'sales up by 40%',
		],
		...['20-40%', '20% to 40%', 'between 20% and 40%', '$30%', '30', 'version 2.5', '1.30%x'],
		...[
			'lifetime deals',
			'lifetime access',
			'customer lifetime value',
			'insurance for life',
			'lifetime-deals',
			'life coach',
		],
		...['recurring billing software', 'recurring payments', 'recurring revenue', 'non-recurring', 'not recurring'],
		...['one-time password', 'flat design', 'hybrid work', 'hybrid commission', 'tiered pricing'],
		...[
			'cookie consent',
			'30 day cookie banner',
			'long cookie',
			'cookies',
			'90 days',
			'cookie recipes',
			'cookie lifetime',
		],
		...[
			'impact',
			'impact investing',
			'games on impact investing',
			'social impact',
			'on demand',
			'on Awin',
			'partnerstack games',
		],
		...[
			'paypal',
			'rewardful affiliate programs',
			'accept paypal',
			'paypal checkout',
			'paypal alternatives',
			'bank games',
		],
		...['monthly payouts', 'weekly newsletter', 'paid weekly newsletters', 'paid by venmo'],
		...[
			'approval workflow',
			'automatic approval workflows',
			'5 star hotels',
			'star charts',
			'top rated',
			'deep link generator',
		],
		...['coupons', 'coupons not allowed', 'no coupons allowed', 'cashback allowed', 'allow list'],
		...['publishers in France', 'Germany', 'publishers in germany street'],
		...[
			'alternatives to Mailchimp',
			'stripe alternative',
			'alternatives to close friends',
			'alternatives',
			'Larkpost review',
		],
	])('nothing is understood of %j', (text) => {
		expect(understood(text)).toEqual(['', text]);
	});

	test('keeps the words of each filter as they were typed, in their order', () => {
		expect(index.understand('Émail, paid by PayPal, Cookie\u00a090 Days').filters).toEqual([
			{ name: 'category', value: 'email-marketing', words: 'Émail' },
			{ name: 'payout_method', value: 'paypal', words: 'paid by PayPal' },
			{ name: 'min_cookie_days', value: '90', words: 'Cookie\u00a090 Days' },
		]);
	});

	test('has only filters that the directory has values for', () => {
		const empty = new ProgramIndex(buildIndex([publishedProgram({ name: 'Larkpost' })]));
		const text = 'hosting 30%+ recurring cookie 90 days on impact paid weekly 4+ stars instant approval';
		expect(empty.understand(text)).toEqual({ filters: [], words: text });
	});

	test('leaves a long text as it is', () => {
		expect(index.understand(`30% ${'x'.repeat(196)}`).filters).toHaveLength(1);
		expect(index.understand(`30% ${'x'.repeat(197)}`).filters).toEqual([]);
	});

	test('is quick to find, whatever is typed', () => {
		const parts = [
			'1',
			'1% ',
			'30% to ',
			'a ',
			'- ',
			'rev share ',
			'recurring ',
			'lifetime ',
			'cookie of ',
			'9 day ',
			'on impact ',
		];
		const more = [
			...parts,
			'paid by ',
			'alternatives to a ',
			'close alternatives ',
			'and ',
			', ',
			'at least ',
			'brand ',
			'\uffff',
			'ß',
		];
		const start = performance.now();
		for (const one of more) for (const other of more) index.understand((one.repeat(99) + other.repeat(99)).slice(-200));
		expect((performance.now() - start) / more.length ** 2).toBeLessThan(20);
	});
});

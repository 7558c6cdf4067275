import { describe, expect, test } from 'vitest';
import type { TermsSource } from '../../../src/snapshot/terms/read-terms.ts';
import { brief, read } from './made.ts';

const terms = (text: string) => [`An oven for bakers. Affiliate program: ${text}`];

describe('a contradiction', () => {
	test.each<[string, Partial<TermsSource>, string[]]>([
		['of two rates', { rate: '12%', conditions: 'Earn 15% per sale' }, ['conditions: 15%', 'rate: 12%']],
		['of a rate with another kind', { rate: '$3', conditions: '15% per sale' }, ['conditions: 15%', 'rate: $3']],
		[
			'of a description',
			{ rate: '15%', conditions: '15% per sale', descriptions: terms('Earn 20% per sale') },
			['conditions: 15%', 'description: 20%'],
		],
		[
			'of a lower limit',
			{ conditions: '$500 per customer', descriptions: terms('Earn up to $90 per customer') },
			['conditions: $500', 'description: $90'],
		],
		[
			'of a range without the figure',
			{ rate: '50%', descriptions: terms('Earn 15-20% per sale') },
			['rate: 50%', 'description: 15-20%'],
		],
		[
			'of words with a rate that nothing explains',
			{ rate: '30%', descriptions: ['Affiliates get $2 per signup.'] },
			['rate: 30%', 'description: $2'],
		],
		[
			'of an amount with a percentage',
			{ conditions: '15% per sale', descriptions: terms('Earn $90 per sale') },
			['conditions: 15%', 'description: $90'],
		],
		[
			'of three places, of which it names two',
			{ rate: '10%', conditions: '15% per sale', descriptions: terms('Earn 20% per sale') },
			['conditions: 15%', 'rate: 10%'],
		],
	])('%s', (_, source, expected) => {
		const { base, contradiction } = read(source);
		expect(base).toBeNull();
		expect(contradiction?.map(({ from, offer }) => `${from}: ${brief({ offer })?.split(' ')[0]}`)).toEqual(expected);
	});

	test('names the clauses', () => {
		const { contradiction } = read({ rate: '12%', conditions: 'New shops only. Earn 15% per sale!' });
		expect(contradiction?.map(({ words }) => words)).toEqual(['Earn 15% per sale!', '12%']);
	});

	test.each<[string, Partial<TermsSource>]>([
		['more detail', { rate: '15%', conditions: '15% for 6 months on all sales' }],
		['a higher limit', { conditions: '15% per sale', descriptions: terms('Earn up to 25%') }],
		['a range with the figure', { rate: '20-30%', conditions: '20% per sale, 30% at 90+ sales' }],
		['a minimum below the figure', { conditions: '$20 per signup', descriptions: terms('Earn $10+ per signup') }],
		['another tier', { conditions: '15% per sale', descriptions: terms('Gold partners earn 25%') }],
		[
			'the tier before it',
			{
				conditions: 'As a Gold Partner, you’ll earn a 25% share. That means for every referral you’ll get 25% o',
				descriptions: terms('Earn 15% per sale'),
			},
		],
		[
			'other customers',
			{
				conditions: '$90 for each client',
				descriptions: terms('Refer a shop, get $90. Refer a chain store, get $300.'),
			},
		],
		['another plan', { conditions: '15% per sale', descriptions: terms('Earn 25% on annual plans') }],
		['one plan and another', { conditions: '15% on Pro plans', descriptions: terms('Earn 25% on annual plans') }],
		['a bonus', { conditions: '$15 per sale', descriptions: terms('Earn an additional $5 per sale') }],
		['another purpose', { conditions: '$90 per sale', descriptions: terms('Earn $15 per qualified lead') }],
		['another currency', { conditions: '$90 per sale', descriptions: terms('Earn £70 per sale') }],
		['a rate of another offer', { rate: '15%', conditions: '$90 per lead', descriptions: terms('Earn 15% per sale') }],
		['pay for leads', { conditions: '$90 per qualified lead', descriptions: terms('Earn 15% per sale') }],
		['what a percentage can come to', { conditions: '15% per sale', descriptions: terms('Earn up to $90 per sale') }],
		['a repetition', { conditions: '£15 / $20 per customer', descriptions: terms('£15 / $20 per customer') }],
		['a discount', { conditions: '15% per sale', descriptions: terms('Your readers save 25%') }],
		['the type', { type: 'one_time', conditions: '15% recurring', duration: '12 months' }],
		['a duration of another offer', { conditions: '15% for 6 months, then 5% for 24 months', duration: '24 months' }],
	])('is not %s', (_, source) => {
		const { base, contradiction } = read(source);
		expect([base === null, contradiction]).toEqual([false, null]);
	});

	test.each<[string, Partial<TermsSource>]>([
		['words', { conditions: '15% for 6 months', descriptions: terms('Earn 15% for life') }],
		['a description', { conditions: '15% of sales', duration: '12 months', descriptions: terms('Earn 15% for life') }],
		['the conditions', { conditions: '15% for 24 months', duration: '12 months' }],
		['amounts', { type: 'recurring', conditions: '$90 per demo + $90 per customer', duration: '12 months' }],
		[
			'other figures',
			{ conditions: '15% for 12 months', descriptions: terms('Up to 25% for 12 months. Earn up to 25% for life') },
		],
	])('of durations with %s states nothing', (_, source) => {
		expect(read(source)).toMatchObject({ base: null, doubt: 'its words differ on how long it is paid' });
	});

	test('keeps further offers, but not the contradictory ones', () => {
		const { further } = read({ rate: '12%', conditions: '15% per sale, 25% for Gold partners' });
		expect(further.map(brief)).toEqual(['25% exact, null (Gold partners)']);
	});
});

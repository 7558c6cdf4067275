import { expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { bestReason } from '../../../src/website/programs/best.ts';
import { publishedProgram } from '../../support/published-program.ts';

type Fields = Partial<PublishedProgram>;

const RECURRING: Fields = { commission_type: 'recurring', commission_per: 'payment', commission_months: 12 };

/** The reason for a program with a recurring commission of 50%, among the given others and five that pay 10%. */
function reason(fields: Fields, ...others: readonly Fields[]): string {
	const program = publishedProgram({ ...RECURRING, commission_rate: 50, ...fields });
	const rest = [...others, ...Array.from({ length: 5 }, () => ({ commission_rate: 10 }))];
	return bestReason(program, [program, ...rest.map((other) => publishedProgram({ ...RECURRING, ...other }))]);
}

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test.each<[string, Fields[], string]>([
	['no other program guarantees more', [], ', the highest guaranteed percentage'],
	[
		'another one pays the same',
		[{ commission_rate: 50 }],
		', the highest guaranteed percentage (1 other pays the same)',
	],
	[
		'two others pay the same',
		[{ commission_rate: 50 }, { commission_rate: 50 }],
		', the highest guaranteed percentage (2 others pay the same)',
	],
	[
		'another one names a higher maximum',
		[{ commission_rate: 60, commission_qualifier: 'up_to' }],
		', the highest guaranteed percentage',
	],
	[
		'another one pays more, but only once',
		[{ commission_rate: 60, commission_per: 'first_payment' }],
		', the highest guaranteed recurring percentage',
	],
	['a closed program pays more', [{ commission_rate: 60, availability: 'closed' }], ''],
	['another one pays more', [{ commission_rate: 60 }], ''],
])('A reason says that the pay is the highest only if that is true of the whole category: %s', (_, others, words) => {
	expect(reason({}, ...others)).toBe(`50% of each payment for 12 months${words}`);
});

test('A reason does not compare the pay if few programs publish a percentage', () => {
	const program = publishedProgram({ ...RECURRING, commission_rate: 50 });
	const others = Array.from({ length: 4 }, () => publishedProgram({ ...RECURRING, commission_rate: 10 }));
	const unknown = publishedProgram({ ...RECURRING, commission_rate: null });
	expect(bestReason(program, [program, ...others, unknown])).toBe('50% of each payment for 12 months');
});

const PAY = '50% of each payment for 12 months, the highest guaranteed percentage';

test.each<[string, Fields, Fields[], string]>([
	['a longer cookie', { cookie_days: 90 }, [{ cookie_days: 30 }], '; cookie 90 days'],
	['a cookie as long as the others', { cookie_days: 30 }, [{ cookie_days: 30 }], ''],
	[
		'a cookie that is longer than one and shorter than two',
		{ cookie_days: 45 },
		[{ cookie_days: 30 }, { cookie_days: 60 }, { cookie_days: 60 }],
		'',
	],
	[
		'a lower payout minimum',
		{ payout_minimum: 25, currency: 'USD' },
		[{ payout_minimum: 50, currency: 'USD' }],
		'; payouts from $25',
	],
	[
		'a minimum in another currency',
		{ payout_minimum: 25, currency: 'EUR' },
		[{ payout_minimum: 50, currency: 'USD' }],
		'',
	],
	[
		'no payout minimum',
		{ payout_minimum: 0, currency: 'USD' },
		[{ payout_minimum: 50, currency: 'USD' }],
		'; no payout minimum',
	],
	[
		'a better rating',
		{ rating_average: 4.6, review_count: 8 },
		[{ rating_average: 4, review_count: 9 }],
		'; rated 4.6 of 5 in 8 reviews',
	],
	[
		'three better facts, of which it names two',
		{ rating_average: 4.6, review_count: 8, cookie_days: 90, payout_minimum: 0 },
		[{ rating_average: 4, review_count: 9, cookie_days: 30, payout_minimum: 50 }],
		'; rated 4.6 of 5 in 8 reviews; cookie 90 days',
	],
])('After the pay, a reason names facts that speak for the program: %s', (_, fields, others, words) => {
	expect(spaced(reason(fields, ...others))).toBe(PAY + words);
});

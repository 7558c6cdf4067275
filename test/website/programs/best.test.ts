import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { bestOf, bestReason } from '../../../src/website/programs/best.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

type Fields = Partial<PublishedProgram>;

/** The slugs of each list, by its name. The programs are numbered from 0 and have complete terms. */
function bestSlugs(...all: readonly Fields[]): { readonly [list: string]: readonly string[] } {
	const programs = all.map((fields, index) =>
		publishedProgram({ slug: `p${index}`, cookie_days: 30, commission_rate: 10, ...fields }),
	);
	return Object.fromEntries(
		bestOf(directoryOf(programs).programs).map(({ name, programs }) => [name, programs.map(({ slug }) => slug)]),
	);
}

const times = (count: number, fields: Fields): Fields[] => Array.from({ length: count }, () => fields);
const ONE_TIME = 'Highest one-time commission';
const RECURRING = 'Highest recurring commission';
const RATED = 'Highest rated';

test('a list shows the first five, if more than five programs qualify', () => {
	expect(bestSlugs(...times(5, {}))).toEqual({});
	expect(bestSlugs(...times(6, {}))).toEqual({ [ONE_TIME]: ['p0', 'p1', 'p2', 'p3', 'p4'] });
});

test.each<[string, Fields]>([
	['an unknown commission', { commission_rate: null }],
	['a maximum', { commission_rate: 90, commission_qualifier: 'up_to' }],
	['contradictory terms', { commission_rate: null, offers: CONTRADICTION }],
	['a commission for the first sale only', { commission_rate: 90, commission_per: 'first_payment' }],
	['no place for new publishers', { commission_rate: 90, availability: 'closed' }],
	['an amount besides the percentage', { commission_rate: 90, commission_amount: 5 }],
	['another type', { commission_rate: 90, commission_type: 'tiered' }],
])('a program with %s does not qualify by its commission', (_, fields) => {
	expect(bestSlugs(fields, ...times(6, {}))).toEqual({ [ONE_TIME]: ['p1', 'p2', 'p3', 'p4', 'p5'] });
	expect(bestSlugs(fields, ...times(5, {}))).toEqual({});
});

test('commissions are ranked by percentage, then by cookie duration if it is published, separately by type', () => {
	const cookies = [30, 30, null, 0, 90, 30];
	const recurring = [10, 40, 20, 20, 20, 5].map((commission_rate, index): Fields => {
		return { commission_type: 'recurring', commission_rate, cookie_days: cookies[index]! };
	});
	expect(bestSlugs(...recurring, { commission_rate: 99 })).toEqual({ [RECURRING]: ['p1', 'p4', 'p3', 'p2', 'p0'] });
});

test('a list says how many programs qualify', () => {
	const programs = [...times(7, { commission_rate: 10 }), { commission_rate: null }].map(publishedProgram);
	expect(bestOf(directoryOf(programs).programs).map(({ qualified }) => qualified)).toEqual([7]);
});

describe('The list by rating', () => {
	const rated = (rating_average: number | null, review_count: number): Fields => {
		return { commission_type: 'hybrid', rating_average, review_count };
	};

	test('ranks many good reviews above a few perfect ones', () => {
		expect(bestSlugs(rated(5, 5), rated(4.6, 200), rated(4.9, 20), rated(3, 50), rated(4, 8), rated(2, 5))).toEqual({
			[RATED]: ['p2', 'p1', 'p0', 'p4', 'p3'],
		});
	});

	test('needs at least five reviews of each program', () => {
		expect(bestSlugs(rated(5, 4), rated(null, 0), ...times(5, rated(4, 5)))).toEqual({});
	});
});

const FOR_A_YEAR: Fields = { commission_type: 'recurring', commission_per: 'payment', commission_months: 12 };

/** The reason for a program with a recurring commission of 50%, among the given others and five that pay 10%. */
function reason(fields: Fields, ...others: readonly Fields[]): string {
	const program = publishedProgram({ ...FOR_A_YEAR, commission_rate: 50, ...fields });
	const rest = [...others, ...Array.from({ length: 5 }, () => ({ commission_rate: 10 }))];
	return bestReason(program, [program, ...rest.map((other) => publishedProgram({ ...FOR_A_YEAR, ...other }))]);
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
	const program = publishedProgram({ ...FOR_A_YEAR, commission_rate: 50 });
	const others = Array.from({ length: 4 }, () => publishedProgram({ ...FOR_A_YEAR, commission_rate: 10 }));
	const unknown = publishedProgram({ ...FOR_A_YEAR, commission_rate: null });
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

import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { type OrderName, sortedBy } from '../../src/search/order.ts';
import { CONTRADICTION } from '../support/offer.ts';
import { publishedProgram } from '../support/published-program.ts';

const slugsBy = (sort: OrderName, programs: readonly PublishedProgram[]) =>
	Array.from(sortedBy(sort, programs), (number) => programs[number]!.slug);

describe('sortedBy', () => {
	test.each([
		['guaranteed_desc', ['thirty', 'ten', 'up-to-sixty', 'first-fifty', 'contradictory', 'credit', 'ended', 'unknown']],
		['guaranteed_asc', ['ten', 'thirty', 'first-fifty', 'up-to-sixty', 'contradictory', 'credit', 'ended', 'unknown']],
	] as const)('%s puts maximums after what programs pay, and terms that do not count as pay last', (sort, slugs) => {
		const programs = [
			publishedProgram({ slug: 'up-to-sixty', commission_rate: 60, commission_qualifier: 'up_to' }),
			publishedProgram({ slug: 'first-fifty', commission_rate: 50, commission_per: 'first_payment' }),
			publishedProgram({ slug: 'contradictory', offers: CONTRADICTION }),
			publishedProgram({ slug: 'unknown' }),
			publishedProgram({ slug: 'credit', commission_rate: 90, commission_reward: 'credit' }),
			publishedProgram({ slug: 'ended', commission_rate: 1, commission_until: '2020-01-01' }),
			publishedProgram({ slug: 'thirty', commission_rate: 30 }),
			publishedProgram({ slug: 'ten', commission_rate: 10, commission_qualifier: 'from' }),
		];
		expect(slugsBy(sort, programs)).toEqual(slugs);
	});
});

test.each<OrderName>(['listed', 'guaranteed_desc', 'guaranteed_asc', 'checked_desc'])(
	'the website’s order `%s` puts closed programs after all others',
	(name) => {
		const programs = [
			publishedProgram({
				slug: 'closed',
				featured: true,
				commission_rate: 90,
				checked_at: '2026-01-01T00:00:00Z',
				availability: 'closed',
			}),
			publishedProgram({ slug: 'unknown' }),
		];
		expect(slugsBy(name, programs)).toEqual(['unknown', 'closed']);
	},
);

test('the orders of the API do not', () => {
	const programs = [
		publishedProgram({ slug: 'closed', commission_rate: 90, cookie_days: 90, views: 9, availability: 'closed' }),
		publishedProgram({ slug: 'open', commission_rate: 10, cookie_days: 10 }),
	];
	for (const name of ['trending', 'commission_desc', 'cookie_desc'] as const) {
		expect(slugsBy(name, programs)).toEqual(['closed', 'open']);
	}
});

describe('The order `listed`, the default of the website,', () => {
	const programs = [
		publishedProgram({ slug: 'unknown', views: 9 }),
		publishedProgram({ slug: 'words', commission_text: 'varies', views: 8 }),
		publishedProgram({ slug: 'contradictory', offers: CONTRADICTION, views: 7 }),
		publishedProgram({ slug: 'percentage', commission_rate: 30, views: 1 }),
		publishedProgram({ slug: 'amount', commission_amount: 50, views: 2 }),
		publishedProgram({ slug: 'maximum', commission_rate: 60, commission_qualifier: 'up_to' }),
		publishedProgram({ slug: 'featured', featured: true, views: 3 }),
		publishedProgram({ slug: 'featured-known', featured: true, commission_rate: 10 }),
	];
	const slugs = ['featured-known', 'featured', 'amount', 'percentage', 'maximum', 'unknown', 'words', 'contradictory'];

	test('puts featured programs first, then those with a known commission, then the most viewed', () => {
		expect(slugsBy('listed', programs)).toEqual(slugs);
	});
});

test('the order `ranked` ranks programs with at least five reviews, and sorts the others by reviews', () => {
	const programs = [
		publishedProgram({ slug: 'none' }),
		publishedProgram({ slug: 'one', rating_average: 5, review_count: 1 }),
		publishedProgram({ slug: 'four', rating_average: 1, review_count: 4 }),
		publishedProgram({ slug: 'low', rating_average: 2, review_count: 5 }),
		publishedProgram({ slug: 'high', rating_average: 4.5, review_count: 5 }),
	];
	expect(slugsBy('ranked', programs)).toEqual(['high', 'low', 'four', 'one', 'none']);
	expect(slugsBy('rating_desc', programs)).toEqual(['one', 'high', 'low', 'four', 'none']);
});

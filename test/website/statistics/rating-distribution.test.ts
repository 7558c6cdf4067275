import { describe, expect, test } from 'vitest';
import { ratingDistribution } from '../../../src/website/statistics/statistics.ts';

describe('ratingDistribution', () => {
	test('half stars count towards the number below them', () => {
		const ratings = [5, 4.5, 4, 4, 1.5, 1, 1, 1];
		expect(ratingDistribution(ratings.map((rating) => ({ rating })))).toEqual([
			{ name: '5', count: 1, share: 12.5 },
			{ name: '4 to 4.5', count: 3, share: 37.5 },
			{ name: '3 to 3.5', count: 0, share: 0 },
			{ name: '2 to 2.5', count: 0, share: 0 },
			{ name: '1 to 1.5', count: 4, share: 50 },
		]);
	});

	test('without reviews, all shares are 0', () => {
		expect(ratingDistribution([]).map(({ share }) => share)).toEqual([0, 0, 0, 0, 0]);
	});
});

import { describe, expect, test } from 'vitest';
import { roundRating } from '../../src/catalog/published.ts';

describe('roundRating', () => {
	test.each([
		[null, 0],
		[1, 1],
		[4.04, 4],
		[4.25, 4.3],
		[4.35, 4.4],
		[4.449, 4.4],
		[2.95, 3],
		[5, 5],
		[(4.5 + 4) / 2, 4.3],
		[13 / 3, 4.3],
	])('shows %d as %d', (average, shown) => {
		expect(roundRating(average)).toBe(shown);
	});
});

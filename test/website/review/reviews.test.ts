import { describe, expect, test } from 'vitest';
import { othersAfter, reviewTitle } from '../../../src/website/review/reviews.ts';

describe('reviewTitle', () => {
	test('names a review without a title after its author', () => {
		expect(reviewTitle({ title: 'Pays on time', author_display_name: 'Mara' })).toBe('Pays on time');
		expect(reviewTitle({ title: ' ', author_display_name: 'Mara' })).toBe('Review by Mara');
	});
});

describe('othersAfter', () => {
	test('returns the next reviews, and the first ones after the last', () => {
		expect(othersAfter(['a', 'b', 'c', 'd', 'e'], 0)).toEqual(['b', 'c', 'd']);
		expect(othersAfter(['a', 'b', 'c', 'd', 'e'], 3)).toEqual(['e', 'a', 'b']);
		expect(othersAfter(['a', 'b', 'c', 'd', 'e'], 4)).toEqual(['a', 'b', 'c']);
	});

	test('does not return the review itself, even if there are few', () => {
		expect(othersAfter(['a', 'b'], 0)).toEqual(['b']);
		expect(othersAfter(['a', 'b'], 1)).toEqual(['a']);
		expect(othersAfter(['a'], 0)).toEqual([]);
	});
});

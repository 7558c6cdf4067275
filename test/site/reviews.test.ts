import { describe, expect, test } from 'vitest';
import { othersAfter, reviewTitle } from '../../src/site/reviews.ts';

describe('reviewTitle', () => {
	test('a review without a title is named after its author', () => {
		expect(reviewTitle({ title: 'Pays on time', author_display_name: 'Mara' })).toBe('Pays on time');
		expect(reviewTitle({ title: ' ', author_display_name: 'Mara' })).toBe('Review by Mara');
	});
});

describe('othersAfter', () => {
	test('the next ones follow, and after the last the first', () => {
		expect(othersAfter(['a', 'b', 'c', 'd', 'e'], 0)).toEqual(['b', 'c', 'd']);
		expect(othersAfter(['a', 'b', 'c', 'd', 'e'], 3)).toEqual(['e', 'a', 'b']);
		expect(othersAfter(['a', 'b', 'c', 'd', 'e'], 4)).toEqual(['a', 'b', 'c']);
	});

	test('a review is not among its others, however few there are', () => {
		expect(othersAfter(['a', 'b'], 0)).toEqual(['b']);
		expect(othersAfter(['a', 'b'], 1)).toEqual(['a']);
		expect(othersAfter(['a'], 0)).toEqual([]);
	});
});

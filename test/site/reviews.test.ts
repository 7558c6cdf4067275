import { describe, expect, test } from 'vitest';
import { reviewTitle } from '../../src/site/reviews.ts';

describe('reviewTitle', () => {
	test('a review without a title is named after its author', () => {
		expect(reviewTitle({ title: 'Pays on time', author_display_name: 'Mara' })).toBe('Pays on time');
		expect(reviewTitle({ title: ' ', author_display_name: 'Mara' })).toBe('Review by Mara');
	});
});

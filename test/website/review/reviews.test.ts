import { describe, expect, test } from 'vitest';
import type { ReviewFacts } from '../../../src/catalog/review.ts';
import { factsInWords, othersAfter, reportedFacts, reviewTitle } from '../../../src/website/review/reviews.ts';

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

const facts = (fields: Partial<ReviewFacts>): ReviewFacts => ({
	months_in_program: null,
	paid_on_time: null,
	approval_days: null,
	...fields,
});

describe('factsInWords', () => {
	test('says what the author states', () => {
		expect(factsInWords(facts({ months_in_program: 1, paid_on_time: 'sometimes', approval_days: 0 }))).toEqual([
			'in the program for 1 month',
			'sometimes paid late',
			'approved on the same day',
		]);
	});

	test('leaves out what is unknown, but not a 0', () => {
		expect(factsInWords(facts({}))).toEqual([]);
		expect(factsInWords(facts({ months_in_program: 0 }))).toEqual(['in the program for 0 months']);
	});
});

describe('reportedFacts', () => {
	test('counts the answers to each question', () => {
		const reviews = [
			facts({ paid_on_time: 'yes', approval_days: 3 }),
			facts({ paid_on_time: 'yes', approval_days: 0 }),
			facts({ paid_on_time: 'no', approval_days: 14 }),
			facts({ months_in_program: 12 }),
			facts({}),
		];
		expect(reportedFacts(reviews)).toEqual([
			{ name: 'Paid on time', words: '2 of 3 say yes, 1 no' },
			{ name: 'Days to approval', words: '3 days (median of 3 answers)' },
			{ name: 'Months in the program', words: '12 months (1 answer)' },
		]);
	});

	test('says so if nobody was paid on time', () => {
		expect(reportedFacts([facts({ paid_on_time: 'no' })])[0]!.words).toBe('0 of 1 say yes, 1 no');
	});

	test('is empty without answers', () => {
		expect(reportedFacts([facts({})])).toEqual([]);
	});
});

import { describe, expect, test } from 'vitest';
import { ReviewFields, readReview } from '../../../src/website/account/reviews.ts';

const COMPLETE = ReviewFields.parse({ author: 'Ada', rating: '4', title: 'Pays on time', body: 'Pays. '.repeat(6) });

describe('readReview', () => {
	test('finds no errors in a complete form', () => {
		expect(readReview(COMPLETE, true)).toMatchObject({ ok: true, value: { author: 'Ada', review: { rating: 4 } } });
	});

	test('asks for what is missing instead of stating the rules of a value', () => {
		expect(readReview(ReviewFields.parse({ title: ' ' }), true)).toEqual({
			ok: false,
			problems: {
				author: 'Enter your name.',
				rating: 'Choose a rating.',
				title: 'Enter a title.',
				body: 'Write your review.',
			},
		});
	});

	test('states the rule that a value breaks', () => {
		expect(readReview({ ...COMPLETE, author: '', body: 'Short.', approval_days: '366' }, false)).toEqual({
			ok: false,
			problems: {
				body: 'The review must be at least 30 characters long.',
				approval_days: 'The number of days must be at most 365.',
			},
		});
	});
});

import { describe, expect, test } from 'vitest';
import { SENT_REVIEW } from '../../src/catalog/sent-review.ts';

const GOOD = {
	rating: 4.5,
	title: 'Pays on time',
	body: 'They pay what they promise, every month.',
	months_in_program: 12,
	paid_on_time: 'yes',
	approval_days: null,
};

describe('A review that is sent', () => {
	test('is taken as it is', () => {
		expect(SENT_REVIEW.parse(GOOD)).toEqual(GOOD);
	});

	test.each(['👩‍👩‍👧 ❤️', 'می‌خواهم', 'co\u00adoperate'])(
		'may have the joiners that scripts and emoji need: %s',
		(text) => {
			expect(SENT_REVIEW.safeParse({ ...GOOD, title: `${text} ${GOOD.title}` }).success).toBe(true);
		},
	);

	test.each([
		['a rating above 5', { rating: 5.5 }],
		['a rating between the steps', { rating: 4.2 }],
		['no title', { title: '' }],
		['a title of two lines', { title: 'Pays\non time' }],
		['a long title', { title: 'x'.repeat(121) }],
		['a short body', { body: 'Good.' }],
		['a body of spaces', { body: ' '.repeat(100) }],
		['a long body', { body: 'x'.repeat(5001) }],
		['an override of the direction', { body: `${GOOD.body}\u202e` }],
		['an isolate in the title', { title: 'Pays \u2067late\u2069' }],
		['a zero-width space', { title: 'Pa\u200bys' }],
		['hidden letters', { body: `${GOOD.body}\u{e0049}\u{e0047}\u{e004e}` }],
		['invisible selectors', { body: `${GOOD.body}\u{e0101}\u{e0102}` }],
		['stacked marks', { title: `Pay${'\u0335'.repeat(12)}s` }],
		['a null character', { body: `${GOOD.body}\0` }],
		['more months than a life has', { months_in_program: 601 }],
		['part of a month', { months_in_program: 1.5 }],
		['negative days', { approval_days: -1 }],
		['another answer', { paid_on_time: 'maybe' }],
		['a status', { status: 'published' }],
		['an author', { author_username: 'ada' }],
		['upvotes', { upvotes: 1000 }],
		['an ID', { id: 'rev_1' }],
	])('is refused with %s', (_what, fields) => {
		expect(SENT_REVIEW.safeParse({ ...GOOD, ...fields }).success).toBe(false);
	});
});

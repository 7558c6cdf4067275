/** Reviews that accounts send. They have the rules of all reviews, with closer limits. */
import { z } from 'zod';
import * as field from './fields.ts';
import { DIRECTION, HIDDEN } from './readable-text.ts';
import { REVIEW_COLUMNS } from './review.ts';

/** The limits for texts, in characters, and for figures. */
export const SENT_LIMITS = { title: 120, least_body: 30, body: 5000, months: 600, days: 365 } as const;

/** So many marks on one letter are no spelling, but drawings over other text. */
const STACKED_MARKS = /\p{M}{5}/u;

function plainText(schema: typeof field.text, least: number, most: number, what: string) {
	return schema.superRefine((value, context) => {
		const { length } = [...value.trim()];
		if (length < least) field.refuse(context, `at least ${least} characters long`, `write ${what}`);
		else if (length > most) field.refuse(context, `at most ${most.toLocaleString('en')} characters long`, 'shorten it');
		else if (DIRECTION.test(value) || HIDDEN.test(value) || STACKED_MARKS.test(value)) {
			field.refuse(
				context,
				'text that reads as it is written',
				'remove characters that are invisible, or turn or cover other text',
			);
		}
	});
}

function figure(most: number) {
	return field.count
		.superRefine((value, context) => {
			if (value > most) field.refuse(context, `at most ${most}`, 'write a smaller number, or leave it empty');
		})
		.nullable();
}

/** What the writer of a review decides. Everything else about a review is set by the directory. */
export const SENT_REVIEW = z.strictObject({
	rating: REVIEW_COLUMNS.rating.schema,
	title: plainText(field.line, 3, SENT_LIMITS.title, 'a headline'),
	body: plainText(field.text, SENT_LIMITS.least_body, SENT_LIMITS.body, 'what others should know'),
	months_in_program: figure(SENT_LIMITS.months),
	paid_on_time: REVIEW_COLUMNS.paid_on_time.schema.unwrap(),
	approval_days: figure(SENT_LIMITS.days),
});

export type SentReview = z.output<typeof SENT_REVIEW>;
export const SENT_FIELDS = Object.keys(SENT_REVIEW.shape) as (keyof SentReview)[];

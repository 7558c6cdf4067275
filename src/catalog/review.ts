import { z } from 'zod';
import * as field from './fields.ts';

const REVIEW_STATUSES = ['published', 'pending', 'rejected'] as const;

const reviewId = z.string().superRefine((value, context) => {
	if (/^rev_[A-Za-z0-9_-]+$/.test(value) && value.length <= field.LONGEST.key) return;
	context.addIssue({
		code: 'custom',
		message: `rev_ followed by letters, digits, _ or -, at most ${field.LONGEST.key} characters`,
		params: { fix: 'write an id such as rev_8f3k2' },
	});
});

const rating = z.number({ error: 'a number' }).superRefine((value, context) => {
	const isInScale = value >= 1 && value <= 5;
	if (isInScale && Number.isInteger(value * 2)) return;
	const near = `${Math.floor(value * 2) / 2} or ${Math.ceil(value * 2) / 2}`;
	const fix = `write ${isInScale ? near : 'a rating such as 4.5'}`;
	context.addIssue({ code: 'custom', message: '1 to 5, whole or half', params: { fix } });
});

/** What one author says of one program (interface 2.4), as editors keep it. */
export const ReviewSchema = z.strictObject({
	id: reviewId,
	/** The slug of the program. */
	program: field.slug,
	author_username: field.name,
	author_display_name: field.name,
	author_avatar_url: field.link.nullable().default(null),
	rating,
	title: field.line.default(''),
	/** Plain text. */
	body: field.text.default(''),
	upvotes: field.count.default(0),
	status: field.oneOf(REVIEW_STATUSES).default('published'),
	created_at: field.timestamp,
	updated_at: field.timestamp,
});

export type Review = z.output<typeof ReviewSchema>;

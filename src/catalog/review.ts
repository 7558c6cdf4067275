import { z } from 'zod';
import { type Columns, optional, type RecordWith } from './columns.ts';
import * as field from './fields.ts';

const REVIEW_STATUSES = ['published', 'pending', 'rejected'] as const;

/** Whether a program has paid an author on time. */
export const PAID_ON_TIME = ['yes', 'sometimes', 'no'] as const;
export type PaidOnTime = (typeof PAID_ON_TIME)[number];

const REVIEW_ID = /^rev_[A-Za-z0-9_-]+$/;

export function isReviewId(value: string): boolean {
	return REVIEW_ID.test(value) && value.length <= field.LONGEST.key;
}

const reviewId = z
	.string()
	.superRefine((value, context) => {
		if (isReviewId(value)) return;
		const rule = `rev_ followed by letters, digits, _ or -, at most ${field.LONGEST.key} characters`;
		field.refuse(context, rule, 'write an id such as rev_8f3k2');
	})
	.meta({ pattern: REVIEW_ID.source, maxLength: field.LONGEST.key });

const [LOWEST, HIGHEST] = field.LIMITS.rating;

const rating = z
	.number({ error: 'a number' })
	.superRefine((value, context) => {
		const isInScale = value >= LOWEST && value <= HIGHEST;
		if (isInScale && Number.isInteger(value * 2)) return;
		const near = `${Math.floor(value * 2) / 2} or ${Math.ceil(value * 2) / 2}`;
		field.refuse(
			context,
			`${LOWEST} to ${HIGHEST}, in steps of 0.5`,
			`write ${isInScale ? near : 'a rating such as 4.5'}`,
		);
	})
	.meta({ minimum: LOWEST, maximum: HIGHEST, multipleOf: 0.5 });

/** A review of a program by one author (interface 2.4), as editors write it. */
export const REVIEW_COLUMNS = {
	id: {
		type: 'id',
		schema: reviewId,
		meaning: 'Its identifier in paths: rev_ followed by letters, digits, _ or -',
	},
	program: {
		type: 'slug',
		schema: field.slug,
		form: 'the slug of the program',
		refersTo: 'programs',
		meaning: 'The reviewed program',
	},
	author_username: {
		type: 'name',
		schema: field.name,
		form: 'the name of the author',
		table: 'authors',
		meaning: 'The unique name of the author',
	},
	author_display_name: {
		type: 'name',
		schema: field.name,
		from: 'author_username',
		table: 'authors',
		meaning: 'The author’s display name, the same in all of their reviews',
	},
	author_avatar_url: {
		type: 'link',
		schema: field.link.nullable().default(null),
		form: 'an address such as `https://acme.example/ada.png`',
		label: 'Picture of the author',
		table: 'authors',
		meaning: 'The URL of the author’s picture, the same in all of their reviews',
	},
	rating: { type: 'rating', schema: rating, meaning: 'From 1 to 5, in steps of 0.5' },
	title: { type: 'line', schema: field.line.default(''), meaning: 'A headline' },
	body: { type: 'text', schema: field.text.default(''), meaning: 'The review in plain text' },
	months_in_program: {
		type: 'count',
		schema: field.months.nullable().default(null),
		form: 'a whole number of months such as `18`',
		meaning: 'How many months the author had been in the program',
		label: 'Months in the program',
	},
	paid_on_time: optional('choice', field.oneOf(PAID_ON_TIME), 'Whether the program paid the author on time'),
	approval_days: {
		type: 'days',
		schema: field.days.nullable().default(null),
		meaning: 'How many days the author waited for approval',
		label: 'Days to approval',
	},
	upvotes: {
		type: 'count',
		schema: field.count.default(0),
		form: 'a whole number such as `12`',
		meaning: 'The number of readers who found it helpful',
		isBookkeeping: true,
	},
	status: {
		type: 'choice',
		schema: field.oneOf(REVIEW_STATUSES).default('published'),
		meaning: 'Only published reviews appear and count towards ratings',
	},
	created_at: {
		type: 'timestamp',
		schema: field.timestamp,
		meaning: 'When it was written; lists show the newest first',
		isBookkeeping: true,
	},
	updated_at: {
		type: 'timestamp',
		schema: field.timestamp,
		from: 'created_at',
		meaning: 'When the entry was last changed',
		isBookkeeping: true,
	},
} as const satisfies Columns;

export type Review = RecordWith<typeof REVIEW_COLUMNS>;

/** The columns with facts that can be counted. Authors need not answer them. */
export const REVIEW_FACTS = ['months_in_program', 'paid_on_time', 'approval_days'] as const;
export type ReviewFacts = Pick<Review, (typeof REVIEW_FACTS)[number]>;

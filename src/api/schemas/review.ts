/** Reviews in responses (interface 2.4). */
import { z } from 'zod';
import { REVIEW_COLUMNS, REVIEW_FACTS } from '../../catalog/review.ts';
import { columnField, columnFields, component, EXTENSION } from './component.ts';
import { reference } from './reference.ts';

const author = component(
	'Author',
	'The author of a review',
	z.strictObject({
		username: columnField(REVIEW_COLUMNS.author_username),
		display_name: columnField(REVIEW_COLUMNS.author_display_name),
		avatar_url: columnField(REVIEW_COLUMNS.author_avatar_url),
	}),
);

const shared = {
	...columnFields(REVIEW_COLUMNS, ['id', 'rating', 'title', 'body']),
	author: author.meta({ description: 'Who wrote it' }),
	...columnFields(REVIEW_COLUMNS, ['upvotes', 'created_at']),
};

export const reviewListItem = component(
	'ReviewListItem',
	'A review in the list of a program’s reviews',
	z.strictObject(shared),
);

const extensions = Object.fromEntries(
	REVIEW_FACTS.map((name) => [name, columnField(REVIEW_COLUMNS[name], EXTENSION)]),
) as Record<(typeof REVIEW_FACTS)[number], z.ZodType>;

export const review = component(
	'Review',
	'A review with the program that it is about',
	z.strictObject({
		...shared,
		program: reference.meta({ description: 'The reviewed program' }),
		...columnFields(REVIEW_COLUMNS, ['updated_at']),
		...extensions,
	}),
);

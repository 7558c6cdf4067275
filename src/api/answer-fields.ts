/** The fields of responses, for the documentation. */
import { CATEGORY_COLUMNS } from '../catalog/category.ts';
import { type Column, type Columns, plainForm, type Responses, typeNames } from '../catalog/columns.ts';
import { ORGANIZATION_COLUMNS } from '../catalog/organization.ts';
import { PROGRAM_COLUMNS } from '../catalog/program.ts';
import { type DerivedField, fieldsIn } from '../catalog/program-responses.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { REVIEW_COLUMNS } from '../catalog/review.ts';

/** A field of a response. */
export interface AnswerField {
	readonly type: string;
	readonly meaning: string;
}

/** Fields that occur together, by name, in the order of the response. */
export interface AnswerPart {
	/** The responses that have these fields. */
	readonly where: string;
	readonly fields: { readonly [name: string]: AnswerField };
}

function fieldOf(column: Column): AnswerField {
	const values = column.type === 'choice' ? `; ${plainForm(column)}` : '';
	return { type: typeNames(column), meaning: column.meaning + values };
}

/** The fields that have the same names and values as these columns. */
function fieldsOf<C extends Columns>(columns: C, names: readonly (keyof C & string)[]): AnswerPart['fields'] {
	return Object.fromEntries(names.map((name) => [name, fieldOf(columns[name]!)]));
}

const PROGRAM_COUNT = { type: 'number', meaning: 'The number of its programs in this directory' };

const sameAs = (type: string, name: keyof PublishedProgram | 'rating') => ({ type, meaning: `The same as ${name}` });

const DERIVED: { readonly [N in DerivedField]: AnswerField } = {
	rating: { type: 'number', meaning: 'The average rating from 1 to 5, with one decimal; 0 if review_count is 0' },
	review_count: { type: 'number', meaning: 'The number of published reviews' },
	categories: {
		type: 'array of names',
		meaning: 'In /programs/SLUG, an array of objects {slug, name}; the parameter category takes a slug',
	},
	organization: { type: 'object', meaning: '{slug, name} of the organization that runs it' },
	brand_name: { type: 'string', meaning: 'The name of its organization' },
	commission_percent: sameAs('number or null', 'commission_rate'),
	cookie_duration_days: sameAs('number or null', 'cookie_days'),
	average_rating: sameAs('number', 'rating'),
	is_verified: sameAs('boolean', 'verified'),
};

function programPart(where: string, responses: Responses): AnswerPart {
	const known: { readonly [name: string]: AnswerField } = DERIVED;
	const columns: Columns = PROGRAM_COLUMNS;
	return {
		where,
		fields: Object.fromEntries(fieldsIn(responses).map((name) => [name, known[name] ?? fieldOf(columns[name]!)])),
	};
}

export const ANSWER_FIELDS: readonly { readonly of: string; readonly parts: readonly AnswerPart[] }[] = [
	{
		of: 'Programs',
		parts: [
			programPart('In every response with programs', 'every response'),
			programPart('In items of /programs, and in /programs/SLUG', 'items and detail'),
			programPart('In items of /programs only: other names for the same values', 'items'),
			programPart('In /programs/SLUG only', 'detail'),
		],
	},
	{
		of: 'Categories',
		parts: [
			{
				where: 'In /categories and /categories/SLUG',
				fields: {
					...fieldsOf(CATEGORY_COLUMNS, ['slug', 'name']),
					program_count: PROGRAM_COUNT,
					...fieldsOf(CATEGORY_COLUMNS, ['icon']),
				},
			},
			{ where: 'In /categories/SLUG only', fields: fieldsOf(CATEGORY_COLUMNS, ['description']) },
		],
	},
	{
		of: 'Reviews',
		parts: [
			{
				where: 'In /programs/SLUG/reviews and /reviews/ID',
				fields: {
					...fieldsOf(REVIEW_COLUMNS, ['id', 'rating', 'title', 'body']),
					author: { type: 'object', meaning: '{username, display_name, avatar_url}; avatar_url can be null' },
					...fieldsOf(REVIEW_COLUMNS, ['upvotes', 'created_at']),
				},
			},
			{
				where: 'In /reviews/ID only',
				fields: {
					program: { type: 'object', meaning: '{slug, name} of the reviewed program' },
					...fieldsOf(REVIEW_COLUMNS, ['updated_at']),
				},
			},
		],
	},
	{
		of: 'Organizations',
		parts: [
			{
				where: 'In /organizations/SLUG',
				fields: {
					...fieldsOf(ORGANIZATION_COLUMNS, ['slug', 'name', 'logo_url', 'website_url', 'description', 'plan']),
					program_count: PROGRAM_COUNT,
					...fieldsOf(ORGANIZATION_COLUMNS, ['created_at']),
				},
			},
		],
	},
];

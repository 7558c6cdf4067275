/** What is in the answers, field by field, for the documentation. Types hold it to the views: no field more or less. */

import { COMMISSION_TYPES } from '../catalog/program.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import type {
	categoryDetail,
	categoryItem,
	organizationDetail,
	programDetail,
	programItem,
	reducedProgram,
	reviewDetails,
	reviewItem,
} from '../catalog/views.ts';

/** A field of an answer. */
export interface AnswerField {
	readonly type: string;
	readonly meaning: string;
}

/** Fields that come together, by their names, in the order of the answers. */
export interface AnswerPart {
	/** Which answers have them. */
	readonly where: string;
	readonly fields: { readonly [name: string]: AnswerField };
}

type TypeName<V> = null extends V ? `${BareTypeName<NonNullable<V>>} or null` : BareTypeName<V>;
type BareTypeName<V> = V extends string
	? 'string'
	: V extends boolean
		? 'boolean'
		: V extends number
			? 'number'
			: V extends readonly unknown[]
				? `array of ${string}`
				: 'object';

type FieldsOf<V> = { readonly [N in keyof V]-?: { readonly type: TypeName<V[N]>; readonly meaning: string } };

type Reduced = ReturnType<typeof reducedProgram>;
type Item = ReturnType<typeof programItem>;
type Detail = ReturnType<typeof programDetail>;
type ItemOnly = Exclude<keyof Item, keyof Detail>;
type DetailOnly = Exclude<keyof Detail, keyof Item>;

const SLUG = { type: 'string', meaning: 'Its identifier in paths and filters' } as const;
const NAME = { type: 'string', meaning: 'Its display name' } as const;
const LOGO = { type: 'string or null', meaning: 'The URL of its logo' } as const;
const CREATED = { type: 'string', meaning: 'When it was added to the directory' } as const;
const UPDATED = { type: 'string', meaning: 'When the entry was last changed' } as const;
const PROGRAM_COUNT = { type: 'number', meaning: 'Its number of programs in this directory' } as const;

const sameAs = <T extends string>(type: T, name: keyof PublishedProgram | 'rating') => ({
	type,
	meaning: `The same as ${name}`,
});

export const ANSWER_FIELDS: readonly { readonly of: string; readonly parts: readonly AnswerPart[] }[] = [
	{
		of: 'Programs',
		parts: [
			{
				where: 'In every response with programs',
				fields: {
					slug: SLUG,
					name: NAME,
					description: { type: 'string', meaning: 'A sentence; may be empty' },
					commission_type: { type: 'string', meaning: `One of ${COMMISSION_TYPES.join(', ')}` },
					commission_rate: { type: 'number or null', meaning: 'Percentage of a sale; null for a flat fee' },
					cookie_days: {
						type: 'number or null',
						meaning: 'Cookie duration: days after a click in which a sale still counts; 0 means the session only',
					},
					verified: { type: 'boolean', meaning: 'Whether the editors have verified the program' },
					rating: {
						type: 'number',
						meaning: 'The average rating from 1 to 5, with one decimal; 0 if review_count is 0',
					},
					review_count: { type: 'number', meaning: 'The number of published reviews' },
				} satisfies FieldsOf<Reduced>,
			},
			{
				where: 'In items of /programs, and in /programs/SLUG',
				fields: {
					tracking_platform: {
						type: 'string or null',
						meaning: 'The affiliate network that tracks its sales, or in-house',
					},
					logo_url: LOGO,
					categories: {
						type: 'array of names',
						meaning: 'In /programs/SLUG, an array of objects {slug, name}; filter by slug',
					},
					created_at: CREATED,
					commission_text: { type: 'string or null', meaning: 'The commission in its own words' },
					commission_amount: { type: 'number or null', meaning: 'A flat fee per sale, in currency' },
					commission_duration: {
						type: 'string or null',
						meaning: 'How long a recurring commission is paid, such as 12 months or lifetime',
					},
					currency: { type: 'string or null', meaning: 'The currency of its amounts as an ISO 4217 code, such as EUR' },
				} satisfies FieldsOf<Omit<Item & Detail, keyof Reduced | ItemOnly | DetailOnly>>,
			},
			{
				where: 'In items of /programs only: other names for the same values',
				fields: {
					brand_name: { type: 'string', meaning: 'The name of its organization' },
					commission_percent: sameAs('number or null', 'commission_rate'),
					cookie_duration_days: sameAs('number or null', 'cookie_days'),
					average_rating: sameAs('number', 'rating'),
					is_verified: sameAs('boolean', 'verified'),
				} satisfies FieldsOf<Pick<Item, ItemOnly>>,
			},
			{
				where: 'In /programs/SLUG only',
				fields: {
					long_description: { type: 'string', meaning: 'Markdown; may be empty' },
					payout_minimum: { type: 'number or null', meaning: 'Payout threshold, in currency' },
					payout_frequency: { type: 'string or null', meaning: 'Payout frequency, such as monthly' },
					website_url: { type: 'string', meaning: 'The address of its website' },
					signup_url: { type: 'string or null', meaning: 'The address where publishers sign up' },
					organization: { type: 'object', meaning: '{slug, name} of the organization that runs it' },
					updated_at: UPDATED,
				} satisfies FieldsOf<Pick<Detail, DetailOnly>>,
			},
		],
	},
	{
		of: 'Categories',
		parts: [
			{
				where: 'In both responses',
				fields: {
					slug: SLUG,
					name: NAME,
					program_count: PROGRAM_COUNT,
					icon: { type: 'string', meaning: 'The name of a Lucide icon, such as tag' },
				} satisfies FieldsOf<ReturnType<typeof categoryItem>>,
			},
			{
				where: 'In /categories/SLUG only',
				fields: { description: { type: 'string or null', meaning: 'What the category contains' } } satisfies FieldsOf<
					Omit<ReturnType<typeof categoryDetail>, keyof ReturnType<typeof categoryItem>>
				>,
			},
		],
	},
	{
		of: 'Reviews',
		parts: [
			{
				where: 'In both responses',
				fields: {
					id: { type: 'string', meaning: 'Its identifier in paths: rev_ followed by letters, digits, _ or -' },
					rating: { type: 'number', meaning: 'From 1 to 5, whole or half' },
					title: { type: 'string', meaning: 'May be empty' },
					body: { type: 'string', meaning: 'Plain text; may be empty' },
					author: { type: 'object', meaning: '{username, display_name, avatar_url}, the last one a string or null' },
					upvotes: { type: 'number', meaning: 'The number of readers who found it helpful' },
					created_at: { type: 'string', meaning: 'When it was written; lists show the newest first' },
				} satisfies FieldsOf<ReturnType<typeof reviewItem>>,
			},
			{
				where: 'In /reviews/ID only',
				fields: {
					program: { type: 'object', meaning: '{slug, name} of the reviewed program' },
					updated_at: UPDATED,
				} satisfies FieldsOf<ReturnType<typeof reviewDetails>>,
			},
		],
	},
	{
		of: 'Organizations',
		parts: [
			{
				where: 'In /organizations/SLUG',
				fields: {
					slug: SLUG,
					name: NAME,
					logo_url: LOGO,
					website_url: { type: 'string or null', meaning: 'The address of its website' },
					description: { type: 'string or null', meaning: 'What the organization does' },
					plan: { type: 'string', meaning: 'Its plan with this directory, such as free' },
					program_count: PROGRAM_COUNT,
					created_at: CREATED,
				} satisfies FieldsOf<ReturnType<typeof organizationDetail>>,
			},
		],
	},
];

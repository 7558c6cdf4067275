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

const SLUG = { type: 'string', meaning: 'What paths and filters call it by' } as const;
const NAME = { type: 'string', meaning: 'What people call it by' } as const;
const LOGO = { type: 'string or null', meaning: 'The address of a picture' } as const;
const CREATED = { type: 'string', meaning: 'Since when the directory has it' } as const;
const UPDATED = { type: 'string', meaning: 'When the entry was last changed' } as const;
const PROGRAM_COUNT = { type: 'number', meaning: 'How many programs it has here' } as const;

const sameAs = <T extends string>(type: T, name: keyof PublishedProgram | 'rating') => ({
	type,
	meaning: `The same as ${name}`,
});

export const ANSWER_FIELDS: readonly { readonly of: string; readonly parts: readonly AnswerPart[] }[] = [
	{
		of: 'Programs',
		parts: [
			{
				where: 'In every answer with programs',
				fields: {
					slug: SLUG,
					name: NAME,
					description: { type: 'string', meaning: 'A sentence; empty where there is none' },
					commission_type: { type: 'string', meaning: `One of ${COMMISSION_TYPES.join(', ')}` },
					commission_rate: { type: 'number or null', meaning: 'Per cent of a sale; a flat fee has none' },
					cookie_days: {
						type: 'number or null',
						meaning: 'Days between a click and a sale that still pays; 0 is the session only',
					},
					verified: { type: 'boolean', meaning: 'Whether the editors confirmed that it is what it says' },
					rating: {
						type: 'number',
						meaning: 'The average of its reviews, from 1 to 5 with one decimal; 0 while review_count is 0',
					},
					review_count: { type: 'number', meaning: 'How many published reviews it has' },
				} satisfies FieldsOf<Reduced>,
			},
			{
				where: 'In items of /programs, and in /programs/SLUG',
				fields: {
					tracking_platform: { type: 'string or null', meaning: 'The network that tracks its sales, such as in-house' },
					logo_url: LOGO,
					categories: {
						type: 'array of names',
						meaning: 'In /programs/SLUG of objects {slug, name}; the filter takes slugs',
					},
					created_at: CREATED,
					commission_text: { type: 'string or null', meaning: 'What it pays, in its own words' },
					commission_amount: { type: 'number or null', meaning: 'A flat fee for each sale, in currency' },
					commission_duration: {
						type: 'string or null',
						meaning: 'How long a recurring commission is paid, such as 12 months or lifetime',
					},
					currency: { type: 'string or null', meaning: 'Of every amount of the program: ISO 4217, such as EUR' },
				} satisfies FieldsOf<Omit<Item & Detail, keyof Reduced | ItemOnly | DetailOnly>>,
			},
			{
				where: 'In items of /programs only: other names of the same facts',
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
					long_description: { type: 'string', meaning: 'Markdown; empty where there is none' },
					payout_minimum: { type: 'number or null', meaning: 'The least that it pays out, in currency' },
					payout_frequency: { type: 'string or null', meaning: 'How often it pays out, such as monthly' },
					website_url: { type: 'string', meaning: 'The address of its website' },
					signup_url: { type: 'string or null', meaning: 'Where publishers join' },
					organization: { type: 'object', meaning: '{slug, name} of who runs it' },
					updated_at: UPDATED,
				} satisfies FieldsOf<Pick<Detail, DetailOnly>>,
			},
		],
	},
	{
		of: 'Categories',
		parts: [
			{
				where: 'In both answers',
				fields: {
					slug: SLUG,
					name: NAME,
					program_count: PROGRAM_COUNT,
					icon: { type: 'string', meaning: 'The name of a Lucide icon, such as tag' },
				} satisfies FieldsOf<ReturnType<typeof categoryItem>>,
			},
			{
				where: 'In /categories/SLUG only',
				fields: { description: { type: 'string or null', meaning: 'What belongs to it' } } satisfies FieldsOf<
					Omit<ReturnType<typeof categoryDetail>, keyof ReturnType<typeof categoryItem>>
				>,
			},
		],
	},
	{
		of: 'Reviews',
		parts: [
			{
				where: 'In both answers',
				fields: {
					id: { type: 'string', meaning: 'What its path calls it by: rev_ and letters, digits, _ or -' },
					rating: { type: 'number', meaning: 'From 1 to 5, whole or half' },
					title: { type: 'string', meaning: 'Empty where there is none' },
					body: { type: 'string', meaning: 'Plain text; empty where there is none' },
					author: { type: 'object', meaning: '{username, display_name, avatar_url}, the last one a string or null' },
					upvotes: { type: 'number', meaning: 'How many readers found it helpful' },
					created_at: { type: 'string', meaning: 'When it was written; lists begin with the newest' },
				} satisfies FieldsOf<ReturnType<typeof reviewItem>>,
			},
			{
				where: 'In /reviews/ID only',
				fields: {
					program: { type: 'object', meaning: '{slug, name} of what it is about' },
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
					description: { type: 'string or null', meaning: 'What it does' },
					plan: { type: 'string', meaning: 'Its plan with this directory, such as free' },
					program_count: PROGRAM_COUNT,
					created_at: CREATED,
				} satisfies FieldsOf<ReturnType<typeof organizationDetail>>,
			},
		],
	},
];

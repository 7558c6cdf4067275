import { z } from 'zod';
import { IMPORT_TIME, type ProgramColumn, type RecordWith } from './columns.ts';
import { COMMISSION_COLUMNS } from './commission-columns.ts';
import * as field from './fields.ts';
import { FACT_COLUMNS } from './program-facts.ts';

const PROGRAM_STATUSES = ['published', 'draft'] as const;

/**
 * The slugs that programs cannot have, because other pages use the resulting addresses. For example, the explorer's
 * results are at the address that a program with the slug `search` would have.
 */
export const RESERVED_SLUGS: readonly string[] = ['search'];

const programSlug = field.slug.superRefine((slug, context) => {
	if (!RESERVED_SLUGS.includes(slug)) return;
	field.refuse(context, 'a slug that is not reserved for a page of the site', `write ${slug}-program`);
});

const MOST_CATEGORIES = 50;

const categories = z.array(field.slug).superRefine((slugs, context) => {
	const surplus = slugs.length - MOST_CATEGORIES;
	if (surplus > 0) field.refuse(context, `at most ${MOST_CATEGORIES} categories`, `remove ${surplus} of them`);
	const repeated = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
	if (repeated !== undefined) field.refuse(context, 'a list without duplicates', `list ${repeated} only once`);
});

/** An affiliate program of a brand (interface 2.1 and 2.2), as editors write it. */
export const PROGRAM_COLUMNS = {
	slug: {
		type: 'slug',
		schema: programSlug,
		meaning: 'Its identifier in paths and filters',
		responses: 'every response',
		isForEditors: true,
	},
	name: {
		type: 'name',
		schema: field.name,
		meaning: 'Its display name',
		responses: 'every response',
	},
	description: {
		type: 'line',
		schema: field.line.default(''),
		meaning: 'One short sentence, shown in lists',
		responses: 'every response',
	},
	long_description: {
		type: 'text',
		schema: field.text.default(''),
		meaning: 'The text on its own page, in Markdown',
	},
	organization: {
		type: 'slug',
		schema: field.slug,
		form: 'the slug of its organization',
		refersTo: 'organizations',
		meaning: 'The organization that runs it',
		isForEditors: true,
	},
	categories: {
		type: 'slugs',
		schema: categories.default([]),
		refersTo: 'categories',
		table: 'program_categories',
		meaning: 'Its categories, in display order',
	},
	...COMMISSION_COLUMNS,
	cookie_days: {
		type: 'days',
		schema: field.days.nullable().default(null),
		label: 'Cookie duration',
		meaning: 'Cookie duration: how many days after a click a sale still counts (0 means only in the same session)',
		responses: 'every response',
		isTerm: true,
	},
	tracking_platform: {
		type: 'keyword',
		schema: field.keyword.nullable().default(null),
		label: 'Affiliate network',
		meaning: 'The affiliate network that tracks its sales, or in-house',
		responses: 'items and detail',
	},
	payout_minimum: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		label: 'Payout threshold',
		meaning: 'Payout threshold, in the currency of the program',
		isTerm: true,
	},
	payout_frequency: {
		type: 'keyword',
		schema: field.keyword.nullable().default(null),
		form: 'a word such as `monthly`',
		meaning: 'How often it pays out',
		isTerm: true,
	},
	currency: {
		type: 'currency',
		schema: field.currency.nullable().default(null),
		meaning: 'The currency of all its amounts, as an ISO 4217 code',
		responses: 'items and detail',
		isTerm: true,
	},
	website_url: {
		type: 'link',
		schema: field.link,
		label: 'Website',
		meaning: 'The address of its website',
	},
	signup_url: {
		type: 'link',
		schema: field.link.nullable().default(null),
		label: 'Application page',
		meaning: 'The address where publishers apply',
	},
	logo_url: {
		type: 'link',
		schema: field.link.nullable().default(null),
		form: 'an address such as `https://acme.example/logo.svg`',
		label: 'Logo',
		meaning: 'The URL of its logo',
		responses: 'items and detail',
	},
	verified: {
		type: 'boolean',
		schema: field.boolean.default(false),
		label: 'Marked as verified',
		meaning: 'Whether the editors have verified the program',
		responses: 'every response',
		isForEditors: true,
	},
	featured: {
		type: 'boolean',
		schema: field.boolean.default(false),
		meaning: 'Whether it comes first in lists, unless the reader chooses another order',
		responses: 'none',
		isForEditors: true,
	},
	views: {
		type: 'count',
		schema: field.count.default(0),
		meaning: 'How often its page was viewed, used for the default order',
		isBookkeeping: true,
		responses: 'none',
		isForEditors: true,
	},
	status: {
		type: 'choice',
		schema: field.oneOf(PROGRAM_STATUSES).default('published'),
		meaning: 'Whether it is published or a hidden draft',
		responses: 'none',
		isForEditors: true,
	},
	checked_at: {
		type: 'timestamp',
		schema: field.timestamp.nullable().default(null),
		label: 'Checked',
		meaning: 'When an editor last checked the terms',
		isBookkeeping: true,
		isForEditors: true,
	},
	source_url: {
		type: 'link',
		schema: field.link.nullable().default(null),
		label: 'Source of the terms',
		meaning: 'The address of the page with the terms that the editor checked',
		isBookkeeping: true,
	},
	source_name: {
		type: 'line',
		schema: field.line.nullable().default(null),
		label: 'Source',
		meaning: 'The name of the registry that its facts were imported from',
		isBookkeeping: true,
		isForEditors: true,
	},
	imported_at: {
		type: 'timestamp',
		schema: field.timestamp.nullable().default(null),
		label: 'Date of the source',
		meaning: 'The date that the registry gives for these facts',
		isBookkeeping: true,
		isForEditors: true,
	},
	...FACT_COLUMNS,
	created_at: {
		type: 'timestamp',
		schema: field.timestamp,
		from: IMPORT_TIME,
		label: 'Listed',
		meaning: 'When it was added to the directory',
		responses: 'items and detail',
		isBookkeeping: true,
		isForEditors: true,
	},
	updated_at: {
		type: 'timestamp',
		schema: field.timestamp,
		from: 'created_at',
		label: 'Updated',
		meaning: 'When the entry was last changed',
		isBookkeeping: true,
		isForEditors: true,
	},
} as const satisfies { readonly [name: string]: ProgramColumn };

export type Program = RecordWith<typeof PROGRAM_COLUMNS>;

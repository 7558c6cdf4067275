/** The program columns for the facts that help publishers decide whether to join. */
import type { ProgramColumn } from './columns.ts';
import * as field from './fields.ts';

export const APPROVALS = ['automatic', 'manual', 'invitation'] as const;
export type Approval = (typeof APPROVALS)[number];

export const AVAILABILITIES = ['open', 'invitation', 'waitlist', 'closed'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** The fields that a registry may fill with the same value for nearly every program. */
export const SOURCE_DEFAULT_FIELDS = [
	'cookie_days',
	'payout_minimum',
	'payout_frequency',
	'payout_methods',
	'approval',
	'attribution',
] as const;
export type SourceDefaultField = (typeof SOURCE_DEFAULT_FIELDS)[number];

export const FACT_COLUMNS = {
	source_defaults: {
		type: 'keywords',
		schema: field.listOf(field.oneOf(SOURCE_DEFAULT_FIELDS)).nullable().default(null),
		form: 'names of columns separated by semicolons, such as `payout_minimum;attribution`',
		label: 'Values that its source gives nearly all programs',
		meaning: 'The fields that its source fills with the same value for nearly every program',
		responses: 'detail',
	},
	availability: {
		type: 'choice',
		schema: field.oneOf(AVAILABILITIES).nullable().default(null),
		meaning: 'Whether publishers can join it',
		responses: 'detail',
	},
	approval: {
		type: 'choice',
		schema: field.oneOf(APPROVALS).nullable().default(null),
		meaning: 'Whether it accepts publishers automatically, after a manual check, or only by invitation',
		responses: 'detail',
	},
	approval_days: {
		type: 'days',
		schema: field.count.nullable().default(null),
		label: 'Approval time',
		meaning: 'The maximum number of business days to accept a publisher (0 means at once)',
		responses: 'detail',
	},
	countries: {
		type: 'countries',
		schema: field.countries.nullable().default(null),
		label: 'Open to publishers in',
		meaning: 'The countries whose publishers may join',
		responses: 'detail',
	},
	attribution: {
		type: 'keyword',
		schema: field.keyword.nullable().default(null),
		form: 'a word such as `last-click`',
		meaning: 'The click that a sale is credited to',
		responses: 'detail',
	},
	deep_links: {
		type: 'boolean',
		schema: field.boolean.nullable().default(null),
		meaning: 'Whether publishers can link to any page of its website',
		responses: 'detail',
	},
	payout_methods: {
		type: 'keywords',
		schema: field.keywords.nullable().default(null),
		form: 'words separated by semicolons, such as `bank;paypal`',
		meaning: 'Its payout methods',
		responses: 'detail',
	},
	restrictions: {
		type: 'keywords',
		schema: field.keywords.nullable().default(null),
		form: 'words separated by semicolons, such as `brand-bidding;coupons`',
		meaning: 'The kinds of promotion that it does not allow',
		responses: 'detail',
	},
	restrictions_text: {
		type: 'line',
		schema: field.line.nullable().default(null),
		label: 'Restrictions in the program’s words',
		meaning: 'The restrictions in the program’s own words',
		responses: 'detail',
	},
	epc: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		label: 'Earnings per click',
		meaning: 'Average earnings per click, in the currency of the program, always with a source and a date',
		responses: 'detail',
	},
	average_order_value: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		meaning: 'Average order value, in the currency of the program, always with a source and a date',
		responses: 'detail',
	},
	earnings_source_url: {
		type: 'link',
		schema: field.link.nullable().default(null),
		label: 'Source of the earnings',
		meaning: 'The address of the page with the earnings per click or the average order value',
		responses: 'detail',
	},
	earnings_at: {
		type: 'timestamp',
		schema: field.timestamp.nullable().default(null),
		label: 'Date of the earnings',
		meaning: 'The date of the earnings per click or the average order value',
		responses: 'detail',
	},
	aliases: {
		type: 'names',
		schema: field.names.nullable().default(null),
		label: 'Also known as',
		meaning: 'Its other and former names, which the search finds too',
		responses: 'detail',
	},
	tags: {
		type: 'keywords',
		schema: field.keywords.nullable().default(null),
		form: 'words separated by semicolons, such as `newsletters;open-source`',
		meaning: 'What it is about, in more detail than its categories',
		responses: 'detail',
	},
} as const satisfies { readonly [name: string]: ProgramColumn };

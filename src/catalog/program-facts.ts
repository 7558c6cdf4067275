/** The program columns for the facts that help publishers decide whether to join. */
import { optional, type ProgramColumn } from './columns.ts';
import * as field from './fields.ts';

export const APPROVALS = ['automatic', 'manual'] as const;

export const AVAILABILITIES = ['open', 'invitation', 'waitlist', 'closed'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export const FACT_COLUMNS = {
	availability: {
		type: 'choice',
		schema: field.oneOf(AVAILABILITIES).nullable().default(null),
		meaning: 'Whether publishers can join it',
		isTerm: true,
	},
	approval: {
		type: 'choice',
		schema: field.oneOf(APPROVALS).nullable().default(null),
		meaning: 'Whether it accepts publishers automatically or after a manual check',
	},
	approval_days: {
		type: 'days',
		schema: field.days.nullable().default(null),
		label: 'Approval time',
		meaning: 'The maximum number of business days to accept a publisher (0 means at once)',
	},
	countries: {
		type: 'countries',
		schema: field.countries.nullable().default(null),
		label: 'Open to publishers in',
		meaning: 'The countries whose publishers may join',
	},
	attribution: {
		type: 'keyword',
		schema: field.keyword.nullable().default(null),
		form: 'a word such as `last-click`',
		meaning: 'The click that a sale is credited to',
	},
	deep_links: optional('boolean', field.boolean, 'Whether publishers can link to any page of its website'),
	payout_methods: {
		type: 'keywords',
		schema: field.keywords.nullable().default(null),
		form: 'words separated by semicolons, such as `bank;paypal`',
		meaning: 'Its payout methods',
	},
	restrictions: {
		type: 'keywords',
		schema: field.keywords.nullable().default(null),
		form: 'words separated by semicolons, such as `brand-bidding;coupons`',
		meaning: 'The kinds of promotion that it does not allow',
	},
	restrictions_text: {
		type: 'line',
		schema: field.line.nullable().default(null),
		label: 'Restrictions in the program’s words',
		meaning: 'The restrictions in the program’s own words',
	},
	epc: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		label: 'Earnings per click',
		meaning: 'Average earnings per click, in the currency of the program, always with a source and a date',
	},
	average_order_value: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		meaning: 'Average order value, in the currency of the program, always with a source and a date',
	},
	earnings_source_url: {
		type: 'link',
		schema: field.link.nullable().default(null),
		label: 'Source of the earnings',
		meaning: 'The address of the page with the earnings per click or the average order value',
		isBookkeeping: true,
	},
	earnings_at: {
		type: 'timestamp',
		schema: field.timestamp.nullable().default(null),
		label: 'Date of the earnings',
		meaning: 'The date of the earnings per click or the average order value',
		isBookkeeping: true,
	},
	aliases: {
		type: 'names',
		schema: field.names.nullable().default(null),
		label: 'Also known as',
		meaning: 'Its other and former names, which the search finds too',
	},
	tags: {
		type: 'keywords',
		schema: field.keywords.nullable().default(null),
		form: 'words separated by semicolons, such as `newsletters;open-source`',
		meaning: 'What it is about, in more detail than its categories',
	},
} as const satisfies { readonly [name: string]: ProgramColumn };

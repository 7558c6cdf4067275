import { z } from 'zod';
import * as field from './fields.ts';

/** How a program pays: each month, once per sale, both, or by steps. */
export const COMMISSION_TYPES = ['recurring', 'one_time', 'hybrid', 'tiered'] as const;
export type CommissionType = (typeof COMMISSION_TYPES)[number];

const PROGRAM_STATUSES = ['published', 'draft'] as const;

/** Addresses of the site that lie where a program's page would: the explorer's results. */
const RESERVED_SLUGS = ['search'];

const programSlug = field.slug.superRefine((slug, context) => {
	if (!RESERVED_SLUGS.includes(slug)) return;
	const message = 'a slug that is not reserved for a page of the site';
	context.addIssue({ code: 'custom', message, params: { fix: `write ${slug}-program` } });
});

/** How many categories a program may be in. */
const MOST_CATEGORIES = 50;

const categories = z.array(field.slug).superRefine((slugs, context) => {
	if (slugs.length > MOST_CATEGORIES) {
		const message = `at most ${MOST_CATEGORIES} categories`;
		context.addIssue({ code: 'custom', message, params: { fix: `remove ${slugs.length - MOST_CATEGORIES} of them` } });
	}
	const twice = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
	if (twice === undefined) return;
	context.addIssue({ code: 'custom', message: 'a list without repetitions', params: { fix: `name ${twice} once` } });
});

/** A commission offer run by a brand (interface 2.1 and 2.2), as editors keep it. */
export const ProgramSchema = z.strictObject({
	slug: programSlug,
	name: field.name,
	/** One short sentence, shown in lists. */
	description: field.line.default(''),
	/** Markdown, shown on the program's own page. */
	long_description: field.text.default(''),
	/** The slug of the organization that runs it. */
	organization: field.slug,
	/** Slugs, in the editor's order. */
	categories: categories.default([]),
	commission_type: field.oneOf(COMMISSION_TYPES),
	/** Per cent of a sale; may exceed 100. */
	commission_rate: field.amount.nullable().default(null),
	/** What the program pays, in its own words. */
	commission_text: field.line.nullable().default(null),
	/** A flat amount per sale, in `currency`. */
	commission_amount: field.amount.nullable().default(null),
	/** How long a recurring commission runs: `12 months`, `lifetime`. */
	commission_duration: field.line.nullable().default(null),
	/** Days between the click and the sale that still pays; 0 is a session. */
	cookie_days: field.count.nullable().default(null),
	tracking_platform: field.keyword.nullable().default(null),
	/** The least that is paid out, in `currency`. */
	payout_minimum: field.amount.nullable().default(null),
	payout_frequency: field.keyword.nullable().default(null),
	/** Of every amount of this program. */
	currency: field.currency.nullable().default(null),
	website_url: field.link,
	signup_url: field.link.nullable().default(null),
	logo_url: field.link.nullable().default(null),
	verified: z.boolean({ error: 'true or false' }).default(false),
	featured: z.boolean({ error: 'true or false' }).default(false),
	/** How often its page was viewed: what `trending` sorts by. */
	views: field.count.default(0),
	status: field.oneOf(PROGRAM_STATUSES).default('published'),
	/** When a person last checked the terms, and where. */
	checked_at: field.timestamp.nullable().default(null),
	source_url: field.link.nullable().default(null),
	created_at: field.timestamp,
	updated_at: field.timestamp,
});

export type Program = z.output<typeof ProgramSchema>;

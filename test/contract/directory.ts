/**
 * The directory of the contract tests, which has an example of every rule. Each group of programs has its own category,
 * so that a test can request just that group.
 */
import type { Category } from '../../src/catalog/category.ts';
import type { Evidence } from '../../src/catalog/commission-columns.ts';
import { COMMISSION_QUALIFIERS, type ListedOffer, OFFER_PER, STATED_IN } from '../../src/catalog/offer.ts';
import type { Organization } from '../../src/catalog/organization.ts';
import type { Program } from '../../src/catalog/program.ts';
import { PAID_ON_TIME, type Review } from '../../src/catalog/review.ts';
import { offer } from '../support/offer.ts';

/** The public address of both servers. */
export const SITE_URL = 'https://affiliates.example';

type Row<T> = { readonly [field in keyof T]?: T[field] | null };

export const ORGANIZATIONS: readonly Row<Organization>[] = [
	{
		slug: 'lumen-labs',
		name: 'Lumen Labs',
		description: 'Makers of lamps.',
		logo_url: 'https://lumen-labs.example/logo.svg',
		website_url: 'https://lumen-labs.example/',
		plan: 'early-bird',
		created_at: '2024-02-03T04:05:06Z',
	},
	// Only the required fields.
	{ slug: 'plain', name: 'Plain' },
	{ slug: 'idle', name: 'Idle Hands' },
	{ slug: 'crowd-works', name: 'Crowd Works' },
	{ slug: 'rankers', name: 'Rankers' },
	{ slug: 'vermilion', name: 'Vermilion Sisters' },
	{ slug: 'payers', name: 'Payers' },
	// One body has slightly less than 1,000 bytes, the other slightly more than 1,024.
	{ slug: 'small-body', name: 'Small Body', description: 'b'.repeat(800) },
	{ slug: 'large-body', name: 'Large Body', description: 'b'.repeat(880) },
];

export const CATEGORIES: readonly Row<Category>[] = [
	{ slug: 'lighting', name: 'Lighting & Lamps', description: 'What shines.', icon: 'lamp' },
	{ slug: 'unlabelled', name: 'Unlabelled' },
	{ slug: 'appliances', name: 'Appliances' },
	{ slug: 'deserted', name: 'Deserted' },
	{ slug: 'hidden', name: 'Hidden' },
	{ slug: 'crowd', name: 'Crowd' },
	{ slug: 'filtered', name: 'Filtered' },
	{ slug: 'rated', name: 'Rated' },
	{ slug: 'ranked', name: 'Ranked' },
	{ slug: 'philately', name: 'Philately' },
];

/** The number of programs in the crowd's organization and category. */
const CROWD = 130;

type ProgramRow = Row<Program> & { readonly slug: string };

const LUMEN: ProgramRow = {
	slug: 'lumen-partners',
	name: 'Lumen Partners™',
	description: 'Lamps that pay each month.',
	long_description: 'Sell **lamps**.\n\nEarn every month.',
	organization: 'lumen-labs',
	categories: ['unlabelled', 'lighting', 'appliances'],
	commission_type: 'recurring',
	commission_rate: 12.5,
	commission_text: '12.5 % or 40 €',
	commission_amount: 40,
	commission_duration: '12 months',
	cookie_days: 45,
	tracking_platform: 'in-house',
	payout_minimum: 25.5,
	payout_frequency: 'twice-a-month',
	currency: 'EUR',
	website_url: 'https://lumen-labs.example/lamps',
	signup_url: 'https://lumen-labs.example/partners',
	logo_url: 'https://lumen-labs.example/partners.svg',
	verified: true,
	checked_at: '2025-02-01T00:00:00Z',
	source_url: 'https://lumen-labs.example/terms',
	source_name: 'Lamp Registry',
	imported_at: '2025-01-01T00:00:00Z',
	availability: 'open',
	approval: 'manual',
	approval_days: 5,
	countries: ['DE', 'US'],
	attribution: 'last-click',
	deep_links: true,
	payout_methods: ['bank', 'paypal'],
	restrictions: ['brand-bidding'],
	restrictions_text: 'No bidding on our brand.',
	epc: 0.8,
	average_order_value: 120,
	earnings_source_url: 'https://lumen-labs.example/figures',
	earnings_at: '2025-01-31T00:00:00Z',
	aliases: ['Lamp League', 'Glow & Co'],
	tags: ['desk-lamps', 'chandeliers'],
	created_at: '2024-03-04T05:06:07Z',
	updated_at: '2025-04-05T06:07:08Z',
};

const PLAIN = { organization: 'plain', commission_type: 'one_time', website_url: 'https://plain.example/' } as const;

/** Offers with every documented value. */
const OFFERS: ListedOffer[] = [
	...OFFER_PER.map((per) => offer({ rate: 20, per, months: 12, condition: 'Gold partners' })),
	...COMMISSION_QUALIFIERS.map((qualifier) => offer({ amount: 30, qualifier, maximum: 40, lifetime: true })),
	...STATED_IN.map((stated_in) => offer({ rate: 5, condition: '5 %', stated_in })),
	offer({ amount: 5, every: 'month', cap: 50, cap_per: 'month', relation: 'plus', reward: 'cash' }),
	offer({ amount: 5, every: 'year', cap: 50, cap_per: 'year', relation: 'or', reward: 'credit' }),
	offer({ rate: 5, of: 'net revenue', cap: 50, cap_per: 'customer', relation: 'then', from_month: 2 }),
	offer({ rate: 5, sales: 3, cap: 50, cap_per: 'total', relation: 'instead', until: '2100-01-31' }),
];

const FACTS: readonly ProgramRow[] = [
	// Only the required fields.
	{ slug: 'all-unknown', name: 'All Unknown', ...PLAIN },
	{
		slug: 'all-zero',
		name: 'All Zero',
		...PLAIN,
		commission_rate: 0,
		commission_amount: 0,
		cookie_days: 0,
		payout_minimum: 0,
		currency: 'EUR',
	},
	{ slug: 'over-hundred', name: 'Over Hundred', ...PLAIN, commission_rate: 250 },
	{
		slug: 'secret-draft',
		name: 'Secret Draft',
		...PLAIN,
		organization: 'lumen-labs',
		status: 'draft',
		categories: ['lighting', 'hidden'],
	},
];

const PAID = { ...PLAIN, organization: 'payers', commission_rate: 10, currency: 'EUR' } as const;

/** Who states figures of the program `every-term`. Files cannot say it. */
export const EVIDENCE: { readonly [column: string]: Evidence } = {
	commission_amount: { by: 'words', place: 'description', words: '€5–8 a month.' },
	commission_per: { by: 'source', place: null, words: null },
	commission_cap: { by: 'editor', place: null, words: null },
};

/** What caps hold for. */
export const CAPPED = ['customer', 'month', 'year', 'total'] as const;

/** Commissions for every event, and every kind of offer. */
const OFFERING: readonly ProgramRow[] = [
	{ slug: 'many-offers', name: 'Many Offers', ...PAID, offers: OFFERS },
	...OFFER_PER.map((commission_per) => ({
		slug: `for-${commission_per.replace('_', '-')}`,
		name: `For ${commission_per}`,
		...PAID,
		commission_qualifier: 'exact' as const,
		commission_per,
		commission_months: 12,
	})),
	...CAPPED.map((commission_cap_per, place) => ({
		slug: `capped-per-${commission_cap_per}`,
		name: `Capped per ${commission_cap_per}`,
		...PAID,
		commission_cap: 100,
		commission_cap_per,
		commission_every: ([null, 'month', null, 'year'] as const)[place]!,
		commission_reward: place % 2 === 0 ? ('cash' as const) : ('credit' as const),
	})),
	{ slug: 'for-life', name: 'For Life', ...PAID, commission_maximum: 20, commission_lifetime: true },
	{
		slug: 'every-term',
		name: 'Every Term',
		...PAID,
		commission_type: 'one_time',
		commission_rate: null,
		commission_amount: 5,
		commission_maximum: 8,
		commission_per: 'customer',
		commission_every: 'month',
		commission_of: 'net revenue',
		commission_months: 6,
		commission_sales: 10,
		commission_cap: 100,
		commission_cap_per: 'year',
		commission_until: '2100-01-31',
		commission_condition: 'annual plans',
		commission_reward: 'cash',
		source_name: 'Payer Registry',
		offers: [
			offer({ rate: 10, per: 'payment', lifetime: true, relation: 'plus' }),
			offer({ rate: 10, cap: 50, cap_per: 'month', relation: 'or' }),
			offer({ amount: 7, currency: 'USD', from_month: 7, from_sale: 2, relation: 'then' }),
		],
	},
];

/** Ties in every order, and unknown values; their ratings are below. */
const RANKED: readonly ProgramRow[] = [
	ranked('tie-10', { views: 50, commission_rate: 30, cookie_days: 30 }),
	ranked('tie-2', { views: 50, commission_rate: 30, cookie_days: 30 }),
	ranked('less-reviewed', { views: 50, commission_rate: 30, cookie_days: 30 }),
	ranked('shy-star', { featured: true, views: 10, created_at: '2025-01-01T00:00:00Z' }),
	ranked('loud-star', {
		featured: true,
		views: 90,
		commission_rate: 0,
		cookie_days: 0,
		created_at: '2025-05-01T00:00:00Z',
	}),
	ranked('most-reviewed', {
		views: 0,
		commission_rate: 150,
		cookie_days: 365,
		created_at: '2024-01-01T00:00:00Z',
	}),
	ranked('unrated', { views: 90, cookie_days: 60 }),
	ranked('half', { views: 90, commission_rate: 12.5 }),
];

function ranked(slug: string, fields: Row<Program>): ProgramRow {
	const fixed = { organization: 'rankers', categories: ['ranked'], created_at: '2025-03-01T00:00:00Z' };
	return { name: `Ranked ${slug}`, ...PLAIN, ...fixed, ...fields, slug };
}

const FILTERED: readonly ProgramRow[] = [
	filtered('monthly', {
		commission_type: 'recurring',
		commission_rate: 20,
		commission_lifetime: true,
		cookie_days: 30,
		tracking_platform: 'partner-cloud',
		approval: 'automatic',
		verified: true,
	}),
	filtered('once', {
		commission_type: 'one_time',
		commission_rate: 30,
		cookie_days: 60,
		tracking_platform: 'in-house',
		availability: 'invitation',
	}),
	filtered('mixed', {
		commission_type: 'hybrid',
		commission_rate: 40.5,
		cookie_days: 90,
		verified: true,
		availability: 'waitlist',
	}),
	filtered('stepped', { commission_type: 'tiered', availability: 'closed' }),
];

function filtered(slug: string, fields: Row<Program>): ProgramRow {
	return { name: `Filtered ${slug}`, ...PLAIN, categories: ['filtered'], ...fields, slug };
}

const SEARCHED: readonly ProgramRow[] = [
	{
		slug: 'quillon',
		name: 'Quillon Post-Haste',
		...PLAIN,
		organization: 'vermilion',
		categories: ['philately'],
		description: 'Zebrawood letterboxes',
		long_description: 'In **marmalade** jars since 1987.',
	},
	{ slug: 'unicorn', name: 'Café Ünïcorn Groß', ...PLAIN },
	{ slug: 'wool', name: '100% Wool_Shop®', ...PLAIN, description: 'A sheep’s trademark, ™ and ©.' },
];

/** The ratings of the published reviews of programs. */
const RATINGS: { readonly [program: string]: readonly number[] } = {
	'tie-10': [5, 4],
	'tie-2': [4.5, 4.5],
	'less-reviewed': [4.5],
	'loud-star': [1],
	// On average 4.45: shown as 4.5, but lower than 4.5.
	'most-reviewed': [4, ...Array<number>(9).fill(4.5)],
	half: [3],
	'average-4-25': [4, 4.5],
	'average-4-35': [4, 4, 4, ...Array<number>(7).fill(4.5)],
	'average-3-33': [3, 3, 4],
	'average-3-67': [3, 4, 4],
};

const RATED: readonly ProgramRow[] = [...Object.keys(RATINGS).filter((slug) => slug.startsWith('average-')), 'never']
	.map((slug) => ({ slug, name: `Rated ${slug}`, ...PLAIN, categories: ['rated'] }))
	.concat({ slug: 'much-reviewed', name: 'Much Reviewed', ...PLAIN, categories: [] });

export const PROGRAMS: readonly ProgramRow[] = [
	LUMEN,
	...FACTS,
	...OFFERING,
	...RANKED,
	...FILTERED,
	...SEARCHED,
	...RATED,
	...Array.from({ length: CROWD }, (_, i) => ({
		slug: `crowd-${String(i).padStart(3, '0')}`,
		name: `Crowd ${i}`,
		...PLAIN,
		organization: 'crowd-works',
		categories: ['crowd'],
	})),
];

/** The number of published reviews of the program `much-reviewed`. */
const MANY_REVIEWS = 60;

/** Written in the same second, so their IDs decide the order, by code points. */
const SIMULTANEOUS = ['rev_a', 'rev_B', 'rev__', 'rev_0', 'rev_-'];

export const REVIEWS: readonly Row<Review>[] = [
	{
		id: 'rev_full',
		program: 'lumen-partners',
		rating: 4.5,
		title: 'Bright',
		body: 'It shines.\n\nIt pays.',
		author_username: 'ada',
		author_display_name: 'Ada L.',
		author_avatar_url: 'https://ada.example/me.png',
		upvotes: 7,
		months_in_program: 18,
		paid_on_time: 'sometimes',
		approval_days: 3,
		created_at: '2025-01-02T03:04:05Z',
		updated_at: '2025-02-03T04:05:06Z',
	},
	// The same author again, before the program was listed.
	{
		id: 'rev_Early-1',
		program: 'lumen-partners',
		rating: 2,
		author_username: 'ada',
		created_at: '2020-01-01T00:00:00Z',
	},
	// Only the required fields.
	{
		id: 'rev_bare',
		program: 'lumen-partners',
		rating: 3,
		author_username: 'bo',
		created_at: '2024-06-01T00:00:00Z',
	},
	...(['pending', 'rejected'] as const).flatMap((status) =>
		['lumen-partners', 'unrated', 'much-reviewed'].map((program) => ({
			id: `rev_${status}_${program}`,
			program,
			rating: 5,
			author_username: 'cy',
			status,
			created_at: '2025-06-01T00:00:00Z',
		})),
	),
	{
		id: 'rev_of_draft',
		program: 'secret-draft',
		rating: 5,
		author_username: 'cy',
		created_at: '2025-06-01T00:00:00Z',
	},
	...Object.entries(RATINGS).flatMap(([program, ratings]) =>
		ratings.map((rating, i) => ({
			id: `rev_${program}_${i}`,
			program,
			rating,
			author_username: `reader-${i}`,
			created_at: `2025-07-${String(i + 1).padStart(2, '0')}T00:00:00Z`,
		})),
	),
	...SIMULTANEOUS.map((id, index) => ({
		id,
		program: 'much-reviewed',
		rating: 4,
		author_username: 'dee',
		paid_on_time: PAID_ON_TIME[index % PAID_ON_TIME.length]!,
		created_at: '2025-09-01T00:00:00Z',
	})),
	...Array.from({ length: MANY_REVIEWS - SIMULTANEOUS.length }, (_, i) => ({
		id: `rev_many_${String(i).padStart(2, '0')}`,
		program: 'much-reviewed',
		rating: 4,
		author_username: 'dee',
		created_at: `2025-08-01T00:00:${String(i).padStart(2, '0')}Z`,
	})),
];

/** The commissions of programs in the words of another source. */
export const COMMISSION_WORDS: { readonly [slug: string]: string } = {
	'words-range': '20–30 %',
	'words-up-to': 'up to 60 %',
	'words-two-rates': '10 % first, then 5 %',
	'words-no-number': 'varies by product',
};

/** The same as an OpenAffiliate registry. */
export const REGISTRY = {
	programs: Object.entries(COMMISSION_WORDS).map(([slug, rate]) => ({
		slug,
		name: slug,
		url: `https://${slug}.example/`,
		commission: { type: 'one-time', rate, currency: 'USD' },
	})),
};

/** The records that are renamed after they were published: the kind, the former slug or ID, and the new one. */
export const RENAMED = [
	['organizations', 'idle-makers', 'idle'],
	['categories', 'abandoned', 'deserted'],
	['programs', 'not-ever', 'never'],
	['reviews', 'rev_former', 'rev_bare'],
] as const;

/** A record that is merged into another one after both were published. */
export const MERGED = ['categories', 'lamps', 'lighting'] as const;

/** All redirects. One leads to another redirect, one to nothing, and one to a draft. */
export const REDIRECTS: readonly (readonly [kind: string, slug: string, target: string | null])[] = [
	...RENAMED,
	MERGED,
	['programs', 'not-for-ages', 'not-ever'],
	['programs', 'lost', null],
	['programs', 'hushed-up', 'secret-draft'],
];

/** The records that were published before the others, with other values. All other records are added later. */
export const EARLIER = {
	organizations: [
		...ORGANIZATIONS.filter(({ slug }) => slug === 'lumen-labs').map((row) => ({ ...row, name: 'Lumen' })),
		{ slug: 'idle-makers', name: 'Idle Makers' },
	],
	categories: [
		...CATEGORIES.filter(({ slug }) => slug !== 'deserted').map((row) => ({ ...row, icon: 'star' })),
		{ slug: 'abandoned', name: 'Abandoned' },
		{ slug: 'lamps', name: 'Lamps' },
	],
	// The draft was public once.
	programs: [
		{ ...LUMEN, name: 'Lumen Affiliates', commission_rate: 10, updated_at: '2025-04-05T00:00:00Z' },
		{ slug: 'secret-draft', name: 'Public Once', ...PLAIN, organization: 'lumen-labs', categories: ['lighting'] },
		{ slug: 'not-ever', name: 'Not Ever', ...PLAIN, organization: 'lumen-labs', categories: ['lighting'] },
	],
	reviews: [
		...REVIEWS.filter(({ id }) => id === 'rev_full').map((row) => ({
			...row,
			rating: 3,
			updated_at: '2025-02-03T04:00:00Z',
		})),
		...REVIEWS.filter(({ id }) => id === 'rev_bare').map((row) => ({ ...row, id: 'rev_former', program: LUMEN.slug })),
	],
};

import { describe, expect, test } from 'vitest';
import { splitWords } from '../../src/shared/text.ts';
import { SERVERS } from './contract.ts';
import { EVIDENCE, PROGRAMS } from './directory.ts';

const LUMEN = PROGRAMS.find(({ slug }) => slug === 'lumen-partners')!;

/** The keys of every shape, in the order of the interface's tables; extensions come last. */
const EXTENSIONS = ['commission_qualifier', 'commission_text', 'commission_amount', 'commission_duration', 'currency'];
/** Only the detail has these, after all others. */
const DETAIL_EXTENSIONS = splitWords(`
	commission_maximum commission_per commission_every commission_of commission_months commission_lifetime commission_sales
	commission_cap commission_cap_per commission_until commission_condition commission_reward commission_evidence offers
	checked_at source_url source_name imported_at availability approval approval_days countries attribution deep_links payout_methods
	restrictions restrictions_text epc average_order_value earnings_source_url earnings_at
	aliases tags
`);
const PROGRAM = splitWords(`
	slug name description commission_type commission_rate cookie_days tracking_platform verified rating review_count
	logo_url categories created_at
`);
const REVIEW = ['id', 'rating', 'title', 'body', 'author', 'upvotes', 'created_at'];
const REVIEW_EXTENSIONS = ['months_in_program', 'paid_on_time', 'approval_days'];
const CATEGORY = ['slug', 'name', 'program_count', 'icon'];

describe.each(SERVERS)('Extensions, through $name', (api) => {
	test.each(EXTENSIONS)(
		'items of GET /programs and the detail carry %s, or null where it is unknown',
		async (field) => {
			const value = field === 'commission_qualifier' ? 'either' : LUMEN[field as keyof typeof LUMEN];
			expect((await api.json('/programs?category=lighting')).data[0][field]).toBe(value);
			expect((await api.json('/programs/lumen-partners')).data[field]).toBe(value);
			expect((await api.json('/programs?q=all+unknown')).data[0][field]).toBeNull();
			expect((await api.json('/programs/all-unknown')).data[field]).toBeNull();
		},
	);

	test.each(Object.entries(LUMEN).filter(([field]) => DETAIL_EXTENSIONS.includes(field)))(
		'only the detail carries %s',
		async (field, value) => {
			expect((await api.json('/programs/lumen-partners')).data[field]).toEqual(value);
			expect((await api.json('/programs/all-unknown')).data[field]).toBeNull();
			expect((await api.json('/programs?category=lighting')).data[0]).not.toHaveProperty(field);
		},
	);

	test.each(
		Object.entries(PROGRAMS.find(({ slug }) => slug === 'every-term')!).filter(
			([field]) => DETAIL_EXTENSIONS.includes(field) && !['commission_evidence', 'offers'].includes(field),
		),
	)('only the detail carries %s of the base offer', async (field, value) => {
		expect((await api.json('/programs/every-term')).data[field]).toEqual(value);
		expect((await api.json('/programs?slugs=every-term')).data[0]).not.toHaveProperty(field);
		expect((await api.json(`/programs?slugs=every-term&fields=${field}`)).data[0][field]).toEqual(value);
	});

	test('the detail says of each figure who states it: an editor, a source, or its words', async () => {
		const source = 'Payer Registry';
		expect((await api.json('/programs/every-term')).data.commission_evidence).toEqual({
			commission_amount: { ...EVIDENCE.commission_amount, source },
			commission_per: { ...EVIDENCE.commission_per, source },
			commission_cap: { ...EVIDENCE.commission_cap, source: null },
		});
	});

	test('offers with an amount or a cap have their own currency or that of the program', async () => {
		const { offers } = (await api.json('/programs/every-term')).data;
		expect(offers.map(({ currency }: { readonly currency: string | null }) => currency)).toEqual([null, 'EUR', 'USD']);
		expect(offers[2]).toMatchObject({ from_month: 7, from_sale: 2, relation: 'then' });
	});

	test('a type that nothing states is answered as one_time', async () => {
		for (const path of ['/programs/every-term', '/programs?slugs=every-term', '/organizations/payers/programs']) {
			const { data } = await api.json(path);
			const program = [data].flat().find(({ slug }: { readonly slug: string }) => slug === 'every-term');
			expect(program.commission_type).toBe('one_time');
		}
		expect((await api.json('/programs?commission_type=one_time&slugs=every-term')).meta.total).toBe(1);
	});

	test.each([
		['months_in_program', 18],
		['paid_on_time', 'sometimes'],
		['approval_days', 3],
	])('a review carries %s after the documented fields, also in the list of all reviews', async (field, value) => {
		expect((await api.json('/reviews/rev_full')).data[field]).toBe(value);
		expect((await api.json('/reviews/rev_bare')).data[field]).toBeNull();
		expect((await api.json('/reviews')).data[0]).toHaveProperty(field);
		expect((await api.json('/programs/lumen-partners/reviews')).data[0]).not.toHaveProperty(field);
	});

	test.each([
		[
			'an item of GET /programs',
			'/programs',
			[
				...PROGRAM,
				...splitWords('brand_name commission_percent cookie_duration_days average_rating is_verified'),
				...EXTENSIONS,
			],
		],
		[
			'the detail of a program',
			'/programs/all-unknown',
			[
				...PROGRAM,
				...splitWords(
					'long_description payout_minimum payout_frequency website_url signup_url organization updated_at',
				),
				...EXTENSIONS,
				...DETAIL_EXTENSIONS,
			],
		],
		[
			'an item of a category’s programs',
			'/categories/ranked/programs',
			splitWords('slug name description commission_type commission_rate cookie_days verified rating review_count'),
		],
		['an item of GET /categories', '/categories', CATEGORY],
		['a category', '/categories/crowd', [...CATEGORY, 'description']],
		['an item of a program’s reviews', '/programs/half/reviews', REVIEW],
		['a review', '/reviews/rev_bare', [...REVIEW, 'program', 'updated_at', ...REVIEW_EXTENSIONS]],
		[
			'an organization',
			'/organizations/plain',
			['slug', 'name', 'logo_url', 'website_url', 'description', 'plan', 'program_count', 'created_at'],
		],
	] as [string, string, readonly string[]][])(
		'there are no other fields, and the order is that of the tables: %s',
		async (_shape, path, fields) => {
			const { data } = await api.json(path);
			expect(Object.keys(Array.isArray(data) ? data[0] : data)).toEqual(fields);
		},
	);

	test('nested objects have no other fields', async () => {
		const { data } = await api.json('/programs/lumen-partners');
		expect(Object.keys(data.organization)).toEqual(['slug', 'name']);
		expect(Object.keys(data.categories[0])).toEqual(['slug', 'name']);
		const review = (await api.json('/reviews/rev_full')).data;
		expect(Object.keys(review.author)).toEqual(['username', 'display_name', 'avatar_url']);
		expect(Object.keys(review.program)).toEqual(['slug', 'name']);
	});
});

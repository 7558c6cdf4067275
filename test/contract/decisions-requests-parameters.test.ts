import { describe, expect, test } from 'vitest';
import { splitWords } from '../../src/shared/text.ts';
import { keysOf } from './api.ts';
import { SERVERS } from './contract.ts';
import { LISTS, RESOURCES } from './endpoints.ts';

const TWO_TO_53 = '9007199254740992';

/** The parameters of `GET /programs`. */
const NAMES = splitWords(`
	q commission_type min_commission max_commission min_cookie_days tracking_platform verified_only category sort page
	per_page organization commission_figure min_guaranteed max_guaranteed max_cookie_days payout_frequency availability approval
	country payout_method restriction not_restriction attribution deep_links commission_lifetime min_rating provenance slugs price customers
	churn months facets fields snapshot
`);

/** Other names for the parameters. */
const NEAREST: { readonly [parameter: string]: string } = {
	per_page: 'per-page perpage limit pageSize page_size perPage',
	page: 'pages PAGE offset',
	commission_type: 'comission_type type',
	min_commission: 'min_comission',
	max_commission: 'max_commision',
	min_cookie_days: 'min_cookie',
	country: 'program_country countries',
	tracking_platform: 'tracking-platform',
	verified_only: 'verified',
	category: 'categories',
	sort: 'order order_by sortBy',
	q: 'query search',
};

describe.each(SERVERS)('Requests: parameters, through $name', (api) => {
	test.each(Object.entries(NEAREST))('an unknown parameter is a 400 that suggests %s: %s', async (nearest, names) => {
		for (const name of splitWords(names)) {
			const message = (await api.refusal(`/programs?${name}=1`))[name]!;
			expect(
				NAMES.filter((known) => new RegExp(`\\b${known}\\b`).test(message)),
				name,
			).toEqual([nearest]);
		}
	});

	test.each(['colour', 'foo', 'x', 'min', '__proto__', 'constructor'])(
		'an unknown parameter without a single nearest one gets the list of all: %s',
		async (name) => {
			const message = (await api.refusal(`/programs?${name}=1`))[name];
			for (const known of NAMES) expect(message).toContain(known);
		},
	);

	test.each(LISTS)('an unknown parameter is a 400 on every list: $endpoint', async ({ path }) => {
		expect((await api.refusal(`${path}?per_pag=5`)).per_pag).toContain('per_page');
		expect((await api.refusal(`${path}?limit=5`)).limit).toContain('per_page');
		expect(await api.refusal(`${path}?colour=red`)).toHaveProperty('colour');
	});

	test.each(RESOURCES)('an unknown parameter is a 400 on endpoints without parameters: $endpoint', async ({ path }) => {
		expect(await api.refusal(`${path}?page=1`)).toHaveProperty('page');
	});

	test.each(['page=1&page=2', 'page=1&page=1', 'q=a&sort=newest&q=b', 'page=&page=2', 'page=1&p%61ge=2'])(
		'a repeated parameter is a 400: %s',
		async (query) => {
			expect(Object.keys(await api.refusal(`/programs?${query}`))).toHaveLength(1);
		},
	);

	test('an empty value counts as absent', async () => {
		const plain = await api.json('/programs');
		for (const name of NAMES) {
			expect(await api.json(`/programs?${name}=`)).toEqual(plain);
			expect(await api.json(`/programs?${name}`)).toEqual(plain);
		}
		expect(await api.json(`/programs?${NAMES.map((name) => `${name}=`).join('&')}&`)).toEqual(plain);
	});

	test.each(['1', '01', '007', TWO_TO_53])('whole numbers are [0-9]+, at most 2^53: %s', async (text) => {
		expect((await api.json(`/programs?page=${text}`)).meta.page).toBe(Number(text));
		expect((await api.get(`/programs?min_cookie_days=${text}`)).status).toBe(200);
	});

	test.each([
		...splitWords('-1 +1 %2B1 1.0 1.5 1e3 0x10 1_000 1,000 %201 1%20 one NaN ١ １'),
		'9007199254740993',
		'99999999999999999999',
		`1${'0'.repeat(400)}`,
	])('other texts are not whole numbers: %s', async (text) => {
		for (const name of ['page', 'per_page', 'min_cookie_days']) {
			expect(
				await api.refusal(`/programs?${name}=${encodeURI(decodeURIComponent(text)).replace('+', '%2B')}`),
			).toHaveProperty(name);
		}
	});

	test.each(['0', '30', '12.5', '007.50', `0.${'3'.repeat(50)}`, TWO_TO_53])(
		'decimal numbers are [0-9]+(\\.[0-9]+)?, at most 2^53: %s',
		async (text) => {
			expect((await api.get(`/programs?min_commission=${text}&max_commission=${text}`)).status).toBe(200);
		},
	);

	test.each(splitWords('-1 %2B1 1. .5 1,5 1e3 1.5.5 %2012 Infinity 9007199254740993 9007199254740992.5'))(
		'other texts are not decimal numbers: %s',
		async (text) => {
			for (const name of ['min_commission', 'max_commission']) {
				expect(await api.refusal(`/programs?${name}=${text}`)).toHaveProperty(name);
			}
		},
	);

	test.each(LISTS)('page is 1 or more: $endpoint', async ({ path }) => {
		expect((await api.json(`${path}?page=1`)).meta.page).toBe(1);
		for (const page of [0, -1, 1.5, 'two']) {
			expect(await api.refusal(`${path}?page=${page}`)).toEqual({
				page: 'It must be a whole number in digits, 1 or more.',
			});
		}
	});

	test.each(LISTS)('per_page is 1 to $most, and a greater value is a 400: $endpoint', async ({ path, most }) => {
		for (const perPage of [1, most]) {
			const { data, meta } = await api.json(`${path}?per_page=${perPage}`);
			expect(data).toHaveLength(perPage);
			expect(meta.per_page).toBe(perPage);
		}
		for (const perPage of [0, -5, 1.5, 'all', most + 1, 1_000_000, TWO_TO_53, '99999999999999999999']) {
			expect((await api.refusal(`${path}?per_page=${perPage}`)).per_page).toBe(
				`It must be a whole number in digits, from 1 to ${most}.`,
			);
		}
	});

	test.each(LISTS)('a page past the end is an empty list with the true totals: $endpoint', async ({ path, most }) => {
		const { meta } = await api.json(`${path}?per_page=${most}`);
		for (const page of [meta.total_pages + 1, 1_000_000, Number(TWO_TO_53)]) {
			expect(await api.json(`${path}?per_page=${most}&page=${page}`)).toEqual({
				data: [],
				meta: { ...meta, page },
				pagination: { page, per_page: most, has_more: false },
			});
		}
	});

	test('a minimum above the maximum is an empty list', async () => {
		expect((await api.json('/programs?min_commission=31&max_commission=30')).data).toEqual([]);
	});

	test.each(['min_commission=0', 'max_commission=1000', 'min_cookie_days=0'])(
		'a program without the value does not match a filter on it: %s',
		async (filter) => {
			const slugs = keysOf(await api.json(`/programs?category=filtered&${filter}`));
			expect(slugs.sort()).toEqual(['mixed', 'monthly', 'once']);
		},
	);

	test.each(['yes', 'TRUE', '2', 'on', 'truee'])('verified_only has no other values: %s', async (flag) => {
		expect(await api.refusal(`/programs?verified_only=${flag}`)).toHaveProperty('verified_only');
	});

	test.each(['a', 'é', '💡'])('q has at most 200 characters: %s', async (character) => {
		const q = (length: number) => encodeURIComponent(character.repeat(length));
		expect((await api.get(`/programs?q=${q(200)}`)).status).toBe(200);
		expect((await api.refusal(`/programs?q=${q(201)}`)).q).toContain('200');
	});

	test.each(['monthly', 'Recurring', 'one time', 'constructor'])(
		'an unknown commission_type is a 400 that lists the allowed values: %s',
		async (type) => {
			const { commission_type } = await api.refusal(`/programs?commission_type=${encodeURIComponent(type)}`);
			for (const allowed of ['recurring', 'one_time', 'hybrid', 'tiered']) expect(commission_type).toContain(allowed);
		},
	);

	test.each(['best', 'Newest', 'commission', '__proto__'])(
		'an unknown sort is a 400 that lists the allowed values: %s',
		async (value) => {
			const { sort } = await api.refusal(`/programs?sort=${value}`);
			for (const allowed of splitWords(
				`trending commission_desc commission_asc cookie_desc rating_desc reviews_desc newest guaranteed_desc
				guaranteed_asc checked_desc estimate`,
			)) {
				expect(sort).toContain(allowed);
			}
		},
	);

	test('a value that is not percent-encoded UTF-8 is a 400', async () => {
		for (const query of ['q=%zz', 'q=%ff', 'category=%', 'q=%c3']) {
			expect(Object.keys(await api.refusal(`/programs?${query}`))).toEqual([query.split('=')[0]]);
		}
	});
});

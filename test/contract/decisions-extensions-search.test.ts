/** The parameters of `GET /programs` that go beyond the interface. */
import { describe, expect, test } from 'vitest';
import { ADDED_FIELDS } from '../../src/api/added-fields.ts';
import { keysOf } from './api.ts';
import { CONTRACT, SERVERS } from './contract.ts';

const SLUGS = ['monthly', 'once', 'mixed', 'stepped', 'lumen-partners', 'words-up-to'];

describe.each(SERVERS)('Extensions of the search, through $name', (api) => {
	const among = async (query: string) => keysOf(await api.json(`/programs?slugs=${SLUGS}&${query}`)).sort();

	const refusal = (query: string) => api.refusal(`/programs?${query}`);

	test.each([
		['organization=lumen-labs', ['lumen-partners']],
		['similar_to=no-such', []],
		['commission_figure=up_to', ['words-up-to']],
		['commission_figure=either', ['lumen-partners']],
		['min_guaranteed=30', ['mixed', 'once']],
		['max_guaranteed=30', ['monthly', 'once']],
		['commission_lifetime=true', ['monthly']],
		['max_cookie_days=45', ['lumen-partners', 'monthly']],
		['payout_frequency=twice-a-month', ['lumen-partners']],
		['approval=automatic', ['monthly']],
		['availability=closed', ['stepped']],
		['country=DE', ['lumen-partners']],
		['country=FR', []],
		['payout_method=paypal', ['lumen-partners']],
		['restriction=brand-bidding', ['lumen-partners']],
		['not_restriction=brand-bidding', ['mixed', 'monthly', 'once', 'stepped', 'words-up-to']],
		['attribution=last-click', ['lumen-partners']],
		['deep_links=true', ['lumen-partners']],
		['min_rating=3', ['lumen-partners']],
		['min_rating=3.2', []],
		['provenance=checked', ['lumen-partners']],
	])('filters as the explorer does: %s', async (query, slugs) => {
		expect(await among(query)).toEqual(slugs);
	});

	describe('intent=true', () => {
		const understood = async (query: string) => (await api.json(`/programs?${query}&intent=true`)).meta.understood;

		test('reads q as the website does, and meta says what was read', async () => {
			const { data, meta } = await api.json('/programs?q=recurring+xyzzy+lamps+paypal&intent=true');
			expect(data[0].slug).toBe('lumen-partners');
			expect(meta.understood).toEqual({
				filters: [
					{ parameter: 'commission_type', value: 'recurring', words: 'recurring' },
					{ parameter: 'payout_method', value: 'paypal', words: 'paypal' },
				],
				q: 'xyzzy lamps',
				with_all_words: 0,
				with_some_words: [{ word: 'lamps', count: 1 }],
				unknown_words: ['xyzzy'],
			});
		});

		test('lets filters that are sent win', async () => {
			const { filters } = await understood('q=recurring+desk+paypal&commission_type=one_time');
			expect(filters).toEqual([{ parameter: 'payout_method', value: 'paypal', words: 'paypal' }]);
		});

		test('sorts by relevance, unless another order is sent', async () => {
			const slugs = async (query: string) => keysOf(await api.json(`/programs?q=lamps&${query}`));
			expect(await slugs('intent=true')).toEqual(await slugs('intent=true&sort=relevance'));
			expect((await understood('q=lamps&sort=newest')).q).toBe('lamps');
		});

		test('changes nothing without q, and false changes nothing', async () => {
			for (const query of ['intent=true', 'intent=true&q=', 'intent=false&q=lamps', 'intent=0&q=recurring+paypal']) {
				const plain = query.replace(/intent=\w+&?/, '');
				expect(await api.json(`/programs?${query}`)).toEqual(await api.json(`/programs?${plain}`));
			}
		});

		test('keeps any text in meta as it was sent', async () => {
			expect((await understood(`q=${encodeURIComponent('käse 灯 🧀 ”')}`)).q).toBe('käse 灯 🧀 ”');
		});
	});

	test('values that no program has are named in meta, with values that programs have', async () => {
		const { meta } = await api.json('/programs?not_restriction=brand-bidding&not_restriction=brand-biding');
		expect(meta.unknown_values).toEqual([
			{ parameter: 'not_restriction', value: 'brand-biding', known: expect.arrayContaining(['brand-bidding']) },
		]);
		const { meta: other } = await api.json('/programs?payout_method=PayPal&attribution=k%C3%A4se');
		expect(other).toMatchObject({ total: 0, unknown_values: [{ value: 'PayPal' }, { value: 'käse' }] });
		expect(other.unknown_values[0].known[0]).toBe('paypal');
		const { meta: guessed } = await api.json('/programs?category=Lighting&tracking_platform=In-House');
		expect(guessed).toMatchObject({
			total: 0,
			unknown_values: [
				{ parameter: 'category', value: 'Lighting' },
				{ parameter: 'tracking_platform', value: 'In-House' },
			],
		});
		expect(guessed.unknown_values.map(({ known }: { known: string[] }) => known[0])).toEqual(['lighting', 'in-house']);
		const known = '/programs?payout_method=paypal&availability=closed&category=lighting&tracking_platform=in-house';
		expect((await api.json(known)).meta).not.toHaveProperty('unknown_values');
	});

	test.each([
		['deep_links', ['lumen-partners']],
		['commission_lifetime', ['monthly']],
		['verified_only', ['lumen-partners', 'mixed', 'monthly']],
	])('%s is true or false, or 1 or 0, and false leaves out nothing', async (name, slugs) => {
		for (const yes of ['true', '1']) expect(await among(`${name}=${yes}`)).toEqual(slugs);
		for (const no of ['false', '0', '']) expect(await among(`${name}=${no}`)).toEqual(SLUGS.toSorted());
		expect((await api.json(`/programs?slugs=${SLUGS}&facets=${name}`)).facets[name]).toEqual([
			{ value: 'true', count: slugs.length },
		]);
	});

	test.each([
		'slugs=once,monthly,mixed&fields=offers,countries&facets=category,network',
		'slugs=once&slugs=monthly&slugs=mixed&fields=offers&fields=countries&facets=category&facets=network',
		'slugs=mixed&slugs=once,monthly&slugs=&fields=countries&fields=offers,countries&facets=category,network&facets=',
	])('a list has commas, is repeated, or both: %s', async (query) => {
		const answer = await api.json(`/programs?${query}&sort=newest`);
		expect(answer).toEqual(
			await api.json(
				`/programs?slugs=mixed,monthly,once&fields=offers,countries&facets=category,tracking_platform&sort=newest`,
			),
		);
		expect(answer.data).toHaveLength(3);
	});

	test('min_commission keeps its meaning beside min_guaranteed: it includes maximums', async () => {
		expect(await among('min_commission=60')).toEqual(['words-up-to']);
		expect(await among('min_guaranteed=60')).toEqual([]);
	});

	test.each([
		['category=filtered&category=lighting', ['lumen-partners', 'mixed', 'monthly', 'once', 'stepped']],
		['commission_type=hybrid&commission_type=tiered', ['mixed', 'stepped']],
		['tracking_platform=in-house&tracking_platform=no-such&commission_type=one_time', ['once']],
		['not_restriction=brand-bidding&not_restriction=coupons&deep_links=true', []],
		['category=&category=lighting', ['lumen-partners']],
		['category=no-such&category=no-such', []],
	])('a filter on words can be repeated: %s', async (query, slugs) => {
		expect(await among(query)).toEqual(slugs);
	});

	test('keeps repeated filters in links', async () => {
		const { headers } = await api.get('/programs?category=crowd&category=ranked&per_page=5');
		expect(headers.get('link')).toContain('?category=crowd&category=ranked&per_page=5&page=2>; rel="next"');
	});

	test.each([
		['approval=maybe', 'It must be one of automatic, manual.'],
		['commission_figure=high', 'It must be one of exact, from, up_to, either, contradictory.'],
		['provenance=rumour', 'It must be one of checked, imported, unchecked.'],
		['deep_links=yes', 'It must be true or false (1 or 0).'],
		['country=de', 'It must be the code of a country in capitals, such as DE.'],
		['months=18', 'It must be one of 12, 24.'],
		['churn=101', 'It must be a number in digits, from 0 to 100, such as 30 or 12.5.'],
	])('a value that no program can have is a 400: %s', async (query, message) => {
		expect(await refusal(query)).toEqual({ [query.split('=')[0]!]: message });
	});

	test.each([
		['guaranteed_desc', ['mixed', 'once', 'monthly', 'words-up-to', 'lumen-partners', 'stepped']],
		['guaranteed_asc', ['monthly', 'once', 'mixed', 'lumen-partners', 'words-up-to', 'stepped']],
		// The closed program is the last one.
		['checked_desc', ['lumen-partners', 'mixed', 'monthly', 'once', 'words-up-to', 'stepped']],
	])('sorts as the explorer does: %s', async (sort, slugs) => {
		expect(keysOf(await api.json(`/programs?slugs=${SLUGS}&sort=${sort}`))).toEqual(slugs);
	});

	test('sorts by the estimate for a price and a churn', async () => {
		const first = async (query: string) =>
			keysOf(await api.json(`/programs?slugs=monthly,once&sort=estimate&${query}`))[0];
		// 20% of each payment, or 30% of the first one only.
		expect(await first('price=100&customers=5&churn=0')).toBe('monthly');
		expect(await first('price=100&churn=100')).toBe('once');
		expect(await first('')).toBe('monthly');
	});

	test('sorts by the estimate for the first year or the first two years', async () => {
		const order = async (months: number) =>
			keysOf(await api.json(`/programs?slugs=monthly,once&sort=estimate&churn=65&months=${months}`));
		// 20% of each payment, or 30% of the first one only. Few customers stay, so it takes long until the 20% are more.
		expect(await order(12)).toEqual(['once', 'monthly']);
		expect(await order(24)).toEqual(['monthly', 'once']);
	});

	test('sorts by the estimate for a number of customers', async () => {
		const order = async (customers: number) =>
			keysOf(await api.json(`/programs?slugs=capped-per-year,for-sale&sort=estimate&customers=${customers}`));
		// Both pay 10% of each sale, one of them at most 100 a year.
		expect(await order(1)).toEqual(['capped-per-year', 'for-sale']);
		expect(await order(10)).toEqual(['for-sale', 'capped-per-year']);
	});

	test('slugs: up to 100 programs in one request; unknown slugs are left out', async () => {
		const { data, meta } = await api.json('/programs?slugs=once,no-such,monthly,once,secret-draft');
		expect(keysOf({ data }).sort()).toEqual(['monthly', 'once']);
		expect(meta).toEqual({ page: 1, per_page: 100, total: 2, total_pages: 1 });
		const hundred = Array.from({ length: 100 }, (_, i) => `crowd-${String(i).padStart(3, '0')}`);
		expect((await api.json(`/programs?slugs=${hundred}`)).data).toHaveLength(100);
		expect((await api.json(`/programs?slugs=${hundred}&per_page=7&page=2`)).data).toHaveLength(7);
		const message = 'It must be a list of at most 100, separated by commas.';
		expect(await refusal(`slugs=${hundred},one-more`)).toEqual({ slugs: message });
		const repeated = hundred.map((slug) => `slugs=${slug}`).join('&');
		expect((await api.json(`/programs?${repeated}&per_page=7&fields=offers`)).meta.total).toBe(100);
		expect(await refusal(`${repeated}&slugs=one-more`)).toEqual({ slugs: message });
		expect(await refusal('slugs=once,')).toEqual({ slugs: `${message} Value 2 is empty.` });
		expect(await refusal('slugs=once,monthly,,mixed')).toEqual({ slugs: `${message} Value 3 is empty.` });
	});

	test('fields: adds fields of the detail after the others', async () => {
		const [plain] = (await api.json('/programs?slugs=lumen-partners')).data;
		const [item] = (await api.json('/programs?slugs=lumen-partners&fields=countries,signup_url,offers')).data;
		const { data } = await api.json('/programs/lumen-partners');
		const { signup_url, offers, countries } = data;
		expect(Object.entries(item)).toEqual(Object.entries({ ...plain, signup_url, offers, countries }));
		const [whole] = (await api.json(`/programs?slugs=lumen-partners&fields=${ADDED_FIELDS}`)).data;
		expect(whole).toEqual({ ...data, ...plain });
	});

	test('fields: items stay byte for byte as they are', async () => {
		const path = '/programs?category=ranked';
		const plain = await api.get(path, { headers: { 'Accept-Encoding': 'identity' } });
		const more = await api.get(`${path}&fields=updated_at`, { headers: { 'Accept-Encoding': 'identity' } });
		expect(String(more.body).replaceAll(/,"updated_at":"[^"]*"/g, '')).toBe(String(plain.body));
		expect(more.headers.get('etag')).not.toBe(plain.headers.get('etag'));
		expect((await api.json('/programs?category=deserted&fields=updated_at')).data).toEqual([]);
	});

	test('fields and facets: an unknown name is a 400 that lists the allowed ones', async () => {
		expect((await refusal('fields=signup_url,colour')).fields).toContain('long_description, payout_minimum');
		expect((await refusal('facets=organization')).facets).toContain('category, tag, commission_type');
	});

	test('facets: counts values, most programs first, with all other filters', async () => {
		const filters = `slugs=${SLUGS}&commission_type=one_time&commission_type=recurring`;
		const { data, facets } = await api.json(`/programs?${filters}&facets=commission_type,network,approval&per_page=1`);
		expect(data).toHaveLength(1);
		expect(Object.keys(facets)).toEqual(['commission_type', 'tracking_platform', 'approval']);
		expect(facets.tracking_platform).toEqual([
			{ value: 'in-house', count: 2 },
			{ value: 'partner-cloud', count: 1 },
		]);
		for (const [name, values] of Object.entries(facets) as [string, { value: string; count: number }[]][]) {
			const others = filters.replace(name === 'commission_type' ? /&commission_type=\w+/g : /^$/, '');
			for (const { value, count } of values) {
				expect((await api.json(`/programs?${others}&${name}=${value}`)).meta.total, value).toBe(count);
			}
		}
		expect(await api.json(`/programs?${filters}&facets=`)).not.toHaveProperty('facets');
	});

	test('facets: at most 100 values of each filter, and none without programs', async () => {
		const { facets } = await api.json('/programs?facets=country,not_restriction,category');
		expect(facets.country.length).toBeLessThanOrEqual(100);
		expect(facets.category.map(({ value }: { value: string }) => value)).not.toContain('deserted');
		expect(facets.not_restriction[0].value).toBe('brand-bidding');
		expect((await api.json('/programs?slugs=lumen-partners&facets=not_restriction')).facets).toEqual({
			not_restriction: [],
		});
	});

	test('all of them can be read from an earlier snapshot', async () => {
		const query = `slugs=once&fields=updated_at&facets=category&snapshot=${CONTRACT.snapshotId}`;
		expect(keysOf(await api.json(`/programs?${query}`))).toEqual(['once']);
	});

	test('the client sends several values', async () => {
		const { data, facets } = await api.client.listPrograms({
			slugs: SLUGS,
			commission_type: ['hybrid', 'tiered'],
			fields: ['website_url'],
			facets: 'category',
		});
		expect(keysOf({ data }).sort()).toEqual(['mixed', 'stepped']);
		expect(data[0]!.website_url).toBe('https://plain.example/');
		expect(facets).toEqual({ category: [{ value: 'filtered', count: 2 }] });
	});
});

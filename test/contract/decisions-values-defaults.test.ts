import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { keysOf } from './api.ts';
import { CONTRACT, SERVERS } from './contract.ts';

const { snapshot, imported } = CONTRACT;

const nulls = (...fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, null]));

describe.each(SERVERS)('Values: null where unknown, and defaults, through $name', (api) => {
	test.each([
		['/organizations/plain', { ...nulls('description', 'logo_url', 'website_url'), plan: 'free' }],
		['/categories/unlabelled', { description: null, icon: 'tag' }],
		[
			'/programs/all-unknown',
			{
				...nulls('commission_rate', 'commission_text', 'commission_amount', 'commission_duration', 'cookie_days'),
				...nulls('tracking_platform', 'payout_minimum', 'payout_frequency', 'currency', 'signup_url', 'logo_url'),
				...{ description: '', long_description: '', verified: false },
			},
		],
		[
			'/reviews/rev_bare',
			{ title: '', body: '', author: { username: 'bo', display_name: 'bo', avatar_url: null }, upvotes: 0 },
		],
	])('%s', async (path, fields) => {
		expect((await api.json(path)).data).toMatchObject(fields);
	});

	test.each(['/organizations/plain', '/programs/all-unknown'])('%s: created_at is the time of import', async (path) => {
		const { created_at } = (await api.json(path)).data;
		expect(created_at >= imported.from && created_at <= imported.to).toBe(true);
	});

	test('program and review: status published', async () => {
		expect((await api.get('/programs/all-unknown')).status).toBe(200);
		expect((await api.get('/reviews/rev_bare')).status).toBe(200);
	});

	test.each(['/programs/all-unknown', '/programs/half', '/reviews/rev_bare'])(
		'%s: updated_at is created_at',
		async (path) => {
			const { created_at, updated_at } = (await api.json(path)).data;
			expect(updated_at).toBe(created_at);
		},
	);
});

describe('Values: what the API does not show', () => {
	test('of a program: no date and address of a check, not featured, no views, published', () => {
		const db = new Database(snapshot, { readonly: true });
		const stored = db
			.prepare("SELECT checked_at, source_url, featured, views, status FROM programs WHERE slug = 'all-unknown'")
			.get();
		db.close();
		expect(stored).toEqual({ ...nulls('checked_at', 'source_url'), featured: 0, views: 0, status: 'published' });
	});
});

describe.each(SERVERS)('Values: unknown and zero, through $name', (api) => {
	test('0 is a value', async () => {
		expect((await api.json('/programs/all-zero')).data).toMatchObject({
			commission_rate: 0,
			commission_amount: 0,
			cookie_days: 0,
			payout_minimum: 0,
		});
		expect(keysOf(await api.json('/programs?q=all+zero&max_commission=0&min_cookie_days=0'))).toEqual(['all-zero']);
	});

	test('every documented field is always present', async () => {
		for (const [whole, bare] of [
			['/programs/lumen-partners', '/programs/all-unknown'],
			['/organizations/lumen-labs', '/organizations/plain'],
			['/categories/lighting', '/categories/unlabelled'],
			['/reviews/rev_full', '/reviews/rev_bare'],
		] as const) {
			const fields = Object.keys((await api.json(whole)).data);
			expect(Object.keys((await api.json(bare)).data)).toEqual(fields);
		}
	});
});

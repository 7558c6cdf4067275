import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { keysOf } from './api.ts';
import { CONTRACT, SERVERS } from './contract.ts';

const { snapshot, imported } = CONTRACT;

describe.each(SERVERS)('Values: null where unknown, through $name', (api) => {
	test.each([
		['/organizations/plain', 'description'],
		['/organizations/plain', 'logo_url'],
		['/organizations/plain', 'website_url'],
		['/categories/unlabelled', 'description'],
		['/programs/all-unknown', 'commission_rate'],
		['/programs/all-unknown', 'commission_text'],
		['/programs/all-unknown', 'commission_amount'],
		['/programs/all-unknown', 'commission_duration'],
		['/programs/all-unknown', 'cookie_days'],
		['/programs/all-unknown', 'tracking_platform'],
		['/programs/all-unknown', 'payout_minimum'],
		['/programs/all-unknown', 'payout_frequency'],
		['/programs/all-unknown', 'currency'],
		['/programs/all-unknown', 'signup_url'],
		['/programs/all-unknown', 'logo_url'],
	])('%s: %s', async (path, field) => {
		expect((await api.json(path)).data[field]).toBeNull();
	});

	test('review: author_avatar_url', async () => {
		expect((await api.json('/reviews/rev_bare')).data.author.avatar_url).toBeNull();
	});

	test.each(['description', 'long_description'])('program: %s, as ""', async (field) => {
		expect((await api.json('/programs/all-unknown')).data[field]).toBe('');
	});
});

describe.each(SERVERS)('Values: defaults, through $name', (api) => {
	test('organization: plan free', async () => {
		expect((await api.json('/organizations/plain')).data.plan).toBe('free');
	});

	test('category: icon tag', async () => {
		expect((await api.json('/categories/unlabelled')).data.icon).toBe('tag');
	});

	test.each(['/organizations/plain', '/programs/all-unknown'])('%s: created_at is the time of import', async (path) => {
		const { created_at } = (await api.json(path)).data;
		expect(created_at >= imported.from && created_at <= imported.to).toBe(true);
	});

	test('program: verified false', async () => {
		expect((await api.json('/programs/all-unknown')).data.verified).toBe(false);
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

	test('review: title and body "", author_display_name the username, upvotes 0', async () => {
		expect((await api.json('/reviews/rev_bare')).data).toMatchObject({
			title: '',
			body: '',
			author: { username: 'bo', display_name: 'bo' },
			upvotes: 0,
		});
	});
});

describe('Values: what the API does not show', () => {
	test.each([
		['checked_at', null],
		['source_url', null],
		['featured', 0],
		['views', 0],
		['status', 'published'],
	])('program: %s is %s by default', (column, value) => {
		const db = new Database(snapshot, { readonly: true });
		const stored = db.prepare(`SELECT ${column} FROM programs WHERE slug = 'all-unknown'`).pluck().get();
		db.close();
		expect(stored).toBe(value);
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

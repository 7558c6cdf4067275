import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../../src/shared/to-timestamp.ts';
import type { MadeKey } from '../../../src/state/keys/create.ts';
import { openSqlite, type SqliteState } from '../../../src/state/sqlite/open-sqlite.ts';
import { addKey } from '../../support/add-key.ts';
import { useAccountSite } from '../account-site.ts';
import { expectGoodPage } from '../good-page.ts';

const site = useAccountSite(() => ({ WORKERS: '2' }));
let state: SqliteState;
beforeAll(() => {
	state = openSqlite(site.state);
});
afterAll(() => state?.close());

const addressOf = ({ key }: MadeKey) => `/account/keys/${key.id}/`;

/** A signed-in owner of a key. */
async function arrive(name = 'laptop'): Promise<{ page: Page; made: MadeKey; email: string }> {
	const { page, email } = await site.visitSignedIn();
	return { page, email, made: await addKey(state, email, name) };
}

/** Sends a request with a key, from the address of the page. Returns the status. */
async function request(page: Page, { secret }: MadeKey, target: string, method = 'GET'): Promise<number> {
	return (await page.request.fetch(target, { method, headers: { 'X-API-Key': secret } })).status();
}

/** Reloads the page until one of these elements contains this text. */
async function reloadUntil(page: Page, made: MadeKey, elements: string, text: string | RegExp): Promise<void> {
	await expect
		.poll(() => page.goto(addressOf(made)).then(() => page.locator(elements).filter({ hasText: text }).count()), {
			// The server saves uses once a second.
			interval: 300,
		})
		.toBe(1);
}

/** Reloads the page until a table contains this text. Returns the cells of each row of that table. */
async function rowsWith(page: Page, made: MadeKey, table: string, text: string): Promise<string[][]> {
	await reloadUntil(page, made, table, text);
	const rows = await page.locator(`${table} tbody tr`).all();
	return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

describe('The page of a key', () => {
	test('shows the requests of all server processes, without queries and full addresses', async () => {
		const { page, made } = await arrive();
		const { address } = await page.request
			.get('/account/history/')
			.then((answer) => answer.text())
			.then((text) => ({ address: /203\.0\.113\.x/.exec(text)![0] }));
		for (let n = 0; n < 20; n++) await request(page, made, `/v1/programs?q=private${n}`);
		expect(await request(page, made, '/v1/programs/nobody/?a=private')).toBe(404);
		expect(await request(page, made, '/v1/categories', 'POST')).toBe(405);
		expect(await request(page, made, '/v1/nowhere')).toBe(404);
		const rows = await rowsWith(page, made, '.requests', '/v1/nowhere');
		expect(rows.map(([what, status]) => `${what} ${status}`)).toEqual([
			'GET /v1/nowhere 404 Not Found',
			'POST /v1/categories 405 Method Not Allowed',
			'GET /v1/programs/nobody/ 404 Not Found',
			...Array(20).fill('GET /v1/programs 200 OK'),
		]);
		expect(new Set(rows.map((cells) => cells[3]))).toEqual(new Set([address]));
		expect(rows[0]![2]).toMatch(/^\d+ \w+ 20\d\d, \d\d:\d\d:\d\d UTC$/);
		expect(await page.content()).not.toContain('private');
		const endpoints = await page.locator('.endpoints tr').all();
		expect(await Promise.all(endpoints.map((row) => row.locator('th, td').allInnerTexts()))).toEqual([
			['Endpoint', '200\nOK', '404\nNot Found', '405\nMethod Not Allowed', 'Total'],
			['/v1/programs', '20', '0', '0', '20'],
			['/v1/categories', '0', '0', '1', '1'],
			['/v1/programs/:slug', '0', '1', '0', '1'],
			['Unknown path', '0', '1', '0', '1'],
		]);
		// A page reads the days before the requests, and a server can save more in between.
		await reloadUntil(page, made, 'p', /^23 requests in 30 days\. The busiest day was .*, with 23\.$/);
		await expectGoodPage(page);
	});

	test('shows its share of the requests of the account', async () => {
		const { page, made, email } = await arrive();
		const other = await addKey(state, email, 'server');
		const day = toTimestamp(new Date()).slice(0, 10);
		const use = { day, endpoint: '/programs', status: 200, lastUsed: null };
		await state.usage.add(
			[
				{ ...use, id: made.key.id, requests: 30 },
				{ ...use, id: other.key.id, requests: 90 },
			],
			[],
		);
		await page.goto(addressOf(made));
		const share = 'The account made 120 requests, 25% of them with this key.';
		expect(await page.getByText(share).count()).toBe(1);
	});

	test('says that a key was never used, and links to the pages that change it', async () => {
		const { page, made } = await arrive();
		await page.goto('/account/keys/');
		await page.getByRole('link', { name: 'laptop', exact: true }).click();
		expect(new URL(page.url()).pathname).toBe(addressOf(made));
		expect(await page.getByText('This key has never been used.').count()).toBe(1);
		expect(await page.getByRole('table').count()).toBe(0);
		for (const name of ['Rotate key', 'Rename key', 'Revoke key']) {
			await page.goto(addressOf(made));
			await page.getByRole('link', { name }).click();
			expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(name);
		}
		await expectGoodPage(page);
	});

	test('shows requests with a revoked key without counting them as use, and offers no changes', async () => {
		const { page, made } = await arrive();
		await state.keys.revoke(made.key.id, toTimestamp(new Date()));
		expect(await request(page, made, '/v1/programs')).toBe(401);
		const rows = await rowsWith(page, made, '.requests', '401');
		expect(rows[0]!.slice(0, 2)).toEqual(['GET /v1/programs', '401 Unauthorized']);
		expect(await page.getByText(/^Revoked on .* Requests with this key fail with status 401\.$/).count()).toBe(1);
		expect(await page.locator('.settings').innerText()).toMatch(/Last used\s+Never/);
		expect(await page.getByRole('link', { name: 'Rotate key' }).count()).toBe(0);
		await page.goto(`${addressOf(made)}rotate/`);
		expect(new URL(page.url()).pathname).toBe(addressOf(made));
	});

	test('says that a key has expired', async () => {
		const { page, made } = await arrive();
		state.database.prepare("UPDATE keys SET expires_at = '2026-01-31T00:00:00Z' WHERE id = ?").run(made.key.id);
		await page.goto(addressOf(made));
		expect(await page.getByText('Expired on 31 January 2026.').count()).toBe(1);
		expect(await page.getByRole('link', { name: 'Revoke key' }).count()).toBe(0);
	});
});

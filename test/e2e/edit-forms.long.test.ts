import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { htmlFaults } from '../support/html-faults.ts';
import { type EditServer, startEdit } from './edit-server.ts';
import { useBrowser } from './sites.ts';

const visit = useBrowser();
/** The last group of tests that started one leaves it to the tests after it. */
let server: EditServer;

afterAll(() => server?.remove());

/** Opens a page as the person who started the command. */
async function open(path: string, javaScriptEnabled = true): Promise<Page> {
	const page = await visit(`${path}?token=${server.token}`, { baseURL: server.origin, javaScriptEnabled });
	return page;
}

const main = (page: Page) => page.locator('main').innerText();

describe.each([
	['with JavaScript', true],
	['without JavaScript', false],
])('An editor %s', (_, javaScriptEnabled) => {
	let page: Page;

	beforeAll(async () => {
		await server?.remove();
		server = await startEdit();
		page = await open('/programs/acme/', javaScriptEnabled);
	});

	test('opens the form of a record from its page, with what its source says', async () => {
		await page.getByRole('link', { name: 'Edit Acme Pro' }).click();
		expect(new URL(page.url()).pathname).toBe('/_edit/programs/acme/');
		expect(await page.getByLabel('Commission', { exact: true }).inputValue()).toBe('20');
		expect(await page.locator('#commission_rate-said').innerText()).toMatch(/^edit-\w+ says the same$/);
		if (javaScriptEnabled) await expectNoFaults(page);
	});

	test('gets the messages of the commands for wrong values, and keeps what was typed', async () => {
		await page.getByLabel('Cookie duration').fill('some weeks');
		await page.getByLabel('Website').fill('acme');
		await page.getByRole('button', { name: 'Save' }).click();
		expect(await page.locator('.problems').innerText()).toContain(
			'program, field cookie_days: "some weeks" must be a number of days; write a whole number of days such as 30',
		);
		expect(await page.getByLabel('Cookie duration').inputValue()).toBe('some weeks');
		expect(await page.getByLabel('Website').inputValue()).toBe('acme');
		if (javaScriptEnabled) await expectNoFaults(page);
	});

	test('saves, and sees the changed page', async () => {
		await page.goto('/_edit/programs/acme/');
		await page.getByLabel('Commission', { exact: true }).fill('35');
		await page.getByLabel(/^Why/).first().fill('mail from Acme');
		await page.getByRole('button', { name: 'Save' }).click();
		expect(new URL(page.url()).pathname).toBe('/programs/acme/');
		expect(await main(page)).toContain('35%');
		expect(server.stored("SELECT command || ': ' || because FROM changes ORDER BY id DESC")).toBe(
			'set: mail from Acme',
		);
	});

	test('sees on the form what the source says, if it differs', async () => {
		await page.goto('/_edit/programs/acme/');
		expect(await page.locator('#commission_rate-said').innerText()).toMatch(/^edit-\w+ says 20%$/);
	});

	test('sees the change on the page Changes, and undoes it', async () => {
		await page.getByRole('link', { name: 'Changes' }).first().click();
		const item = page.locator('article').filter({ hasText: 'mail from Acme' }).first();
		expect(await item.innerText()).toMatch(/Commission\s+20%\s+35%/);
		if (javaScriptEnabled) await expectNoFaults(page);
		await item.getByRole('button', { name: 'Undo' }).click();
		expect(server.stored("SELECT commission_rate FROM programs WHERE slug = 'acme'")).toBe(20);
		expect(await main(page)).toContain('undo of change');
	});

	test('publishes, which nothing did before', async () => {
		const before = server.online();
		expect(before).toBe(undefined);
		await page.goto('/_edit/programs/acme/');
		await page.getByLabel('Commission', { exact: true }).fill('40');
		await page.getByRole('button', { name: 'Save' }).click();
		expect(server.online()).toBe(before);
		await page.goto('/_edit/changes/');
		await page.getByRole('button', { name: 'Publish' }).click();
		expect(server.online()).not.toBe(before);
		expect(await main(page)).toContain('Everything is online.');
		expect(await main(page)).toContain('Online now');
	});

	test('adds, renames and removes a record', async () => {
		await page.goto('/_edit/organizations/');
		await page.getByLabel('Slug').fill('beta');
		await page.getByLabel('Name').fill('A <i>new</i> one');
		await page.getByRole('button', { name: 'Add' }).click();
		expect(new URL(page.url()).pathname).toBe('/organizations/beta/');
		expect(await main(page)).toContain('A <i>new</i> one');
		await page.goto('/_edit/organizations/beta/');
		await page.getByText('Rename', { exact: true }).first().click();
		await page.getByLabel('New slug').fill('beta-two');
		await page.getByRole('button', { name: 'Rename' }).click();
		expect(new URL(page.url()).pathname).toBe('/organizations/beta-two/');
		await page.goto('/_edit/organizations/beta-two/');
		await page.getByText('Remove', { exact: true }).click();
		await page.getByRole('button', { name: 'Remove this organization' }).click();
		expect(new URL(page.url()).pathname).toBe('/_edit/changes/');
		expect(server.stored("SELECT count(*) FROM organizations WHERE slug LIKE 'beta%'")).toBe(0);
	});
});

test('An editor publishes again, goes back to the publication before, and publishes with a reason', async () => {
	const page = await open('/_edit/changes/');
	await page.getByRole('button', { name: 'Publish', exact: true }).click();
	const before = server.online();
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	expect(server.online()).not.toBe(before);
	await page.getByRole('button', { name: 'Publish', exact: true }).click();
	expect(await main(page)).toContain('a rollback has paused publishing');
	await page.getByLabel(/Why it is right/).fill('checked');
	await page.getByRole('button', { name: 'Publish anyway' }).click();
	expect(await main(page)).toContain('Everything is online.');
});

test('An editor approves a review, which then counts as decided in every window', async () => {
	const [page, other] = [await open('/_edit/changes/'), await open('/_edit/changes/')];
	expect(await main(page)).toContain('<b>Pays</b> on time');
	await page.getByRole('button', { name: 'Approve' }).click();
	expect(server.stored("SELECT status FROM reviews WHERE id = 'rev_a1'")).toBe('published');
	await other.getByRole('button', { name: 'Reject' }).click();
	expect(await main(other)).toContain('The review rev_a1 no longer waits for a decision. It is published.');
	expect(server.stored("SELECT status FROM reviews WHERE id = 'rev_a1'")).toBe('published');
});

describe('Two windows with the form of the same record', () => {
	test('keep each other’s edits of different fields', async () => {
		const [one, other] = [await open('/_edit/programs/acme/'), await open('/_edit/programs/acme/')];
		await one.getByLabel('Cookie duration').fill('60');
		await one.getByRole('button', { name: 'Save' }).click();
		await other.getByLabel('Payout threshold').fill('25');
		await other.getByRole('button', { name: 'Save' }).click();
		expect(new URL(other.url()).pathname).toBe('/programs/acme/');
		expect(server.stored("SELECT cookie_days || ' ' || payout_minimum FROM programs WHERE slug = 'acme'")).toBe(
			'60 25.0',
		);
	});

	test('show a conflict with both values for the same field, and lose neither', async () => {
		const [one, other] = [await open('/_edit/programs/acme/'), await open('/_edit/programs/acme/')];
		await one.getByLabel('Cookie duration').fill('90');
		await one.getByRole('button', { name: 'Save' }).click();
		await other.getByLabel('Cookie duration').fill('45');
		await other.getByLabel('Currency').fill('EUR');
		await other.getByRole('button', { name: 'Save' }).click();
		expect(await other.locator('#cookie_days-conflict').innerText()).toContain('changed to 90 days');
		expect(await other.getByLabel('Cookie duration').inputValue()).toBe('45');
		expect(await other.getByLabel('Currency').inputValue()).toBe('EUR');
		expect(server.stored("SELECT cookie_days || ' ' || currency FROM programs WHERE slug = 'acme'")).toBe(null);
		await expectNoFaults(other);
		await other.getByLabel('Discard my value').check();
		await other.getByRole('button', { name: 'Save' }).click();
		expect(server.stored("SELECT cookie_days || ' ' || currency FROM programs WHERE slug = 'acme'")).toBe('90 EUR');
	});
});

test('A form keeps what was typed if the record was removed in another window, and saves if it was renamed', async () => {
	const [page, other] = [await open('/_edit/organizations/', false), await open('/', false)];
	await page.getByLabel('Slug').fill('old');
	await page.getByLabel('Name').fill('Old');
	await page.getByRole('button', { name: 'Add' }).click();
	await page.goto('/_edit/organizations/old/');
	await other.goto('/_edit/organizations/old/');
	await other.getByText('Rename', { exact: true }).first().click();
	await other.getByLabel('New slug').fill('renamed');
	await other.getByRole('button', { name: 'Rename' }).click();
	await page.getByLabel('Name').fill('Newer');
	await page.getByRole('button', { name: 'Save' }).click();
	expect(new URL(page.url()).pathname).toBe('/organizations/renamed/');
	expect(server.stored("SELECT name FROM organizations WHERE slug = 'renamed'")).toBe('Newer');

	await page.goto('/_edit/organizations/renamed/');
	await other.goto('/_edit/organizations/renamed/');
	await other.getByText('Remove', { exact: true }).click();
	await other.getByRole('button', { name: 'Remove this organization' }).click();
	await page.getByLabel('Description').fill('A long text');
	await page.getByRole('button', { name: 'Save' }).click();
	expect(await page.locator('.problems').innerText()).toContain('There is no organization renamed.');
	expect(await page.getByLabel('Description').inputValue()).toBe('A long text');
	expect(await page.getByLabel('Name').inputValue()).toBe('Newer');
});

test('A form of another site changes nothing', async () => {
	const send = (headers: { readonly [name: string]: string }) =>
		fetch(`${server.origin}/_edit/programs/acme/`, {
			method: 'POST',
			body: new URLSearchParams({ name: 'Stolen' }),
			headers: { cookie: server.cookie, ...headers },
		}).then(({ status }) => status);
	expect(await send({ origin: 'http://stranger.example' })).toBe(403);
	expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403);
	expect(server.stored("SELECT name FROM programs WHERE slug = 'acme'")).toBe('Acme Pro');
});

async function pageAt(path: string, form?: { readonly [name: string]: string }): Promise<string> {
	const headers = { cookie: server.cookie, origin: server.origin };
	const options = form === undefined ? { headers } : { headers, method: 'POST', body: new URLSearchParams(form) };
	const response = await fetch(server.origin + path, options);
	expect(response.status, path).toBe(form === undefined ? 200 : 422);
	return response.text();
}

describe('Valid HTML has', () => {
	test.each([
		'/_edit/changes/',
		'/_edit/import/',
		'/_edit/organizations/acme/',
		'/_edit/categories/tools/',
		'/_edit/programs/acme/',
		'/_edit/reviews/rev_a1/',
		'/_edit/programs/',
		'/programs/acme/',
	])('%s', async (path) => {
		expect(await htmlFaults(await pageAt(path))).toEqual([]);
	});

	test('a form with wrong values', async () => {
		const [, opened] = /name="opened" value="([^"]*)"/.exec(await pageAt('/_edit/programs/acme/'))!;
		const own = { opened: opened!.replaceAll('&quot;', '"').replaceAll('&amp;', '&') };
		const page = await pageAt('/_edit/programs/acme/', { ...own, name: '', cookie_days: 'many', because: '<b>"&' });
		expect(page).toContain('class="problems"');
		expect(await htmlFaults(page)).toEqual([]);
	});
});

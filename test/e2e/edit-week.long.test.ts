/** An editor's week in a browser, in order: each test starts where the one before ended. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '../support/run-command.ts';
import { type EditServer, startEdit } from './edit-server.ts';
import { useBrowser } from './sites.ts';

const visit = useBrowser();
let server: EditServer;
let page: Page;

beforeAll(async () => {
	server = await startEdit();
	mkdirSync(join(server.folder, 'mail'));
	page = await visit(undefined, { baseURL: server.origin });
	await page.goto(`/?token=${server.token}`);
});
afterAll(() => server?.remove());

const main = () => page.locator('main').innerText();
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

/** Opens a file on the page for imports. */
async function lookAt(name: string, content: string): Promise<void> {
	const file = join(server.folder, 'mail', name);
	writeFileSync(file, content);
	await page.goto('/_edit/import/');
	await page.getByLabel('File').setInputFiles(file);
	await press('Show changes');
}

const PARTNERS = 30;
/** A feed of partners. @param host returns the host of a partner's application page */
const feed = (cookie: number, host = (n: number) => `partner${n}.example`) =>
	JSON.stringify(
		Array.from({ length: PARTNERS }, (_, n) => ({
			name: `Partner ${n}`,
			website: `https://partner${n}.example/`,
			apply: `https://${host(n)}/join`,
			commission: '10% per sale',
			cookie: n === 1 ? `${cookie} days` : '30 days',
		})),
	);

test('On Monday, a messy sheet comes in without its broken row, and is published', async () => {
	await lookAt(
		'Partnerliste (final) v3.csv',
		'Name;Website;Provision\nFoo CRM;foocrm.example;12,5 %\nKaputt;#REF!;5 %\n',
	);
	expect(await page.locator('.problems').innerText()).toContain('#REF!');
	await page.getByLabel('Import the other rows').check();
	await press('Show the difference');
	await press('Import');
	expect(server.stored("SELECT commission_rate FROM programs WHERE slug = 'foo-crm'")).toBe(12.5);
	await page.goto('/_edit/changes/');
	await press('Publish');
	expect(await main()).toContain('Everything is online.');
});

test('On Tuesday, a program is corrected, another one renamed, and a review approved', async () => {
	await page.goto('/_edit/programs/acme/');
	await page.getByLabel('Commission', { exact: true }).fill('25');
	await page.getByLabel(/^Why/).first().fill('mail from Acme');
	await press('Save');
	await page.goto('/_edit/programs/foo-crm/');
	await page.getByText('Rename', { exact: true }).first().click();
	await page.getByLabel('New slug').fill('foo');
	await press('Rename');
	expect(new URL(page.url()).pathname).toBe('/programs/foo/');
	await page.goto('/_edit/changes/');
	await press('Approve');
	expect(server.stored("SELECT status FROM reviews WHERE id = 'rev_a1'")).toBe('published');
});

test('On Wednesday, a feed comes in twice, and a correction made in between is a conflict with both values', async () => {
	await lookAt('feed.json', feed(45));
	await press('Import');
	await page.goto('/_edit/programs/partner-1/');
	await page.getByLabel('Cookie duration').fill('60');
	await press('Save');
	await lookAt('feed.json', feed(90));
	expect(await main()).toContain('This import would change no record. It only notes what the source says now.');
	await press('Import');
	expect(server.stored("SELECT cookie_days FROM programs WHERE slug = 'partner-1'")).toBe(60);
	const conflict = page.locator('article').filter({ has: page.getByRole('button', { name: 'Keep yours' }) });
	expect(await conflict.innerText()).toMatch(/Yours\s+60 days[\s\S]*90 days/);
	await conflict.getByRole('button', { name: /^Take the value of/ }).click();
	expect(server.stored("SELECT cookie_days FROM programs WHERE slug = 'partner-1'")).toBe(90);
	await press('Publish');
	expect(await main()).toContain('Everything is online.');
});

test('On Thursday, a hijacked feed is held with its reason, and an undo takes it back', async () => {
	const before = server.online();
	await lookAt(
		'feed.json',
		feed(90, (n) => (n < 5 ? 'evil.example' : `partner${n}.example`)),
	);
	await press('Import');
	expect(await main()).toMatch(/Odd: signup_url moves from \S+ to evil\.example/);
	await press('Publish');
	expect(await main()).toContain('evil.example, to which nothing linked before');
	expect(server.online()).toBe(before);
	await page
		.getByRole('button', { name: /^Undo change/ })
		.first()
		.click();
	expect(server.stored("SELECT signup_url FROM programs WHERE slug = 'partner-0'")).toBe(
		'https://partner0.example/join',
	);
	await press('Publish');
	expect(await main()).toContain('Everything is online.');
});

test('On Friday, a stale copy of a colleague overwrites no correction', async () => {
	await lookAt('programs.csv', 'slug,commission_rate\nacme,20\nfoo-crm,12.5\n');
	await press('Import');
	expect(server.stored("SELECT commission_rate FROM programs WHERE slug = 'acme'")).toBe(25);
});

test('On Sunday, the report has the week, with what was undone', async () => {
	const report = await succeed('report', [
		'--since',
		'2026-01-01',
		'--markdown',
		'--snapshot',
		join(server.folder, 'snapshot.sqlite'),
	]);
	expect(report).toContain('mail from Acme');
	expect(report).toContain('undo of change');
});

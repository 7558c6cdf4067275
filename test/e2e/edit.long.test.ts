import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { type EditServer, startEdit } from './edit-server.ts';
import { useBrowser } from './sites.ts';

const visit = useBrowser();
let server: EditServer;
let programs: string;
let page: Page;

beforeAll(async () => {
	server = await startEdit();
	programs = join(server.folder, 'programs.csv');
	page = await visit(undefined, { baseURL: server.origin });
	await page.goto(`/programs/acme/?token=${server.token}`);
});
afterAll(() => server?.remove());

/** Replaces text in programs.csv. Like many editors, it writes another file and renames it. */
function edit(text: string, by: string): void {
	writeFileSync(`${programs}.new`, readFileSync(programs, 'utf8').replace(text, by));
	renameSync(`${programs}.new`, programs);
}

/** The text of the notice; an empty list if it is hidden. */
const notice = () => page.locator('edit-notice:not([hidden])').allInnerTexts();

/** Requests an address with certain headers. Returns the status without waiting for the end of the response. */
async function statusOf(path: string, headers: { readonly [name: string]: string }): Promise<number> {
	const request = get({
		host: '127.0.0.1',
		port: server.port,
		path,
		headers: { host: `localhost:${server.port}`, cookie: server.cookie, ...headers },
	});
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	response.destroy();
	return response.statusCode!;
}

describe('npm run edit', () => {
	test('imports the files and serves them', async () => {
		expect(server.output()).toContain('1 organization added, 1 category added, 1 program added');
		expect(await page.locator('main').innerText()).toContain('Tools for everyone.');
	});

	test('reloads an open page after a file is saved', async () => {
		edit('Tools for everyone.', 'Tools for you.');
		await expect.poll(() => page.locator('main').innerText()).toContain('Tools for you.');
		await expect
			.poll(() => server.output())
			.toMatch(/1 program changed\. Pages: \d+ rendered, \d+ kept, 0 removed\. \d+\.\d s/);
	});

	test('names the file, row and column of an error on the page and in the terminal', async () => {
		edit(',20,', ',much,');
		const error = `error: ${programs} row 2, column commission_rate: "much" must be`;
		await expect.poll(notice).toEqual([expect.stringContaining(error)]);
		await expect.poll(() => server.errors()).toContain(error);
		await expect.poll(() => server.output()).toContain('Not built.');
	});

	test('keeps showing the last version and the error, also on other pages', async () => {
		await page.goto('/programs/');
		await expect.poll(notice).toEqual([expect.stringContaining('row 2, column commission_rate')]);
		await expectNoFaults(page);
		await page.goto('/programs/acme/');
		expect(await page.locator('main').innerText()).toContain('20%');
	});

	test('removes the error when it is corrected', async () => {
		edit(',much,', ',30,');
		await expect.poll(() => page.locator('main').innerText()).toContain('30%');
		await expect.poll(notice).toEqual([]);
	});

	test('removes the error when the file is changed back', async () => {
		edit(',30,', ',much,');
		await expect.poll(notice).toHaveLength(1);
		edit(',much,', ',30,');
		await expect.poll(notice).toEqual([]);
	});

	test('reloads a hidden page when it is shown again', async () => {
		const setHidden = (hidden: boolean) =>
			page.evaluate((hidden) => {
				Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
				document.dispatchEvent(new Event('visibilitychange'));
			}, hidden);
		await setHidden(true);
		edit('Tools for you.', 'Tools for all.');
		await expect
			.poll(() => fetch(page.url(), { headers: { cookie: server.cookie } }).then((response) => response.text()))
			.toContain('Tools for all.');
		expect(await page.locator('main').innerText()).toContain('Tools for you.');
		await setHidden(false);
		await expect.poll(() => page.locator('main').innerText()).toContain('Tools for all.');
		await expect.poll(() => server.output()).toMatch(/ {2}1 program changed\. [^\n]+\n$/);
	});

	test.each(['/', '/programs/acme/', '/_edit/events', '/v1/programs', '/mcp', '/openapi.json', '/healthz'])(
		'does not show %s under a host name of another site that leads to this machine',
		async (path) => {
			for (const host of ['stranger.example', `stranger.example:${server.port}`, 'localhost.stranger.example']) {
				expect(await statusOf(path, { host })).toBe(421);
			}
			for (const host of [`localhost:${server.port}`, `[::1]:${server.port}`]) {
				expect(await statusOf(path, { host })).not.toBe(421);
			}
		},
	);

	test.each(['/', '/programs/acme/', '/_edit/events', '/_edit/changes/', '/v1/programs', '/mcp', '/healthz'])(
		'refuses %s without the token',
		async (path) => {
			expect(await statusOf(path, { cookie: '' })).toBe(403);
			expect(await statusOf(path, { cookie: `edit-token-${server.port}=guess` })).toBe(403);
			expect(await statusOf(`${path}?token=guess`, { cookie: '' })).toBe(403);
		},
	);

	test('moves the token from the address to a cookie', async () => {
		const { status, headers } = await fetch(`http://127.0.0.1:${server.port}/programs/?page=2&token=${server.token}`, {
			redirect: 'manual',
		});
		expect(status).toBe(303);
		expect(headers.get('location')).toBe('/programs/?page=2');
		expect(headers.get('set-cookie')).toBe(`${server.cookie}; HttpOnly; SameSite=Strict; Path=/`);
	});

	test('tells its events to its own pages only', async () => {
		const events = (headers: { readonly [name: string]: string }) => statusOf('/_edit/events', headers);
		for (const site of ['same-origin', 'none']) expect(await events({ 'sec-fetch-site': site })).toBe(200);
		for (const site of ['cross-site', 'same-site']) expect(await events({ 'sec-fetch-site': site })).toBe(403);
		expect(await events({})).toBe(200);
		expect(await events({ origin: `http://localhost:${server.port}` })).toBe(200);
		for (const origin of ['http://stranger.example', 'http://localhost:1', 'null']) {
			expect(await events({ origin })).toBe(403);
		}
	});

	test('still reloads a page after another page has opened hundreds of connections', async () => {
		const strange = Array.from({ length: 200 }, () =>
			get({
				host: '127.0.0.1',
				port: server.port,
				path: '/_edit/events',
				headers: { referer: 'http://x.example/', cookie: server.cookie },
			}),
		);
		for (const request of strange) request.on('error', () => {});
		await Promise.all(strange.map((request) => once(request, 'response')));
		const before = server.output().length;
		edit('Tools for all.', 'Tools for each.');
		await expect.poll(() => page.locator('main').innerText()).toContain('Tools for each.');
		await expect.poll(() => server.output().slice(before)).toContain('  1 program changed. ');
		for (const request of strange) request.destroy();
	});

	test('does not import a spreadsheet or a second copy of a file, and says what to do', async () => {
		const copy = join(server.folder, 'programs (1).csv');
		const sheet = join(server.folder, 'partners.xlsx');
		writeFileSync(copy, readFileSync(programs));
		writeFileSync(sheet, 'a spreadsheet');
		await expect.poll(notice).toEqual([expect.stringContaining(`${copy} was not imported, because it looks like`)]);
		expect((await notice())[0]).toContain(`${sheet} was not imported`);
		expect((await notice())[0]).not.toContain('Correct these problems');
		edit('Tools for each.', 'Tools for one.');
		await expect.poll(() => page.locator('main').innerText()).toContain('Tools for one.');
		for (const file of [copy, sheet]) rmSync(file);
		await expect.poll(notice).toEqual([]);
	});

	test('builds nothing if no record has changed', async () => {
		const before = server.output();
		edit('Acme Pro,', '"Acme Pro",');
		await expect.poll(() => server.output().slice(before.length)).toMatch(/^\S+ {2}Nothing changed\. \d+\.\d s\n$/);
	});

	test('says that a removed row stays in the snapshot', async () => {
		const row = '\nextra,Extra,,acme,,recurring,,https://extra.example\n';
		edit('\n', row);
		await expect.poll(() => server.output()).toContain('  1 program added. ');
		edit(row, '\n');
		await expect.poll(() => server.output()).toContain('1 record is no longer in the files, but stays in the snapshot');
	});
});

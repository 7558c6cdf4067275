import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { listening, type ServerProcess } from '../support/running-server.ts';
import { newcomersEnvironment } from './npm-start.ts';
import { useBrowser } from './sites.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = {
	'organizations.csv': 'slug,name\nacme,Acme\n',
	'categories.csv': 'slug,name\ntools,Tools\n',
	'programs.csv':
		'slug,name,description,organization,categories,commission_type,commission_rate,website_url\nacme,Acme Pro,Tools for everyone.,acme,tools,recurring,20,https://acme.example\n',
};

const visit = useBrowser();
let folder: string;
let programs: string;
let server: ServerProcess;
let errors = '';
let page: Page;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'edit-'));
	programs = join(folder, 'programs.csv');
	for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
	const options = { cwd: ROOT, env: newcomersEnvironment(folder), detached: true } as const;
	const child = spawn('npm', ['run', 'edit', '--', folder], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	child.stderr!.on('data', (text) => (errors += text));
	server = await listening(child);
	page = await visit({ baseURL: `http://127.0.0.1:${server.port}` });
	await page.goto('/programs/acme/');
});
afterAll(async () => {
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** Replaces text in programs.csv. Like many editors, it writes another file and renames it. */
function edit(text: string, by: string): void {
	writeFileSync(`${programs}.new`, readFileSync(programs, 'utf8').replace(text, by));
	renameSync(`${programs}.new`, programs);
}

/** The text of the notice; an empty list if it is hidden. */
const notice = () => page.locator('edit-notice:not([hidden])').allInnerTexts();

/** Requests an address with certain headers. Returns the status without waiting for the end of the response. */
async function statusOf(path: string, headers: { readonly [name: string]: string }): Promise<number> {
	const request = get({ host: '127.0.0.1', port: server.port, path, headers: { host: 'localhost', ...headers } });
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	response.destroy();
	return response.statusCode!;
}

describe('npm run edit', () => {
	test('imports the files and serves them', async () => {
		expect(server.output()).toContain('1 organization added, 1 category added, 1 program added. Pages: ');
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
		await expect.poll(() => errors).toContain(error);
		await expect.poll(() => server.output()).toContain('Not published.');
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
		await expect.poll(() => fetch(page.url()).then((response) => response.text())).toContain('Tools for all.');
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
			for (const host of ['localhost', `localhost:${server.port}`, `[::1]:${server.port}`]) {
				expect(await statusOf(path, { host })).not.toBe(421);
			}
		},
	);

	test('tells its events to its own pages only', async () => {
		const events = (headers: { readonly [name: string]: string }) => statusOf('/_edit/events', headers);
		for (const site of ['same-origin', 'none']) expect(await events({ 'sec-fetch-site': site })).toBe(200);
		for (const site of ['cross-site', 'same-site']) expect(await events({ 'sec-fetch-site': site })).toBe(403);
		expect(await events({})).toBe(200);
		expect(await events({ origin: 'http://localhost' })).toBe(200);
		for (const origin of ['http://stranger.example', 'http://localhost:1', 'null']) {
			expect(await events({ origin })).toBe(403);
		}
	});

	test('still reloads a page after another page has opened hundreds of connections', async () => {
		const strange = Array.from({ length: 200 }, () =>
			get({ host: '127.0.0.1', port: server.port, path: '/_edit/events', headers: { referer: 'http://x.example/' } }),
		);
		for (const request of strange) request.on('error', () => {});
		await Promise.all(strange.map((request) => once(request, 'response')));
		const before = server.output().length;
		edit('Tools for all.', 'Tools for each.');
		await expect.poll(() => page.locator('main').innerText()).toContain('Tools for each.');
		await expect.poll(() => server.output().slice(before)).toContain('  1 program changed. ');
		for (const request of strange) request.destroy();
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

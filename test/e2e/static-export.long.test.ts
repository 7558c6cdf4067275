/** A website that `npm run export` wrote, on a host that serves only files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { succeed } from '../support/run-command.ts';
import { type StaticHost, startStaticHost } from '../support/static-host.ts';
import { SITES, settled, useBrowser } from './sites.ts';

const { folder: sample, origin: server } = SITES.sample;
const site = join(sample, 'static');
const visit = useBrowser();
let host: StaticHost;
/** A strict policy, which the server of an exported site can send. */
const POLICY =
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'";

beforeAll(async () => {
	await succeed('export', ['--out', join(sample, 'out'), '--site', site]);
	host = await startStaticHost(site, { 'Content-Security-Policy': POLICY });
});
afterAll(() => host?.close());

/** The addresses of the exported pages. The page for missing addresses is the file `404.html`. */
const pages = (): string[] =>
	readdirSync(site, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.html'))
		.map((path) => `/${path.replace(/(^|\/)index\.html$/, '$1')}`);

const fileOf = (address: string) => join(site, address.endsWith('/') ? `${address}index.html` : address);

function elementsOf(address: string) {
	const { children } = parseDocument(readFileSync(fileOf(address), 'utf8'));
	return DomUtils.findAll(() => true, children);
}

/** Attributes with addresses. */
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'poster', 'content', 'data-address', 'data-rows'];

/** Returns the path of an address on this site, or undefined if it is something else. */
function pathOf(value: string): string | undefined {
	const isAddress = /^\/(?!\/)/.test(value) || value.startsWith(`${server}/`);
	return isAddress ? decodeURI(new URL(value, server).pathname) : undefined;
}

describe('An exported site', () => {
	test('names only addresses of files that it has, on every page', () => {
		const missing = new Map<string, string>();
		for (const page of pages()) {
			for (const { attribs } of elementsOf(page)) {
				for (const name of ADDRESSES) {
					const path = attribs[name] === undefined ? undefined : pathOf(attribs[name]);
					if (path !== undefined && !existsSync(fileOf(path))) missing.set(path, page);
				}
			}
		}
		expect(pages().length).toBeGreaterThan(100);
		expect([...missing]).toEqual([]);
	});

	test('names no search results in its structured data', () => {
		for (const page of pages()) {
			expect(readFileSync(fileOf(page), 'utf8').includes(`${server}/programs/search/`), page).toBe(false);
		}
	});

	test('has no forms without a script that answers them, and no links to accounts', () => {
		for (const page of pages()) {
			for (const element of elementsOf(page)) {
				if (element.name === 'a') expect(element.attribs.href, page).not.toMatch(/^\/account/);
				if (element.name !== 'form') continue;
				expect(element.attribs.action, page).toBeUndefined();
				const names = ancestorsOf(element).map(({ name }) => name);
				expect(names, page).toEqual(
					expect.arrayContaining([expect.stringMatching(/^(?:estimate-form|search-suggestions|site-search)$/)]),
				);
			}
		}
	});

	test('links only to existing pages in its Markdown and in llms.txt', () => {
		const texts = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) => /\.md$|^llms/.test(path));
		const targets = texts.flatMap((path) =>
			[...readFileSync(join(site, path), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => [path, target!]),
		);
		expect(targets.length).toBeGreaterThan(100);
		const missing = targets.filter(([, target]) => {
			const path = pathOf(target!);
			return path !== undefined && !existsSync(fileOf(path));
		});
		expect(missing).toEqual([]);
		expect(readFileSync(join(site, 'llms.txt'), 'utf8')).not.toContain('/mcp');
	});

	test.each([
		'/',
		'/programs/',
		'/programs/page/2/',
		'/programs/larkpost/',
		'/categories/',
		'/categories/shops/',
		'/categories/shops/best/',
		'/networks/partnerstack/',
		'/organizations/fernhollow-group/',
		'/statistics/',
		'/saved/',
		'/docs/',
		'/docs/reference/',
		'/404.html',
	])('loads %s without an error or a failed request', async (address) => {
		const page = await open(address);
		await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
		await settled(page);
		expect(faultsOf(page)).toEqual([]);
	});

	test('shows results as soon as a visitor types into the search, under a strict policy, and moves to the first with Enter', async () => {
		const page = await open('/categories/');
		await page.keyboard.press('/');
		const dialog = page.getByRole('dialog');
		await page.keyboard.insertText('larkpost');
		await dialog.getByRole('status').filter({ hasText: 'for “larkpost”' }).waitFor();
		expect(await dialog.getByRole('link', { name: 'Search programs for' }).count()).toBe(0);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await page.waitForURL('**/programs/larkpost/');
	});

	test.each(['/', '/404.html'])('shows results for the search field of %s in the same dialog', async (address) => {
		const page = await open(address);
		const field = page.getByRole('searchbox', { name: /^Find programs/ });
		await field.fill('larkpost');
		await field.press('Enter');
		const dialog = page.getByRole('dialog');
		await dialog
			.getByRole('link', { name: /^Larkpost/ })
			.first()
			.waitFor();
		expect(await dialog.getByRole('textbox').inputValue()).toBe('larkpost');
		await page.keyboard.press('Escape');
		await field.fill('qqqqqqqq');
		await page.getByRole('button', { name: 'Search', exact: true }).click();
		await dialog.getByRole('status').filter({ hasText: 'Nothing found for “qqqqqqqq”' }).waitFor();
	});

	test('has neither filters nor “Show results”, sort orders, comparisons or accounts', async () => {
		for (const address of ['/programs/', '/categories/shops/', '/networks/partnerstack/', '/programs/larkpost/']) {
			const page = await open(address);
			await settled(page);
			expect(await page.getByRole('button', { name: /^(?:Show|Sort)/ }).count(), address).toBe(0);
			expect(await page.getByRole('combobox', { name: /^Sort/ }).count(), address).toBe(0);
			expect(await page.getByRole('link', { name: /^(?:Account|Filters|Compare)/ }).count(), address).toBe(0);
			expect(await page.getByRole('checkbox', { name: /^Compare/ }).count(), address).toBe(0);
		}
	});

	test('uses the whole width for the list, where the filters would be', async () => {
		const page = await open('/programs/', { viewport: { width: 1440, height: 900 } });
		const widthOf = (selector: string) => page.locator(selector).evaluate((element) => element.clientWidth);
		expect(await widthOf('.results')).toBe(await widthOf('program-explorer'));
	});

	test('calculates estimates', async () => {
		const page = await open('/programs/');
		await page.getByText('What would I earn?').click();
		await page.getByLabel('Price per payment').fill('100');
		await page.locator('row-estimate:not([hidden]) .total').filter({ hasText: /\d/ }).first().waitFor();
		await page.keyboard.press('Enter');
		expect(new URL(page.url()).search).toBe('');
	});

	test('keeps saved programs with their names', async () => {
		const page = await open('/programs/larkpost/');
		await page.getByRole('button', { name: 'Save Larkpost' }).first().click();
		await page.getByRole('link', { name: /^Saved/ }).click();
		await page.getByRole('row', { name: /Larkpost/ }).waitFor();
		await settled(page);
		expect(faultsOf(page)).toEqual([]);
	});

	test.each(['/', '/programs/', '/programs/larkpost/', '/categories/shops/', '/404.html'])(
		'shows no controls without JavaScript on %s, except links, and parts that open',
		async (address) => {
			const page = await open(address, { javaScriptEnabled: false });
			const controls = page.locator('button, input, select, textarea').filter({ visible: true });
			const shown = await controls.evaluateAll((all) => all.map((control) => control.outerHTML));
			expect(shown.filter((html) => !html.includes('popovertarget'))).toEqual([]);
			expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0);
		},
	);
});

const faults = new WeakMap<Page, string[]>();
const faultsOf = (page: Page) => faults.get(page)!;

/** Opens a page of the exported site, and notes errors on the console and failed requests. */
async function open(address: string, options?: Parameters<typeof visit>[1]): Promise<Page> {
	const page = await visit(undefined, { baseURL: host.origin, ...options });
	const found: string[] = [];
	faults.set(page, found);
	page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
	page.on('pageerror', (error) => found.push(error.message));
	page.on('response', (response) => response.status() >= 400 && found.push(`${response.status()} ${response.url()}`));
	await page.goto(address);
	return page;
}

function ancestorsOf(element: ReturnType<typeof elementsOf>[number]) {
	const found = [];
	for (let at = element.parent; at !== null && DomUtils.isTag(at); at = at.parent) found.push(at);
	return found;
}

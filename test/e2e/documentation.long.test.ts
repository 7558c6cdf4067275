import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_ENDPOINTS } from '../../src/api/account/endpoints.ts';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { ERRORS } from '../../src/api/error.ts';
import { succeed } from '../support/run-command.ts';
import { startStaticHost } from '../support/static-host.ts';
import { SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();
const { origin, folder: sample } = SITES.sample;
const folder = mkdtempSync(join(tmpdir(), 'documentation-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('The documentation', () => {
	test('shows the contents beside the text, or above it on a phone', async () => {
		const page = await visit({ viewport: { width: 1440, height: 900 } });
		await page.goto('/docs/errors/');
		const contents = page.getByRole('navigation', { name: 'Documentation' });
		expect(await contents.getByRole('link', { name: 'Error codes' }).isVisible()).toBe(true);
		expect(await contents.locator('[aria-current=page]').innerText()).toBe('Errors');
		await page.setViewportSize({ width: 360, height: 740 });
		expect(await contents.isVisible()).toBe(false);
		await page.getByText('Contents', { exact: true }).click();
		await contents.getByRole('link', { name: 'Limits' }).click();
		await page.waitForURL('/docs/limits/');
	});

	test('leads to the next page, and from the old address of the API', async () => {
		const page = await visit();
		await page.goto('/about/api/');
		expect(new URL(page.url()).pathname).toBe('/docs/');
		await page.locator('main .button', { hasText: 'Quick start' }).click();
		await page.getByRole('link', { name: 'Next API reference' }).click();
		await page.waitForURL('/docs/reference/');
	});

	test('has a section for each endpoint and error code, which links lead to', async () => {
		const page = await visit();
		await page.goto('/docs/account-reference/');
		for (const { operation } of ACCOUNT_ENDPOINTS) expect(await page.locator(`h3#${operation}`).count()).toBe(1);
		await page.goto('/docs/reference/');
		for (const { operation } of ENDPOINTS) expect(await page.locator(`h3#${operation}`).count()).toBe(1);
		const broken = await page.evaluate(() =>
			[...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')]
				.map(({ hash }) => hash)
				.filter((hash) => !document.querySelector(hash)),
		);
		expect(broken).toEqual([]);
		const targets = await page
			.locator('main .error-codes a')
			.evaluateAll((links) => links.map((link) => link.getAttribute('href')!.split('#')[1]));
		await page.goto('/docs/errors/');
		for (const id of new Set(targets)) expect(await page.locator(`h3#${id}`).count(), id).toBe(1);
		expect(await page.locator('h3').count()).toBe(Object.keys(ERRORS).length);
	});

	test('uses less than 30 kB of script in the reference', async () => {
		const page = await visit();
		const sizes: Promise<number>[] = [];
		page.on('response', (response) => {
			if (response.request().resourceType() === 'script') sizes.push(response.body().then(({ length }) => length));
		});
		await page.goto('/docs/reference/', { waitUntil: 'networkidle' });
		expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(30_000);
	});
});

describe('The console of the reference', () => {
	let apiKey: string;
	beforeAll(async () => {
		const state = ['--state', join(sample, 'state')];
		await succeed('accounts', ['create', '--email', 'console@site.example', ...state]);
		const made = ['create', '--account', 'console@site.example', '--name', 'console', '--json', ...state];
		apiKey = JSON.parse(await succeed('keys', made)).key;
	});

	test('sends a request with the key, which is nowhere else', async () => {
		const page = await visit();
		await page.goto('/docs/reference/');
		const section = page.locator('section.operation', { has: page.locator('#listProgramReviews') });
		await section.getByRole('heading', { level: 3 }).getByRole('link').click();
		await section.getByText('Try it').click();
		await section.getByLabel('API key').fill(apiKey);
		await section.getByLabel('slug').fill('larkpost');
		await section.getByLabel('per_page').fill('1');
		const request = page.waitForRequest((one) => one.url().startsWith(`${origin}/v1/`));
		await section.getByRole('button', { name: 'Send request' }).click();
		expect((await request).url()).toBe(`${origin}/v1/programs/larkpost/reviews?per_page=1`);
		await section.getByText(/^200 for GET/).waitFor();
		expect(JSON.parse(await section.getByLabel('Response').inputValue()).data).toHaveLength(1);
		const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
		expect(kept).not.toContain(apiKey);
		expect(await page.content()).not.toContain(apiKey);
		expect(await page.locator('#getProgram-key').inputValue()).toBe(apiKey);
		await page.reload();
		expect(await page.locator('#getProgram-key').inputValue()).toBe('');
	});

	test('shows errors as the API writes them', async () => {
		const page = await visit();
		await page.goto('/docs/reference/');
		const section = page.locator('section.operation', { has: page.locator('#listPrograms') });
		await section.getByRole('heading', { level: 3 }).getByRole('link').click();
		await section.getByText('Try it').click();
		await section.getByLabel('API key').fill(apiKey);
		await section.getByLabel('min_commission').fill('much');
		await section.getByRole('button', { name: 'Send request' }).click();
		await section.getByText(/^400 for GET/).waitFor();
		expect(await section.getByLabel('Response').inputValue()).toContain('INVALID_PARAMETER');
	});

	test('is hidden without JavaScript, and on exported sites', async () => {
		const plain = await visit({ javaScriptEnabled: false });
		await plain.goto('/docs/reference/');
		expect(await plain.getByText('Try it').first().isVisible()).toBe(false);
		const site = join(folder, 'site');
		await succeed('export', ['--out', join(sample, 'out'), '--site', site]);
		const host = await startStaticHost(site);
		const page = await visit();
		await page.goto(`${host.origin}/docs/reference/#listPrograms`, { waitUntil: 'networkidle' });
		expect(await page.getByText('Try it').first().isVisible()).toBe(false);
		host.close();
	});
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SITES, staticPages, useBrowser } from '../sites.ts';

const { folder, origin } = SITES.sample;
const visit = useBrowser();

describe('Every page of the sample', async () => {
	const addresses = await staticPages(folder);
	/** Each page's links to addresses on this site. */
	const links = new Map<string, readonly string[]>();
	const requests = new Set<string>();
	const faults: string[] = [];

	beforeAll(async () => {
		const waiting = [...addresses];
		const visitor = async () => {
			const page = await visit();
			watch(page);
			for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
				await page.goto(address);
				links.set(address, await page.evaluate(linkTargets));
			}
		};
		await Promise.all([visitor(), visitor()]);
	});

	test('requests nothing from another host', () => {
		expect(requests.size).toBeGreaterThan(addresses.length);
		expect([...requests].filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
	});

	test('loads without an error on the console or a failed request', () => {
		expect(faults).toEqual([]);
	});

	test('links only to existing pages and pages rendered on request', async () => {
		const targets = new Set([...links.values()].flat());
		expect(targets.size).toBeGreaterThan(100);
		const rendered = [...targets].filter((target) => !addresses.includes(target));
		const dead: string[] = [];
		for (const target of rendered) if (!(await fetch(origin + target)).ok) dead.push(target);
		expect(dead).toEqual([]);
	});

	test('can be reached from the home page', () => {
		const reached = new Set(['/']);
		for (const address of reached) for (const target of links.get(address) ?? []) reached.add(target);
		expect(addresses.filter((address) => !reached.has(address))).toEqual([]);
	});

	function watch(page: Page): void {
		page.on('request', (request) => requests.add(request.url()));
		page.on('requestfailed', (request) => {
			const { errorText } = request.failure()!;
			// Going to the next page aborts everything that the previous page is still loading.
			if (errorText !== 'net::ERR_ABORTED') faults.push(`${request.url()}: ${errorText}`);
		});
		page.on('response', (response) => {
			if (!response.ok() && response.status() !== 304) faults.push(`${response.url()}: ${response.status()}`);
		});
		page.on('console', (message) => faults.push(`${page.url()}: ${message.text()}`));
		page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));
	}
});

/** The addresses on this site that a page links to, and its links to missing places within the page. */
function linkTargets(): string[] {
	return [...document.links]
		.filter(({ host }) => host === location.host)
		.map(({ pathname, search, hash }) => ({ address: pathname + search, hash }))
		.filter(({ address, hash }) => hash === '' || address !== location.pathname || !document.querySelector(hash))
		.map(({ address, hash }) => address + hash);
}

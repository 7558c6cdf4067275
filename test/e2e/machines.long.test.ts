import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { currentSite } from '../support/current-site.ts';
import { SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

/** The pages of the sample that search engines may list, by their address. */
const pages = new Map<string, Document>();

beforeAll(async () => {
	const site = await currentSite(join(SITES.sample.folder, 'out'));
	for (const file of site.files().keys()) {
		if (!file.endsWith('.html')) continue;
		const { document } = parseHTML(String(site.get(file)!.read()));
		const isHidden = document.querySelector('meta[name=robots][content=noindex]') !== null;
		if (!isHidden) pages.set(`/${file.replace(/index\.html$/, '')}`, document);
	}
	site.close();
});

const text = (page: Document, selector: string) => page.querySelector(selector)?.getAttribute('content') ?? '';

describe('The head of every page', () => {
	test('has a title and a description that are unique and not too long', () => {
		const seen = new Map<string, string>();
		for (const [address, page] of pages) {
			const description = text(page, 'meta[name=description]');
			expect(page.title.length, address).toBeGreaterThan(10);
			expect(page.title.length, address).toBeLessThanOrEqual(70);
			expect(description.length, address).toBeGreaterThan(20);
			expect(description.length, address).toBeLessThan(230);
			const both = `${page.title}\n${description}`;
			expect(seen.get(both), address).toBeUndefined();
			seen.set(both, address);
		}
		expect(seen.size).toBeGreaterThan(300);
	});

	test('has its own address as the canonical one, for search engines and for sharing', () => {
		for (const [address, page] of pages) {
			const canonical = page.querySelector('link[rel=canonical]')!.getAttribute('href')!;
			expect(new URL(canonical).pathname).toBe(address);
			expect(text(page, 'meta[property="og:url"]')).toBe(canonical);
			expect(text(page, 'meta[property="og:title"]').length, address).toBeGreaterThan(3);
		}
	});

	test('has its breadcrumbs in the vocabulary of schema.org', () => {
		for (const [address, page] of pages) {
			if (page.querySelector('.breadcrumbs') === null) continue;
			const data = page.querySelector('script[type="application/ld+json"]')!.textContent!;
			const [{ itemListElement: trail }] = JSON.parse(data)['@graph'];
			expect(new URL(trail.at(-1).item).pathname).toBe(address);
			expect(trail.length, address).toBe(page.querySelectorAll('.breadcrumbs a').length + 1);
		}
	});

	test('refers to existing files only', async () => {
		const targets = new Set<string>();
		// Each page has its own Markdown. The tests of the server request all of it.
		const selector = 'link[rel=alternate]:not([type="text/markdown"]), link[rel=icon]';
		for (const page of pages.values()) {
			for (const link of page.querySelectorAll(selector)) targets.add(link.getAttribute('href')!);
			targets.add(new URL(text(page, 'meta[property="og:image"]')).pathname);
		}
		expect(targets.size).toBeGreaterThan(4);
		const answers = await Promise.all([...targets].map((target) => fetch(SITES.sample.origin + target)));
		// Chromium may delay loading so many images at once.
		expect(answers.filter(({ status }) => status !== 200 && status !== 503).map(({ url }) => url)).toEqual([]);
	});
});

describe('The sitemap', () => {
	test('lists exactly the pages that search engines may list', async () => {
		const page = await visit();
		const listed: string[] = [];
		for (const part of await locations(page, '/sitemap.xml')) listed.push(...(await locations(page, part)));
		expect(listed.toSorted()).toEqual([...pages.keys()].toSorted());
	});

	test('is named by robots.txt, which excludes the pages of the explorer', async () => {
		const robots = await (await fetch(`${SITES.sample.origin}/robots.txt`)).text();
		expect(robots).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
		expect(robots).toContain('\nDisallow: /programs/search/?\n');
	});
});

describe('Feeds', () => {
	test.each(['sample', 'extremes'] as const)(
		'of the %s directory are well-formed, each with its entries',
		async (site) => {
			const page = await visit(undefined, { baseURL: SITES[site].origin });
			const category = { sample: 'shops', extremes: 'script' }[site];
			for (const feed of ['programs', 'reviews', `categories/${category}`]) {
				const { root, entries } = await xml(page, `/feeds/${feed}.atom`, 'entry');
				expect([feed, root]).toEqual([feed, 'feed']);
				expect(entries.length, feed).toBeGreaterThan(2);
			}
		},
	);
});

describe('Browsers', () => {
	test.each(['light', 'dark'] as const)('use the colour of the header around a %s page', async (colorScheme) => {
		const page = await visit('/', { colorScheme });
		const pixels = await page.evaluate(() => {
			const header = getComputedStyle(document.querySelector('.site-header')!).backgroundColor;
			const named = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')!.content;
			const context = new OffscreenCanvas(1, 1).getContext('2d')!;
			return [header, named].map((color) => {
				context.fillStyle = color;
				context.fillRect(0, 0, 1, 1);
				return [...context.getImageData(0, 0, 1, 1).data];
			});
		});
		expect(pixels[0]).toEqual(pixels[1]);
	});
});

/** The paths in a sitemap. */
async function locations(page: Page, address: string): Promise<string[]> {
	const { entries } = await xml(page, address, 'loc');
	return entries.map((location) => new URL(location).pathname);
}

/** Reads an XML file strictly, like a browser: the name of its root, and the text of some elements. */
async function xml(page: Page, address: string, selector: string) {
	if (page.url() === 'about:blank') await page.goto('/about/nothing');
	return page.evaluate(
		async ([address, selector]) => {
			const text = await (await fetch(address)).text();
			const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml');
			const fault = root.querySelector('parsererror');
			if (fault) throw new Error(`${address}: ${fault.textContent}`);
			return { root: root.localName, entries: [...root.querySelectorAll(selector)].map((one) => one.textContent!) };
		},
		[address, selector] as const,
	);
}

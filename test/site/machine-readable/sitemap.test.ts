import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SitemapPart, sitemapParts } from '../../../src/site/machine-readable/sitemap.ts';
import { sitemapIndexXml, sitemapXml } from '../../../src/site/machine-readable/sitemap-xml.ts';

/** Entries with different addresses and dates. */
const entriesOf = (length: number) =>
	Array.from({ length }, (_, index) => ({
		address: `/programs/p-${index}/`,
		lastmod: new Date(Date.UTC(2000, 0, index)).toISOString(),
	}));

/** The files that differ. */
const differing = (before: readonly SitemapPart[], after: readonly SitemapPart[]) =>
	after.filter((part, index) => JSON.stringify(part) !== JSON.stringify(before[index]));

describe('sitemapParts', () => {
	test('lists every address in exactly one file, in any order of the addresses', () => {
		fc.assert(
			fc.property(fc.nat(500), fc.integer({ min: 5, max: 60 }), (length, most) => {
				const entries = entriesOf(length);
				const parts = sitemapParts(entries, most);
				const listed = parts.flatMap((part) => part.entries);
				expect(listed.toSorted(byAddress)).toEqual(entries.toSorted(byAddress));
				expect(parts.map(({ address }) => address)).toEqual(parts.map((_, index) => `/sitemaps/${index + 1}.xml`));
				expect(sitemapParts(entries.toReversed(), most)).toEqual(parts);
			}),
		);
	});

	test('has the date of the newest entry for each file', () => {
		for (const { lastmod, entries } of sitemapParts(entriesOf(300), 100)) {
			expect(lastmod).toBe(
				entries
					.map((entry) => entry.lastmod)
					.sort()
					.at(-1),
			);
		}
	});

	test('changes one file for a new address, unless the number of files changes', () => {
		fc.assert(
			fc.property(fc.nat(500), fc.integer({ min: 5, max: 60 }), (length, most) => {
				const [before, after] = [length, length + 1].map((count) => sitemapParts(entriesOf(count), most));
				if (before!.length < after!.length) expect(after).toHaveLength(before!.length * 2);
				else expect(differing(before!, after!)).toHaveLength(1);
			}),
		);
	});

	test.each([36_000, 36_001, 144_000])('has at most 50,000 of %i addresses in a file', (count) => {
		const sizes = sitemapParts(entriesOf(count)).map(({ entries }) => entries.length);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(50_000);
		expect(sizes.reduce((sum, size) => sum + size)).toBe(count);
	});
});

function byAddress(a: { readonly address: string }, b: { readonly address: string }): number {
	return a.address < b.address ? -1 : 1;
}

describe('sitemapXml', () => {
	test('writes full addresses, and dates if they are known', () => {
		const entries = [
			{ address: '/', lastmod: '2025-01-01T00:00:00Z' },
			{ address: '/about/data/', lastmod: undefined },
		];
		expect(sitemapXml(entries, new URL('https://directory.example'))).toBe(
			`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://directory.example/</loc><lastmod>2025-01-01T00:00:00Z</lastmod></url>
<url><loc>https://directory.example/about/data/</loc></url>
</urlset>
`,
		);
	});

	test('writes an index', () => {
		expect(sitemapIndexXml(sitemapParts(entriesOf(1)), new URL('https://directory.example'))).toContain(
			'<sitemap><loc>https://directory.example/sitemaps/1.xml</loc><lastmod>',
		);
	});
});

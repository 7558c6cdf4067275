import { describe, expect, test } from 'vitest';
import { sitemapParts } from '../../../src/site/machine-readable/sitemap.ts';
import { sitemapIndexXml, sitemapXml } from '../../../src/site/machine-readable/sitemap-xml.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { publishedReview } from '../../support/published-review.ts';

const PROGRAMS = Array.from({ length: 60 }, (_, index) =>
	publishedProgram({
		slug: `p-${index}`,
		tracking_platform: 'impact',
		categories: [{ slug: 'shops', name: 'Shops' }],
		updated_at: `2025-01-01T00:00:${String(index).padStart(2, '0')}Z`,
	}),
);
const program = { slug: 'p-1', name: 'P 1' };
const REVIEWS = Array.from({ length: 25 }, (_, index) =>
	publishedReview({
		id: `rev_${index}`,
		program,
		updated_at: `2025-06-${String(28 - index).padStart(2, '0')}T00:00:00Z`,
	}),
);
const parts = sitemapParts(directoryOf(PROGRAMS, REVIEWS));

describe('sitemapParts', () => {
	test('lists each address once', () => {
		const addresses = parts.flatMap(({ entries }) => entries.map(({ address }) => address));
		expect(new Set(addresses).size).toBe(addresses.length);
		expect(addresses).toEqual(
			expect.arrayContaining([
				'/',
				'/programs/page/2/',
				'/programs/p-59/',
				'/networks/impact/page/2/',
				'/reviews/rev_24/',
			]),
		);
		expect(addresses).not.toContain('/programs/search/');
	});

	test.each([
		['a program', '/programs/p-7/', '2025-01-01T00:00:07Z'],
		['a program by its newest review', '/programs/p-1/', '2025-06-28T00:00:00Z'],
		['its second page by the reviews there', '/programs/p-1/page/2/', '2025-06-18T00:00:00Z'],
		['a page of a list by what it shows', '/categories/shops/', '2025-01-01T00:00:24Z'],
		['a review', '/reviews/rev_3/', '2025-06-25T00:00:00Z'],
		['the home page by everything', '/', '2025-06-28T00:00:00Z'],
		['a page of words not at all', '/about/data/', undefined],
	])('dates %s', (_, address, lastmod) => {
		const entries = parts.flatMap((part) => part.entries);
		expect(entries.find((entry) => entry.address === address)).toEqual({ address, lastmod });
	});

	test('starts another file where one is full, dated by its newest entry', () => {
		const small = sitemapParts(directoryOf(PROGRAMS), 25).filter(({ name }) => name.startsWith('programs'));
		expect(small.map(({ name, entries }) => [name, entries.length])).toEqual([
			['programs-1', 25],
			['programs-2', 25],
			['programs-3', 13],
		]);
		expect(small[1]!.lastmod).toBe('2025-01-01T00:00:46Z');
	});
});

describe('sitemapXml', () => {
	test('writes whole addresses, and a date where there is one', () => {
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

	test('is listed in an index', () => {
		expect(sitemapIndexXml(parts.slice(0, 1), new URL('https://directory.example'))).toContain(
			'<sitemap><loc>https://directory.example/sitemaps/pages-1.xml</loc>',
		);
	});
});

import { describe, expect, test } from 'vitest';
import { sitemapCount, sitemapPlace, sitemapXml } from '../../../src/website/machine-readable/sitemap.ts';

describe('The number of files of the sitemap', () => {
	const countFor = (programs: number) => sitemapCount({ programs, reviews: 0, organizations: 0, categories: 0 });

	test.each([
		[0, 1],
		[1000, 1],
		[1001, 2],
		[100_000, 128],
	])('for %i programs is %i', (programs, count) => {
		expect(countFor(programs)).toBe(count);
	});

	test('keeps them under 50,000 addresses each', () => {
		const count = countFor(120_000);
		const sizes = Array(count).fill(0);
		for (let i = 0; i < 120_000; i++) sizes[sitemapPlace(`/programs/p-${i}/`, count)] += 1;
		expect(Math.max(...sizes)).toBeLessThan(2_000);
		expect(Math.min(...sizes)).toBeGreaterThan(500);
	});
});

describe('sitemapXml', () => {
	test('writes full addresses, and dates if they are known', () => {
		const entries = [
			{ address: '/', lastmod: '2025-01-01T00:00:00Z' },
			{ address: '/about/data/', lastmod: undefined },
		];
		expect(sitemapXml('urlset', entries, new URL('https://directory.example'))).toBe(
			`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://directory.example/</loc><lastmod>2025-01-01T00:00:00Z</lastmod></url>
<url><loc>https://directory.example/about/data/</loc></url>
</urlset>
`,
		);
	});

	test('writes an index', () => {
		expect(
			sitemapXml(
				'sitemapindex',
				[{ address: '/sitemaps/1.xml', lastmod: '2025-01-01T00:00:00Z' }],
				new URL('https://directory.example'),
			),
		).toContain('<sitemap><loc>https://directory.example/sitemaps/1.xml</loc><lastmod>');
	});
});

import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { sitemapFiles, sitemapIndex } from '../../../src/website/rendering/sitemap-page.ts';
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
const DIRECTORY = directoryOf(PROGRAMS, REVIEWS);
const entries = [...sitemapFiles.pages(DIRECTORY)].flatMap(({ view }) => view().entries);

describe('The sitemap', () => {
	test('lists each page for search engines once', () => {
		const addresses = entries.map(({ address }) => address);
		expect(new Set(addresses).size).toBe(addresses.length);
		expect(addresses).toEqual(
			expect.arrayContaining([
				'/',
				'/programs/page/2/',
				'/programs/p-59/',
				'/networks/impact/page/2/',
				'/reviews/rev_24/',
				'/docs/',
			]),
		);
		for (const other of [
			'/programs/search/',
			'/404.html',
			'/sitemap.xml',
			'/feeds/programs.atom',
			'/account/',
			'/docs/operators/',
		]) {
			expect(addresses).not.toContain(other);
		}
	});

	test.each([
		['a program', '/programs/p-7/', '2025-01-01T00:00:07Z'],
		['a program by its newest review', '/programs/p-1/', '2025-06-28T00:00:00Z'],
		['the second page of a program by its reviews', '/programs/p-1/page/2/', '2025-06-18T00:00:00Z'],
		['a page of a list by its items', '/categories/shops/', '2025-01-01T00:00:24Z'],
		['a review', '/reviews/rev_3/', '2025-06-25T00:00:00Z'],
		['the home page by everything', '/', '2025-06-28T00:00:00Z'],
		['no page that shows nothing from the directory', '/about/data/', undefined],
	])('dates %s', (_, address, lastmod) => {
		expect(entries.find((entry) => entry.address === address)).toEqual({ address, lastmod });
	});

	test('is listed in one file with the date of its newest entry', () => {
		const [index] = [...sitemapIndex.pages(DIRECTORY)].map(({ view }) => view().entries);
		expect(index).toEqual([{ address: '/sitemaps/1.xml', lastmod: '2025-06-28T00:00:00Z' }]);
	});

	test('leaves out organizations that only repeat their program, and an empty list of organizations', () => {
		const addressesOf = (...programs: readonly Partial<PublishedProgram>[]) =>
			[...sitemapFiles.pages(directoryOf(programs.map(publishedProgram)))]
				.flatMap(({ view }) => view().entries)
				.map(({ address }) => address)
				.filter((address) => address.startsWith('/organizations/'));
		const group = { slug: 'group', name: 'Group' };
		expect(addressesOf({})).toEqual([]);
		expect(addressesOf({}, { slug: 'b', organization: group })).toEqual(['/organizations/', '/organizations/group/']);
	});
});

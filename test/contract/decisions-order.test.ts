import { describe, expect, test } from 'vitest';
import { splitWords } from '../../src/shared/text.ts';
import { keysOf } from './api.ts';
import { SERVERS } from './contract.ts';

const SORTS = ['trending', 'commission_desc', 'commission_asc', 'cookie_desc', 'rating_desc', 'reviews_desc', 'newest'];

describe.each(SERVERS)('Order, through $name', (api) => {
	const ranked = async (sort: string) => keysOf(await api.json(`/programs?category=ranked&sort=${sort}`));
	const DEFAULT = splitWords('loud-star shy-star half unrated tie-10 tie-2 less-reviewed most-reviewed');

	test('without sort: featured programs first, then as trending', async () => {
		expect(await ranked('')).toEqual(DEFAULT);
		const trending = await ranked('trending');
		expect(DEFAULT.slice(2)).toEqual(trending.filter((slug) => !slug.endsWith('-star')));
	});

	test.each(['/categories/ranked/programs', '/organizations/rankers/programs'])(
		'%s: the same order as GET /programs without sort',
		async (path) => {
			expect(keysOf(await api.json(path))).toEqual(DEFAULT);
		},
	);

	test('reviews: created_at newest first, then id ascending', async () => {
		const { data } = await api.json('/programs/much-reviewed/reviews?per_page=50');
		expect(keysOf({ data }).slice(0, 6)).toEqual(['rev_-', 'rev_0', 'rev_B', 'rev__', 'rev_a', 'rev_many_54']);
		const times = data.map((review: { created_at: string }) => review.created_at);
		expect(times).toEqual(times.toSorted().reverse());
	});

	test('categories: by slug', async () => {
		const slugs = keysOf(await api.json('/categories'));
		expect(slugs).toEqual(slugs.toSorted());
	});

	test('relevance: name, alias, category and tags, short description, then the rest', async () => {
		const slugs = keysOf(await api.json('/programs?q=lighting&sort=relevance'));
		expect(slugs[0]).toBe('lumen-partners');
		expect(keysOf(await api.json('/programs?q=quillon+posthaste&sort=relevance'))).toEqual(['quillon']);
		expect(keysOf(await api.json('/programs?q=tie&sort=relevance')).slice(0, 2)).toEqual(['tie-10', 'tie-2']);
	});

	test('relevance without q is the default order', async () => {
		expect(await ranked('relevance')).toEqual(DEFAULT);
	});

	test('slugs are compared by code points', async () => {
		const slugs = keysOf(await api.json('/programs?category=crowd&per_page=100'));
		expect(slugs).toEqual(slugs.toSorted());
		expect(await ranked('reviews_desc')).toEqual(
			splitWords('most-reviewed tie-10 tie-2 half less-reviewed loud-star shy-star unrated'),
		);
	});

	test.each(['', ...SORTS])('pages never overlap or skip a row: sort=%s', async (sort) => {
		const { total } = (await api.json('/programs')).meta;
		const pages = Array.from({ length: Math.ceil(total / 7) }, (_, i) => i + 1);
		const lists = await Promise.all(pages.map((page) => api.json(`/programs?sort=${sort}&per_page=7&page=${page}`)));
		expect(new Set(lists.flatMap(keysOf)).size).toBe(total);
	});

	test('rating_desc sorts by the unrounded average', async () => {
		const { data } = await api.json('/programs?category=ranked&sort=rating_desc&per_page=4');
		expect(data.map(({ rating }: { rating: number }) => rating)).toEqual([4.5, 4.5, 4.5, 4.5]);
		// The last one has by far the most reviews, and 4.45 on average.
		expect(keysOf({ data })).toEqual(['tie-10', 'tie-2', 'less-reviewed', 'most-reviewed']);
	});
});

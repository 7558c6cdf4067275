import { describe, expect, test } from 'vitest';
import { FEWEST_RANKED_REVIEWS, type PublishedProgram } from '../../../src/catalog/published.ts';
import { highlights } from '../../../src/website/statistics/highlights.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';

const program = (slug: string, fields: Partial<PublishedProgram> = {}) => publishedProgram({ slug, ...fields });

/** The lists of a directory with these programs. */
const listsOf = (programs: readonly PublishedProgram[], length = 6) =>
	highlights(directoryOf(programs).programs, length);

/** The slugs in the list with this name, if it exists. */
function slugs(name: string, programs: readonly PublishedProgram[], length?: number): string[] | undefined {
	const list = listsOf(programs, length).find((highlight) => highlight.name === name);
	return list?.programs.map(({ slug }) => slug);
}

describe('highlights', () => {
	test('an empty list is left out', () => {
		expect(listsOf([])).toEqual([]);
		expect(listsOf([program('a')]).map(({ name }) => name)).toEqual(['Newest']);
	});

	test('without ratings, the best paid programs have recurring rates that are certain', () => {
		const recurring = { commission_type: 'recurring', commission_lifetime: true } as const;
		const programs = [
			program('low', { ...recurring, commission_rate: 10 }),
			program('high', { ...recurring, commission_rate: 30 }),
			program('most', { ...recurring, commission_rate: 90, commission_qualifier: 'up_to' }),
			program('once', { commission_rate: 50 }),
		];
		expect(slugs('Best paying', programs)).toEqual(['high', 'low']);
		const rated = program('rated', { rating_average: 4, review_count: FEWEST_RANKED_REVIEWS });
		expect(slugs('Best paying', [...programs, rated])).toBeUndefined();
	});

	test('closed programs are in no list', () => {
		const closed = { featured: true, views: 9, availability: 'closed' } as const;
		expect(slugs('Featured', [program('closed', closed), program('a', { featured: true })])).toEqual(['a']);
		expect(listsOf([program('closed', closed)])).toEqual([]);
	});

	test('programs without views are not trending', () => {
		expect(slugs('Trending', [program('a'), program('b', { views: 1 }), program('c', { views: 2 })])).toEqual([
			'c',
			'b',
		]);
	});

	test('the best rated programs have enough reviews', () => {
		const programs = [
			program('few', { rating_average: 5, review_count: FEWEST_RANKED_REVIEWS - 1 }),
			program('good', { rating_average: 4, review_count: FEWEST_RANKED_REVIEWS }),
			program('better', { rating_average: 4.5, review_count: FEWEST_RANKED_REVIEWS }),
		];
		expect(slugs('Top rated', programs)).toEqual(['better', 'good']);
	});

	test('the newest programs are sorted by the day of their creation', () => {
		const programs = ['2024-01-01', '2026-01-01', '2025-01-01'].map((day) =>
			program(day, { created_at: `${day}T00:00:00Z` }),
		);
		expect(slugs('Newest', programs)).toEqual(['2026-01-01', '2025-01-01', '2024-01-01']);
	});

	test('a list has at most the given length', () => {
		expect(slugs('Newest', [program('a'), program('b'), program('c')], 2)).toHaveLength(2);
	});

	test('a note says why a program is in a list', () => {
		const programs = [
			program('a', { featured: true, views: 1200, rating_average: 4.25, review_count: 38 }),
			program('b', { featured: true }),
		];
		const notes = listsOf(programs).map(({ name, programs: [first] }) => [name, first!.note]);
		expect(notes).toEqual([
			['Featured', '4.3 · 38 reviews'],
			['Trending', '1,200 views'],
			['Top rated', '4.3 · 38 reviews'],
			['Newest', '1 January 2025'],
		]);
		expect(listsOf(programs)[0]?.programs[1]?.note).toBe('no reviews yet');
	});
});

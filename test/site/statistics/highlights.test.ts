import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { FEWEST_REVIEWS, highlights } from '../../../src/site/statistics/highlights.ts';
import { publishedProgram } from '../../support/published-program.ts';

const program = (slug: string, fields: Partial<PublishedProgram> = {}) => publishedProgram({ slug, ...fields });

/** The slugs of the list of this name, if there is one. */
function slugs(name: string, programs: readonly PublishedProgram[], length = 6): string[] | undefined {
	const list = highlights(programs, length).find((highlight) => highlight.name === name);
	return list?.programs.map(({ slug }) => slug);
}

describe('highlights', () => {
	test('a list with nothing in it is left out', () => {
		expect(highlights([], 6)).toEqual([]);
		expect(highlights([program('a')], 6).map(({ name }) => name)).toEqual(['Newest']);
	});

	test('what was never viewed does not trend', () => {
		expect(slugs('Trending', [program('a'), program('b', { views: 1 }), program('c', { views: 2 })])).toEqual([
			'c',
			'b',
		]);
	});

	test('the best rated have reviews enough', () => {
		const programs = [
			program('few', { rating_average: 5, review_count: FEWEST_REVIEWS - 1 }),
			program('good', { rating_average: 4, review_count: FEWEST_REVIEWS }),
			program('better', { rating_average: 4.5, review_count: FEWEST_REVIEWS }),
		];
		expect(slugs('Top rated', programs)).toEqual(['better', 'good']);
	});

	test('the newest come by the day of their listing', () => {
		const programs = ['2024-01-01', '2026-01-01', '2025-01-01'].map((day) =>
			program(day, { created_at: `${day}T00:00:00Z` }),
		);
		expect(slugs('Newest', programs)).toEqual(['2026-01-01', '2025-01-01', '2024-01-01']);
	});

	test('a list is no longer than asked for', () => {
		expect(slugs('Newest', [program('a'), program('b'), program('c')], 2)).toHaveLength(2);
	});

	test('a note says why a program is in a list', () => {
		const programs = [
			program('a', { featured: true, views: 1200, rating_average: 4.25, review_count: 38 }),
			program('b', { featured: true }),
		];
		const notes = highlights(programs, 6).map(({ name, note, programs: [first] }) => [name, note(first!)]);
		expect(notes).toEqual([
			['Featured', '4.3 · 38 reviews'],
			['Trending', '1,200 views'],
			['Top rated', '4.3 · 38 reviews'],
			['Newest', '1 January 2025'],
		]);
		expect(highlights(programs, 6)[0]?.note(programs[1]!)).toBe('no reviews yet');
	});
});

/** The short lists of the front page. */

import type { PublishedProgram } from '../../catalog/published.ts';
import { type SortName, sortedBy } from '../../search/order.ts';
import { type Place, PROGRAMS, SEARCH } from '../addresses.ts';
import { dayOf } from '../format/dates.ts';
import { count } from '../format/numbers.ts';
import { averageRating } from '../format/terms.ts';

export interface Highlight {
	readonly name: string;
	/** How its programs are chosen. */
	readonly rule: string;
	readonly programs: readonly PublishedProgram[];
	/** A short note about a program in this list. */
	readonly note: (program: PublishedProgram) => string;
	/** The link to the complete list. */
	readonly more: Place;
}

/** One reviewer more or less must not make the best program of all. */
export const FEWEST_REVIEWS = 5;

/** The lists that have anything in them, each cut to a length. */
export function highlights(programs: readonly PublishedProgram[], length: number): Highlight[] {
	const first = (sort: SortName, chosen: readonly PublishedProgram[]) =>
		[...sortedBy(sort, chosen).slice(0, length)].map((index) => chosen[index]!);
	const sorted = (sort: SortName, by: string): Place => ({
		name: `All programs by ${by}`,
		address: `${SEARCH.address}?sort=${sort}`,
	});
	const lists: Highlight[] = [
		{
			name: 'Featured',
			rule: 'picked by the editors',
			programs: first(
				'trending',
				programs.filter(({ featured }) => featured),
			),
			note: ratingNote,
			more: { name: 'All programs, featured ones first', address: PROGRAMS.address },
		},
		{
			name: 'Trending',
			rule: 'most viewed',
			programs: first(
				'trending',
				programs.filter(({ views }) => views > 0),
			),
			note: ({ views }) => count(views, 'view'),
			more: sorted('trending', 'views'),
		},
		{
			name: 'Top rated',
			rule: `with at least ${FEWEST_REVIEWS} reviews`,
			programs: first(
				'rating_desc',
				programs.filter(({ review_count }) => review_count >= FEWEST_REVIEWS),
			),
			note: ratingNote,
			more: sorted('rating_desc', 'rating'),
		},
		{
			name: 'Newest',
			rule: 'most recently listed',
			programs: first('newest', programs),
			note: ({ created_at }) => dayOf(created_at),
			more: sorted('newest', 'date'),
		},
	];
	return lists.filter(({ programs }) => programs.length > 0);
}

function ratingNote(program: PublishedProgram): string {
	const average = averageRating(program);
	return average ? `${average.figure} · ${count(program.review_count, 'review')}` : 'no reviews yet';
}

/** The short lists of the home page. */
import { commissionOf } from '../../catalog/commission.ts';
import { FEWEST_RANKED_REVIEWS, rankedRating } from '../../catalog/published.ts';
import { compareBy, type OrderName } from '../../search/order.ts';
import { type PageLink, PROGRAMS, SEARCH } from '../addresses.ts';
import type { SiteProgram } from '../directory/directory.ts';
import { type ProgramEntry, programEntry } from '../directory/listed-program.ts';
import type { SiteSort } from '../explorer/site-sorts.ts';
import { dayOf } from '../format/dates.ts';
import { averageRating, cookie } from '../format/facts.ts';
import { count, inWords } from '../format/numbers.ts';

export interface Highlight {
	readonly name: string;
	/** How the programs are selected. */
	readonly rule: string;
	/** Each with a short note about why it is in the list. */
	readonly programs: readonly (ProgramEntry & { readonly note: string })[];
	/** The link to the complete list. */
	readonly more: PageLink;
}

/**
 * Returns the highlight lists that are not empty. They leave out programs that are closed to new publishers.
 *
 * @param length the maximum number of programs in a list
 */
export function highlights(programs: readonly SiteProgram[], length: number): Highlight[] {
	const first = (sort: OrderName, chosen: readonly SiteProgram[], note: (program: SiteProgram) => string) => {
		const joinable = chosen.filter(({ availability }) => availability !== 'closed').sort(compareBy(sort));
		return joinable.slice(0, length).map((program) => ({ ...programEntry(program), note: note(program) }));
	};
	const sorted = (sort: SiteSort, by: string): PageLink => ({
		name: `All programs by ${by}`,
		address: `${SEARCH.address}?sort=${sort}`,
	});
	const paidAgain = programs.filter(paysClearlyAgain);
	const lists: Highlight[] = [
		{
			name: 'Featured',
			rule: 'picked by the editors',
			programs: first(
				'trending',
				programs.filter(({ featured }) => featured),
				ratingNote,
			),
			more: { name: 'All programs, featured ones first', address: PROGRAMS.address },
		},
		{
			name: 'Trending',
			rule: 'most viewed',
			programs: first(
				'trending',
				programs.filter(({ views }) => views > 0),
				({ views }) => count(views, 'view'),
			),
			more: sorted('trending', 'views'),
		},
		{
			name: 'Top rated',
			rule: `with at least ${FEWEST_RANKED_REVIEWS} reviews`,
			programs: first(
				'ranked',
				programs.filter((program) => rankedRating(program) !== null),
				ratingNote,
			),
			more: sorted('rating_desc', 'rating'),
		},
		{
			name: 'Best paying',
			rule: `highest of ${count(paidAgain.length, 'recurring rate')}`,
			// If any program has enough reviews, this list is left empty, because the top-rated list says more.
			programs: programs.some((program) => rankedRating(program) !== null)
				? []
				: first('guaranteed_desc', paidAgain, cookieNote),
			more: sorted('guaranteed_desc', 'commission'),
		},
		{
			name: 'Newest',
			rule: 'most recently listed',
			programs: first('newest', programs, ({ created_at }) => dayOf(created_at)),
			more: sorted('newest', 'date'),
		},
	];
	return lists.filter(({ programs }) => programs.length > 0);
}

function paysClearlyAgain(program: SiteProgram): boolean {
	const { type, rate, isComparable } = commissionOf(program);
	return type === 'recurring' && rate !== null && isComparable;
}

function cookieNote(program: SiteProgram): string {
	const days = cookie(program.cookie_days);
	return days ? `cookie: ${inWords(days)}` : '';
}

function ratingNote(program: SiteProgram): string {
	const average = averageRating(program);
	return average ? `${average.figure} · ${count(program.review_count, 'review')}` : 'no reviews yet';
}

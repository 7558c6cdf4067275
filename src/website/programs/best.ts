/** The best programs of a category, by rules that the page states. A rule compares only programs of that category. */
import { commissionOf } from '../../catalog/commission.ts';
import { FEWEST_RANKED_REVIEWS, rankedRating } from '../../catalog/published.ts';
import { compareTies } from '../../search/order.ts';
import { onceFor } from '../../shared/once.ts';
import type { SiteProgram } from '../directory/directory.ts';
import { number } from '../format/numbers.ts';

/** How many programs a list shows. */
const SHOWN = 5;
/** The fewest programs that must qualify for a list. With fewer, the list would show all of them and mean nothing. */
const FEWEST = 6;
/** In the list by rating, each program is ranked as if it had this many additional reviews with this rating. */
const PRIOR = { reviews: 5, rating: 3.5 } as const;

/** The text that says which programs can qualify for the lists. */
export const BEST_TERMS =
	'To qualify, a program must not be closed to new publishers, and it must publish its cookie duration, and an exact or minimum commission that applies to every sale. A maximum, such as “up to 60%”, does not count.';

export interface BestList {
	readonly name: string;
	/** The start of a sentence about the programs. */
	readonly subject: string;
	/** How the programs are selected and ranked, in one sentence. */
	readonly rule: string;
	readonly programs: readonly SiteProgram[];
}

interface Ranking extends Pick<BestList, 'name' | 'subject' | 'rule'> {
	/** The value to rank by, greatest first. A program without a value does not qualify. */
	readonly value: (program: SiteProgram) => number | null;
}

const RANKINGS: readonly Ranking[] = [
	{
		name: 'Highest rated',
		subject: 'The highest rated programs',
		rule: `Programs with at least ${FEWEST_RANKED_REVIEWS} reviews, by average rating as if each had ${PRIOR.reviews} more reviews of ${number(PRIOR.rating)} stars, so that a few good reviews are not enough.`,
		value: adjustedRating,
	},
	{
		name: 'Highest recurring commission',
		subject: 'The programs with the highest recurring commission',
		rule: 'Programs that pay a percentage of every payment, for a limited time or for life: the highest percentage first, then the longest cookie.',
		value: (program) => rateOf(program, 'recurring'),
	},
	{
		name: 'Highest one-time commission',
		subject: 'The programs with the highest one-time commission',
		rule: 'Programs that pay a percentage of each sale: the highest percentage first, then the longest cookie.',
		value: (program) => rateOf(program, 'one_time'),
	},
];

/** Returns the lists for which enough programs qualify. */
export const bestOf = onceFor((programs: readonly SiteProgram[]): readonly BestList[] => {
	const qualified = programs.filter(hasTerms);
	return RANKINGS.flatMap(({ name, subject, rule, value }) => {
		const ranked = qualified.filter((program) => value(program) !== null);
		if (ranked.length < FEWEST) return [];
		ranked.sort((a, b) => value(b)! - value(a)! || cookieOf(b)! - cookieOf(a)! || compareTies(a, b));
		return [{ name, subject, rule, programs: ranked.slice(0, SHOWN) }];
	});
});

const cookieOf = (program: SiteProgram) => program.cookie_days;

function hasTerms(program: SiteProgram): boolean {
	return program.availability !== 'closed' && cookieOf(program) !== null && commissionOf(program).isComparable;
}

/** Returns a program's rate, or null if the commission type is not `paid` or the commission includes a fixed amount. */
function rateOf(program: SiteProgram, paid: 'recurring' | 'one_time'): number | null {
	const { type, rate, amount } = commissionOf(program);
	return type === paid && amount === null ? rate : null;
}

function adjustedRating(program: SiteProgram): number | null {
	const average = rankedRating(program);
	if (average === null) return null;
	const { review_count: count } = program;
	return (average * count + PRIOR.rating * PRIOR.reviews) / (count + PRIOR.reviews);
}

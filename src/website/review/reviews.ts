import { labelOf } from '../../catalog/columns.ts';
import type { PublishedReview } from '../../catalog/published.ts';
import { type PaidOnTime, REVIEW_COLUMNS, type ReviewFacts } from '../../catalog/review.ts';
import { count, number } from '../format/numbers.ts';
import { spreadOf } from '../statistics/statistics.ts';

/** Returns a review's title, or a title that names the author if the review has none. */
export function reviewTitle(review: Pick<PublishedReview, 'title' | 'author_display_name'>): string {
	return review.title.trim() || `Review by ${review.author_display_name}`;
}

/** The maximum number of other reviews that a review's page links to. */
const OTHERS = 3;

/**
 * Returns up to `OTHERS` reviews that follow the review at `index`. The first review follows the last one, so that
 * every review is linked.
 */
export function othersAfter<T>(reviews: readonly T[], index: number): T[] {
	const next = reviews.slice(index + 1, index + 1 + OTHERS);
	return [...next, ...reviews.slice(0, Math.min(index, OTHERS - next.length))];
}

/** Returns the facts of a review in words: `in the program for 18 months`, `paid on time`. Leaves out unknown facts. */
export function factsInWords({
	months_in_program: months,
	paid_on_time: paid,
	approval_days: days,
}: ReviewFacts): string[] {
	return [
		...(months === null ? [] : [`in the program for ${count(months, 'month')}`]),
		...(paid === null ? [] : [PAID_WORDS[paid]]),
		...(days === null ? [] : [`approved ${days === 0 ? 'on the same day' : `after ${count(days, 'day')}`}`]),
	];
}

const PAID_WORDS: { readonly [P in PaidOnTime]: string } = {
	yes: 'paid on time',
	sometimes: 'sometimes paid late',
	no: 'not paid on time',
};

/** What the reviews of a program say about one fact. */
export interface ReportedFact {
	readonly name: string;
	/** The answers in words, with their number: `8 of 11 say yes, 2 sometimes, 1 no`. */
	readonly words: string;
}

/** Returns what the reviews of a program say about each fact. Leaves out facts that no review states. */
export function reportedFacts(reviews: readonly ReviewFacts[]): ReportedFact[] {
	const paid = reviews.flatMap(({ paid_on_time }) => paid_on_time ?? []);
	const days = reviews.flatMap(({ approval_days }) => approval_days ?? []);
	const months = reviews.flatMap(({ months_in_program }) => months_in_program ?? []);
	const facts = [
		{ field: 'paid_on_time', words: paidWords(paid) },
		{ field: 'approval_days', words: medianWords(days, 'day') },
		{ field: 'months_in_program', words: medianWords(months, 'month') },
	];
	return facts.flatMap(({ field, words }) => (words === null ? [] : [{ name: labelOf(REVIEW_COLUMNS, field), words }]));
}

function paidWords(answers: readonly PaidOnTime[]): string | null {
	if (answers.length === 0) return null;
	const of = (answer: PaidOnTime) => answers.filter((one) => one === answer).length;
	const [yes, sometimes, no] = [of('yes'), of('sometimes'), of('no')];
	const others = [sometimes > 0 && `${number(sometimes)} sometimes`, no > 0 && `${number(no)} no`];
	return [`${number(yes)} of ${number(answers.length)} say yes`, ...others].filter(Boolean).join(', ');
}

/** `3 days (median of 9 answers)`. */
function medianWords(answers: readonly number[], unit: string): string | null {
	const spread = spreadOf(answers);
	if (spread === null) return null;
	const figure = count(spread.median, unit);
	return spread.count === 1 ? `${figure} (1 answer)` : `${figure} (median of ${number(spread.count)} answers)`;
}

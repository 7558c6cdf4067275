/** The facts in reviews that can be counted, as pages show them. */
import { labelOf } from '../../catalog/columns.ts';
import { type PaidOnTime, REVIEW_COLUMNS, type ReviewFacts } from '../../catalog/review.ts';
import { count, number } from '../format/numbers.ts';
import { spreadOf } from '../statistics/statistics.ts';

/** Returns the facts of a review in words: `in the program for 18 months`, `paid on time`. Leaves out unknown facts. */
export function factsInWords({
	months_in_program: months,
	paid_on_time: paid,
	approval_days: days,
}: ReviewFacts): string[] {
	return [
		...(months === null ? [] : [`in the program for ${count(months, 'month')}`]),
		...(paid === null ? [] : [PAID_WORDS[paid]]),
		...(days === null ? [] : [`approved ${afterDays(days)}`]),
	];
}

const PAID_WORDS: { readonly [P in PaidOnTime]: string } = {
	yes: 'paid on time',
	sometimes: 'sometimes paid late',
	no: 'not paid on time',
};

function afterDays(days: number): string {
	return days === 0 ? 'on the same day' : `after ${count(days, 'day')}`;
}

/** What the reviews of a program say about one fact. */
export interface ReportedFact {
	readonly name: string;
	/** The answers in words, with their number: `8 of 11 say yes, 2 sometimes, 1 no`. */
	readonly words: string;
}

/** Returns what the reviews of a program say about each fact. Leaves out facts that no review states. */
export function reportedFacts(reviews: readonly ReviewFacts[]): ReportedFact[] {
	const facts = [
		{ field: 'paid_on_time', words: paidWords(answersIn(reviews, 'paid_on_time')) },
		{ field: 'approval_days', words: medianWords(answersIn(reviews, 'approval_days'), 'day') },
		{ field: 'months_in_program', words: medianWords(answersIn(reviews, 'months_in_program'), 'month') },
	];
	return facts.flatMap(({ field, words }) => (words === null ? [] : [{ name: labelOf(REVIEW_COLUMNS, field), words }]));
}

function answersIn<F extends keyof ReviewFacts>(
	reviews: readonly ReviewFacts[],
	field: F,
): NonNullable<ReviewFacts[F]>[] {
	return reviews.flatMap((review) => review[field] ?? []) as NonNullable<ReviewFacts[F]>[];
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

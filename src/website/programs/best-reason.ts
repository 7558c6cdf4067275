/** Says why a program is among the best of its category. */
import { commissionOf } from '../../catalog/commission.ts';
import { capitalized } from '../../catalog/keyword-names.ts';
import { type PublishedProgram, rankedRating } from '../../catalog/published.ts';
import { NUMBER_COLUMNS } from '../../search/number-columns.ts';
import { COMMISSION_TYPE_WORDS } from '../format/keyword-words.ts';
import { count, inWords } from '../format/numbers.ts';
import { basePay } from '../format/pay-words.ts';
import { averageRating, cookie, payoutMinimum } from '../format/terms.ts';

/** The fewest programs that a statement about the highest pay compares. */
const FEWEST_COMPARED = 6;
/** How many facts besides the pay a reason names. */
const MOST_FACTS = 2;

interface Fact {
	/** The value to compare, greatest first, or null if it is unknown. */
	readonly value: (program: PublishedProgram) => number | null;
	/** The fact in words, or null if it is unknown. */
	readonly words: (program: PublishedProgram) => string | null;
	/** Whether the value is an amount, which only programs with the same currency can compare. */
	readonly isMoney?: boolean;
}

/** The most important fact first. */
const FACTS: readonly Fact[] = [
	{ value: rankedRating, words: ratingWords },
	{ value: (program) => program.cookie_days, words: cookieWords },
	{ value: ({ payout_minimum: least }) => (least === null ? null : -least), words: payoutWords, isMoney: true },
];

/**
 * Returns the reason in one sentence: what the program pays, whether that is the highest of the category, and up to two
 * facts that speak for the program: `50% for 12 months, the highest guaranteed percentage; cookie 90 days`. A fact speaks
 * for a program if more programs of the category are worse in it than better.
 *
 * @param category all programs of the category
 */
export function bestReason(program: PublishedProgram, category: readonly PublishedProgram[]): string {
	const facts = FACTS.flatMap((fact) => (speaksFor(fact, program, category) ? (fact.words(program) ?? []) : []));
	const pay = [capitalized(basePay(program)), highestPay(program, category)].filter(Boolean).join(', ');
	return [pay, ...facts.slice(0, MOST_FACTS)].join('; ');
}

const guaranteed = NUMBER_COLUMNS.guaranteed_rate.of;

/** `the highest guaranteed percentage (2 others pay the same)`. Null if another program guarantees a higher one. */
function highestPay(program: PublishedProgram, category: readonly PublishedProgram[]): string | null {
	const rate = guaranteed(program);
	if (rate === null) return null;
	const { type } = commissionOf(program);
	const sameType = category.filter((other) => commissionOf(other).type === type);
	for (const [compared, kind] of [
		[category, ''],
		[sameType, `${COMMISSION_TYPE_WORDS[type]} `],
	] as const) {
		const rates = compared.map(guaranteed).filter((other) => other !== null);
		if (rates.length < FEWEST_COMPARED || rates.some((other) => other > rate)) continue;
		const others = rates.filter((other) => other === rate).length - 1;
		const equal = others === 0 ? '' : ` (${count(others, 'other pays', 'others pay')} the same)`;
		return `the highest guaranteed ${kind}percentage${equal}`;
	}
	return null;
}

function speaksFor(
	{ value: ofProgram, isMoney = false }: Fact,
	program: PublishedProgram,
	category: readonly PublishedProgram[],
): boolean {
	const value = ofProgram(program);
	if (value === null) return false;
	const compared = isMoney ? category.filter(({ currency }) => currency === program.currency) : category;
	const values = compared.map(ofProgram).filter((other) => other !== null);
	const [worse, better] = [values.filter((other) => other < value), values.filter((other) => other > value)];
	return worse.length > better.length;
}

function ratingWords(program: PublishedProgram): string | null {
	const average = averageRating(program);
	return average && `rated ${inWords(average)} in ${count(program.review_count, 'review')}`;
}

function cookieWords(program: PublishedProgram): string | null {
	const days = cookie(program.cookie_days);
	return days && `cookie ${inWords(days)}`;
}

function payoutWords(program: PublishedProgram): string | null {
	const least = program.payout_minimum;
	if (least === null) return null;
	return least === 0 ? 'no payout minimum' : `payouts from ${inWords(payoutMinimum(program)!)}`;
}

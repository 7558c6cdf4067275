/** The best programs of a category, by rules that the page states. A rule compares only programs of that category. */

import { commissionOf } from '../../catalog/commission.ts';
import { capitalized } from '../../catalog/keyword-names.ts';
import { FEWEST_RANKED_REVIEWS, type Named, type PublishedProgram, rankedRating } from '../../catalog/published.ts';
import { NUMBER_COLUMNS } from '../../search/number-columns.ts';
import { compareTies } from '../../search/order.ts';
import { onceFor } from '../../shared/once.ts';
import { bestAddress, categoryAddress } from '../addresses.ts';
import type { SiteProgram } from '../directory/directory.ts';
import { type ProgramEntry, programEntry } from '../directory/listed-program.ts';
import { EVERYTHING, lastChange, type PageType } from '../directory/page-type.ts';
import { averageRating, cookie, payoutMinimum } from '../format/facts.ts';
import { COMMISSION_TYPE_WORDS } from '../format/keyword-words.ts';
import { count, inWords, number } from '../format/numbers.ts';
import { basePay } from '../format/pay-words.ts';
import { bestText, type PageText } from '../machine-readable/page-text.ts';

/** How many programs a list shows. */
const SHOWN = 5;
/** The fewest programs that must qualify for a list. With fewer, the list would show all of them and mean nothing. */
const FEWEST = 6;
/** In the list by rating, each program is ranked as if it had this many additional reviews with this rating. */
const PRIOR = { reviews: 5, rating: 3.5 } as const;

/** The text that says which programs can qualify for the lists. */
export const BEST_TERMS =
	'To qualify, a program must not be closed to new publishers, and it must publish an exact or minimum commission that applies to every sale. A maximum, such as “up to 60%”, credit, and an offer that has expired do not count.';

interface BestList {
	readonly name: string;
	/** The start of a sentence about the programs. */
	readonly subject: string;
	/** How the programs are selected and ranked, in one sentence. */
	readonly rule: string;
	readonly qualified: number;
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
		ranked.sort((a, b) => value(b)! - value(a)! || cookieOf(b) - cookieOf(a) || compareTies(a, b));
		return [{ name, subject, rule, qualified: ranked.length, programs: ranked.slice(0, SHOWN) }];
	});
});

/** A program that does not publish its cookie duration comes after the others. */
const cookieOf = (program: SiteProgram) => program.cookie_days ?? -1;

function hasTerms(program: SiteProgram): boolean {
	return program.availability !== 'closed' && commissionOf(program).isComparable;
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
		[sameType, type === null ? '' : `${COMMISSION_TYPE_WORDS[type]} `],
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

/** The best programs of a category. A category has this page only if enough of its programs qualify. */
export interface BestView {
	readonly category: Named;
	readonly text: PageText;
	/** The number of programs in the category. */
	readonly total: number;
	readonly lists: readonly BestEntries[];
}

interface BestEntries extends Omit<BestList, 'programs'> {
	readonly programs: readonly ProgramEntry[];
	/** Why the first programs of the list are among the best. */
	readonly reasons: readonly string[];
}

/** How many programs of a list have a reason. */
const REASONS = 3;

export const bestPages: PageType<BestView> = {
	route: '/categories/[slug]/best',
	component: 'programs/BestPage.astro',
	*pages({ categories }, scope = EVERYTHING) {
		for (const { slug, name, programs } of categories) {
			if (!scope.has('categories', slug)) continue;
			const lists = bestOf(programs);
			if (lists.length === 0) continue;
			yield {
				address: bestAddress(slug),
				sitemap: { owner: categoryAddress(slug), lastmod: lastChange(lists.flatMap((list) => list.programs)) },
				view: () => ({
					category: { slug, name },
					text: bestText(name, lists),
					total: programs.length,
					lists: lists.map((list) => ({
						...list,
						programs: list.programs.map(programEntry),
						reasons: list.programs.slice(0, REASONS).map((program) => bestReason(program, programs)),
					})),
				}),
			};
		}
	},
};

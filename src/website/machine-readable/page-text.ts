/**
 * The titles and descriptions of pages, which appear in search results, shared links and browser tabs.
 * They contain only facts that are also on the page.
 */
import type { Category } from '../../catalog/category.ts';
import { baseOffer, commissionOf, countsAsPay } from '../../catalog/commission.ts';
import { capitalized, IN_HOUSE, networkName } from '../../catalog/keyword-names.ts';
import type { Organization } from '../../catalog/organization.ts';
import type { PublishedReview } from '../../catalog/published.ts';
import { excerpt } from '../../shared/text.ts';
import type { ListedProgram, ShownProgram } from '../directory/listed-program.ts';
import { contradictionSentence } from '../format/contradiction.ts';
import { dayOf } from '../format/dates.ts';
import { averageRating, cookie } from '../format/facts.ts';
import { markdownText } from '../format/markdown.ts';
import { count, inWords, number, stars } from '../format/numbers.ts';
import { whoseWords } from '../format/pay-evidence.ts';
import { basePay } from '../format/pay-words.ts';
import { briefNotes, commissionInWords, commissionText } from '../format/short-pay.ts';
import { reviewTitle } from '../review/reviews.ts';

export interface PageText {
	/** The name of the page in breadcrumbs: `Larkpost`. */
	readonly name: string;
	/** The title of the page: `Larkpost affiliate program: 30% recurring`. */
	readonly title: string;
	/** Sentences in plain text. The most important ones come first, because long descriptions are cut off. */
	readonly description: string;
}

/** The maximum length of a name in a title. Longer names would leave no room for anything else. */
const LONGEST_NAME = 45;
/** The maximum length of a quoted commission in a description. */
const LONGEST_WORDS = 80;
const list = new Intl.ListFormat('en');
const shortName = (name: string) => excerpt(name, LONGEST_NAME);

export function programText(program: ShownProgram): PageText {
	const name = shortName(program.name);
	const pays = commissionText(program);
	return {
		name,
		title: `${name} affiliate program${pays && `: ${pays} ${briefNotes(program)}`}`,
		description: `${termsSentences(name, program)} ${aboutProgram(program)}`,
	};
}

/** @param programs all programs if this is the first page of the list, otherwise undefined */
export function programsText(programs: readonly ListedProgram[] | undefined): PageText {
	return {
		name: 'Programs',
		title: 'All affiliate programs',
		description: `Compare ${counted(programs)} by commission, cookie duration, rating and network. ${bestTerms(programs)}`,
	};
}

/** @param programs all programs of the category if this is the first page of the list, otherwise undefined */
export function categoryText(category: Category, programs: readonly ListedProgram[] | undefined): PageText {
	const name = shortName(category.name);
	return {
		name,
		title: `${name} affiliate programs`,
		description: `See ${counted(programs)} in the category ${name}. ${bestTerms(programs)} ${category.description ?? ''}`,
	};
}

/** @param lists the lists of the page, with the names of their programs */
export function bestText(
	category: string,
	lists: readonly { readonly subject: string; readonly programs: readonly { readonly name: string }[] }[],
): PageText {
	const sentences = lists.map(
		({ subject, programs }) => `${subject} are ${list.format(programs.map((of) => shortName(of.name)))}.`,
	);
	return {
		name: 'Best programs',
		title: `Best ${shortName(category)} affiliate programs`,
		description: sentences.join(' '),
	};
}

/** @param programs all programs of the organization if this is the first page of the list, otherwise undefined */
export function organizationText(organization: Organization, programs: readonly ListedProgram[] | undefined): PageText {
	const name = shortName(organization.name);
	return {
		name,
		title: `Affiliate programs of ${name}`,
		description: `${name} runs ${counted(programs)}. ${bestTerms(programs)} ${organization.description ?? ''}`,
	};
}

/**
 * @param keyword the keyword of the tracking platform
 * @param programs all programs of the network if this is the first page of the list, otherwise undefined
 */
export function networkText(keyword: string, programs: readonly ListedProgram[] | undefined): PageText {
	const name = shortName(networkName(keyword));
	if (keyword === IN_HOUSE) {
		return {
			name,
			title: 'Affiliate programs without a network',
			description: `See ${counted(programs)} that track sales in-house, without an affiliate network. ${bestTerms(programs)}`,
		};
	}
	return {
		name,
		title: `Affiliate programs on ${name}`,
		description: `See ${counted(programs)} on the network ${name}. ${bestTerms(programs)}`,
	};
}

export function reviewText(review: PublishedReview): PageText {
	const [name, program, author] = [reviewTitle(review), review.program.name, review.author_display_name].map(
		shortName,
	) as [string, string, string];
	return {
		name,
		// An author can write several reviews without a title, so the date distinguishes them.
		title: review.title.trim()
			? `${program} review: ${name}`
			: `${program} review by ${author}, ${dayOf(review.created_at)}`,
		description: `${author} gives ${program} ${inWords(stars(review.rating))}. ${review.body}`,
	};
}

/**
 * Returns what a program says about itself. Some short descriptions are the start of the long description, cut off in the
 * middle of a sentence, so the long description takes their place.
 */
function aboutProgram({ description, long_description, organization }: ShownProgram): string {
	const whole = markdownText(long_description).trim();
	if (description !== '' && whole.startsWith(description)) return whole;
	return description || `It is run by ${organization.name}.`;
}

/** Returns sentences about the terms of a program. Unknown terms are left out, except the commission. */
function termsSentences(name: string, program: ShownProgram): string {
	const days = cookie(program.cookie_days);
	const average = averageRating(program);
	return [
		commissionSentence(name, program),
		days && `Its cookie lasts for ${program.cookie_days === 0 ? 'one session' : inWords(days)}.`,
		average && `Its rating is ${inWords(average)} from ${count(program.review_count, 'review')}.`,
	]
		.filter(Boolean)
		.join(' ');
}

function commissionSentence(name: string, program: ShownProgram): string {
	const pays = basePay(program);
	const { isContradictory, isExpired } = commissionOf(program);
	if (pays !== '') return `${name} ${isExpired ? 'paid' : 'pays'} ${pays}.`;
	if (isContradictory) return contradictionSentence(name, program);
	const words = commissionInWords(program, LONGEST_WORDS);
	if (words === null) return `The commission of ${name} is not stated here.`;
	return `The commission of ${name}, ${whoseWords(program)}: “${words.replace(/\.$/, '')}”.`;
}

/** `12 affiliate programs`. Without the number if it is unknown or 0. */
function counted(programs: readonly ListedProgram[] | undefined): string {
	return programs === undefined || programs.length === 0
		? 'affiliate programs'
		: count(programs.length, 'affiliate program');
}

/** `They pay up to 50%, and their cookies last up to 90 days.` Empty if no terms are known. */
function bestTerms(programs: readonly ListedProgram[] = []): string {
	const isOne = programs.length === 1;
	const upTo = isOne ? '' : 'up to ';
	const rate = greatest(isOne ? programs.map(clearRate) : programs.flatMap(statedRates));
	const days = cookie(greatest(programs.map((program) => program.cookie_days)) || null);
	const pays = rate === null ? '' : `${isOne ? 'it pays' : 'they pay'} ${upTo}${number(rate)}%`;
	const lasts = days && `${isOne ? 'its cookie lasts' : 'their cookies last'} ${upTo}${inWords(days)}`;
	const sentence = [pays, lasts].filter(Boolean).join(', and ');
	return sentence && `${capitalized(sentence)}.`;
}

function clearRate(program: ListedProgram): number | null {
	const { isComparable, rate } = commissionOf(program);
	return isComparable ? rate : null;
}

/** Returns all percentages that a program pays to anyone: for a start, in the highest tier, or at most. */
function statedRates(program: ListedProgram): (number | null)[] {
	const offers = [baseOffer(program), ...program.offers.filter(({ stated_in }) => stated_in === null)];
	return offers.flatMap((offer) =>
		offer === null || offer.rate === null || !countsAsPay(offer) ? [] : [offer.rate, offer.maximum],
	);
}

/** Returns the greatest of the known numbers, or null if none is known. */
function greatest(values: readonly (number | null)[]): number | null {
	return values.reduce((most, value) => (value !== null && (most === null || value > most) ? value : most), null);
}

/**
 * The titles and descriptions of pages, which appear in search results, shared links and browser tabs.
 * They contain only facts that are also on the page.
 */
import type { Category } from '../../catalog/category.ts';
import { commissionOf } from '../../catalog/commission.ts';
import { platformName } from '../../catalog/keyword-names.ts';
import type { Organization } from '../../catalog/organization.ts';
import type { PublishedReview } from '../../catalog/published.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { dayOf } from '../format/dates.ts';
import { count, inWords, number, stars } from '../format/numbers.ts';
import { COMMISSION_TYPE_WORDS, commissionText, cookie, termsLine } from '../format/terms.ts';
import type { ListedProgram, ShownProgram } from '../listed-program.ts';
import { reviewTitle } from '../reviews.ts';

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
const shortName = (name: string) => excerpt(name, LONGEST_NAME);

export function programText(program: ShownProgram): PageText {
	const name = shortName(program.name);
	const pays = commissionText(program);
	return {
		name,
		title: `${name} affiliate program${pays && `: ${pays} ${COMMISSION_TYPE_WORDS[program.commission_type]}`}`,
		description: `${termsLine(program)} ${program.description || `Run by ${program.organization.name}.`}`,
	};
}

/** @param programs all programs if this is the first page of the list, otherwise undefined */
export function programsText(programs: readonly ListedProgram[] | undefined): PageText {
	return {
		name: 'Programs',
		title: 'All affiliate programs',
		description: `${programsWithTerms(programs)}. Compare them by commission, cookie duration, rating and network.`,
	};
}

/** @param programs all programs of the category if this is the first page of the list, otherwise undefined */
export function categoryText(category: Category, programs: readonly ListedProgram[] | undefined): PageText {
	const name = shortName(category.name);
	return {
		name,
		title: `${name} affiliate programs`,
		description: `${name}: ${programsWithTerms(programs)}. ${category.description ?? ''}`,
	};
}

/** @param lists the lists of the page, with the names of their programs */
export function bestText(
	category: string,
	lists: readonly { readonly name: string; readonly programs: readonly { readonly name: string }[] }[],
): PageText {
	const sentences = lists.map(
		({ name, programs }) => `${name}: ${programs.map((of) => shortName(of.name)).join(', ')}.`,
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
		description: `${name}: ${programsWithTerms(programs)}. ${organization.description ?? ''}`,
	};
}

/**
 * @param keyword the keyword of the tracking platform
 * @param programs all programs of the network if this is the first page of the list, otherwise undefined
 */
export function networkText(keyword: string, programs: readonly ListedProgram[] | undefined): PageText {
	const name = shortName(platformName(keyword));
	return {
		name,
		title: `Affiliate programs on ${name}`,
		description: `Programs on the affiliate network ${name}: ${programsWithTerms(programs)}.`,
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

/** `12 affiliate programs, paying up to 50%, with cookies of up to 90 days`. */
function programsWithTerms(programs: readonly ListedProgram[] | undefined): string {
	if (programs === undefined) return 'Affiliate programs';
	const upTo = programs.length === 1 ? '' : 'up to ';
	const commissions = programs.map(commissionOf).filter(({ isComparable }) => isComparable);
	const rate = greatest(commissions.map((commission) => commission.rate));
	const days = cookie(greatest(programs.map((program) => program.cookie_days)) || null);
	const parts = [
		count(programs.length, 'affiliate program'),
		rate !== null && `paying ${upTo}${number(rate)}%`,
		days && `with cookies of ${upTo}${inWords(days)}`,
	];
	return parts.filter(Boolean).join(', ');
}

/** Returns the greatest of the known numbers, or null if none is known. */
function greatest(values: readonly (number | null)[]): number | null {
	return values.reduce((most, value) => (value !== null && (most === null || value > most) ? value : most), null);
}

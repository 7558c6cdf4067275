/**
 * What pages are called and say of themselves where nothing else of them is seen: in results of a search engine, in
 * shared links, in tabs. Made of facts that the page shows.
 */
import type { Category } from '../../catalog/category.ts';
import type { Organization } from '../../catalog/organization.ts';
import type { PublishedProgram, PublishedReview } from '../../catalog/published.ts';
import { excerpt } from '../../shared/excerpt.ts';
import type { WithPrograms } from '../directory.ts';
import { dayOf } from '../format/dates.ts';
import { platformName } from '../format/keywords.ts';
import { count, inWords, number, stars } from '../format/numbers.ts';
import { COMMISSION_TYPE_WORDS, commissionFigures, cookie, termsLine } from '../format/terms.ts';
import type { ListedProgram } from '../listed-program.ts';
import { reviewTitle } from '../reviews.ts';

export interface PageText {
	/** The name of the page in breadcrumbs: `Larkpost`. */
	readonly name: string;
	/** The title of the page: `Larkpost affiliate program: 30% recurring`. */
	readonly title: string;
	/** Sentences in plain text, the most telling first: what is too long is cut. */
	readonly description: string;
}

/** A name longer than this would push everything else out of a title. */
const LONGEST_NAME = 45;
const shortName = (name: string) => excerpt(name, LONGEST_NAME);

export function programText(program: PublishedProgram): PageText {
	const name = shortName(program.name);
	const pays = commissionFigures(program).map(inWords).join(' + ');
	return {
		name,
		title: `${name} affiliate program${pays && `: ${pays} ${COMMISSION_TYPE_WORDS[program.commission_type]}`}`,
		description: `${termsLine(program)} ${program.description || `A program of ${program.organization.name}.`}`,
	};
}

/** @param programs all that the list has, on whichever page */
export function programsText(programs: readonly ListedProgram[]): PageText {
	return {
		name: 'Programs',
		title: 'All affiliate programs',
		description: `${programsWithTerms(programs)}. Compare them by commission, cookie duration, rating and network.`,
	};
}

export function categoryText(category: WithPrograms<Category>): PageText {
	const name = shortName(category.name);
	return {
		name,
		title: `${name} affiliate programs`,
		description: `${name}: ${programsWithTerms(category.programs)}. ${category.description ?? ''}`,
	};
}

export function organizationText(organization: WithPrograms<Organization>): PageText {
	const name = shortName(organization.name);
	return {
		name,
		title: `Affiliate programs of ${name}`,
		description: `${name}: ${programsWithTerms(organization.programs)}. ${organization.description ?? ''}`,
	};
}

/** @param keyword names the tracking platform */
export function networkText(keyword: string, programs: readonly ListedProgram[]): PageText {
	const name = shortName(platformName(keyword));
	return {
		name,
		title: `Affiliate programs on ${name}`,
		description: `Programs on the affiliate network ${name}:  ${programsWithTerms(programs)}.`,
	};
}

export function reviewText(review: PublishedReview): PageText {
	const [name, program, author] = [reviewTitle(review), review.program.name, review.author_display_name].map(
		shortName,
	) as [string, string, string];
	return {
		name,
		// The date tells reviews without a title apart that one author wrote of one program.
		title: review.title.trim()
			? `${program} review: ${name}`
			: `${program} review by ${author}, ${dayOf(review.created_at)}`,
		description: `${author} gives ${program} ${inWords(stars(review.rating))}. ${review.body}`,
	};
}

/** `12 programs, paying up to 50%, with cookies of up to 90 days`. */
function programsWithTerms(programs: readonly ListedProgram[]): string {
	const upTo = programs.length === 1 ? '' : 'up to ';
	const rate = greatest(programs.map((program) => program.commission_rate));
	const days = cookie(greatest(programs.map((program) => program.cookie_days)) || null);
	const parts = [
		count(programs.length, 'affiliate program'),
		rate !== null && `paying ${upTo}${number(rate)}%`,
		days && `with cookies of ${upTo}${inWords(days)}`,
	];
	return parts.filter(Boolean).join(', ');
}

/** The greatest of the numbers that are known. */
function greatest(values: readonly (number | null)[]): number | null {
	return values.reduce((most, value) => (value !== null && (most === null || value > most) ? value : most), null);
}

/** The feeds: the newest programs, the newest reviews, and the newest programs of each category. */
import type { Named, PublishedProgram, PublishedReview } from '../../catalog/published.ts';
import { compareText } from '../../shared/text.ts';
import {
	CATEGORIES,
	categoryAddress,
	HOME,
	type PageLink,
	PROGRAMS,
	programAddress,
	reviewAddress,
} from '../addresses.ts';
import { type Directory, NEW_REVIEWS } from '../directory/directory.ts';
import { EVERYTHING, type PageType } from '../directory/page-type.ts';
import { termsLine } from '../format/facts.ts';
import { inWords, stars } from '../format/numbers.ts';
import { reviewTitle } from '../review/reviews.ts';

/** The number of entries in a feed. */
const LENGTH = NEW_REVIEWS;
/** The maximum number of entries, for the programs of an import that are all new at once. */
const LONGEST = 500;

export const FEED_TYPE = 'application/atom+xml';

export const PROGRAM_FEED: PageLink = { name: 'Newest programs', address: '/feeds/programs.atom' };
export const REVIEW_FEED: PageLink = { name: 'Newest reviews', address: '/feeds/reviews.atom' };
export function categoryFeed({ slug, name }: Named): PageLink {
	return { name: `Newest programs in ${name}`, address: `/feeds${CATEGORIES.address}${slug}.atom` };
}

export interface FeedSource extends PageLink {
	/** The address of the page that the feed belongs to. */
	readonly page: string;
	/** The query of the feed's address, such as `?key=x`. Most feeds have none. */
	readonly query?: string;
	/** The entries, newest first. */
	readonly entries: readonly FeedEntry[];
}

export interface FeedEntry extends PageLink {
	/** Paragraphs in plain text. */
	readonly text: readonly string[];
	readonly author: string;
	readonly published: string;
	readonly updated: string;
}

/** Returns the feeds of a directory. Leaves out the feeds of categories that are not in scope. */
export function feedsOf({ programs, categories, reviews }: Directory, scope = EVERYTHING): FeedSource[] {
	return [
		{ ...PROGRAM_FEED, page: PROGRAMS.address, entries: newestPrograms(programs) },
		{ ...REVIEW_FEED, page: HOME.address, entries: reviews.newest().map(reviewEntry) },
		...categories
			.filter(({ slug }) => scope.has('categories', slug))
			.map((category) => ({
				...categoryFeed(category),
				page: categoryAddress(category.slug),
				entries: newestPrograms(category.programs),
			})),
	];
}

/** Returns the newest programs, and the others that came with the last of them, so that readers miss none of an import. */
function newestPrograms(programs: readonly PublishedProgram[]): FeedEntry[] {
	const last = programs.toSorted(compareNewest).slice(0, LENGTH).at(-1);
	const newest = programs.filter(({ created_at }) => last !== undefined && created_at >= last.created_at);
	return newest.sort(compareNewest).slice(0, LONGEST).map(programEntry);
}

function compareNewest(a: PublishedProgram, b: PublishedProgram): number {
	return compareText(b.created_at, a.created_at) || compareText(a.slug, b.slug);
}

function programEntry(program: PublishedProgram): FeedEntry {
	return {
		name: program.name,
		address: programAddress(program.slug),
		text: [program.description, termsLine(program)],
		author: program.organization.name,
		published: program.created_at,
		updated: program.updated_at,
	};
}

function reviewEntry(review: PublishedReview): FeedEntry {
	return {
		name: `${reviewTitle(review)}: ${review.program.name}, ${inWords(stars(review.rating))}`,
		address: reviewAddress(review.id),
		text: review.body.split(/\n\s*\n/),
		author: review.author_display_name,
		published: review.created_at,
		updated: review.updated_at,
	};
}

export const feedFiles: PageType<FeedSource> = {
	route: '/feeds/[...file]',
	pages: (directory, scope) => feedsOf(directory, scope).map((feed) => ({ address: feed.address, view: () => feed })),
};

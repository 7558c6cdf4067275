/** The data of the site in one object: the published records, sorted for the site. Reviews stay in the snapshot. */

import type Database from 'better-sqlite3';
import type { Category } from '../../catalog/category.ts';
import { networkName } from '../../catalog/keyword-names.ts';
import type { Organization } from '../../catalog/organization.ts';
import type { Named, PublishedProgram, PublishedReview } from '../../catalog/published.ts';
import type { Manifest } from '../../release/manifest.ts';
import { sortedBy } from '../../search/order.ts';
import { fold } from '../../search/text.ts';
import { once } from '../../shared/once.ts';
import { compareText } from '../../shared/text.ts';
import {
	newestReviews,
	publishedPrograms,
	publishedRatings,
	publishedReviewsFinder,
	type ReviewDate,
	records,
	reviewDatesFinder,
} from '../../snapshot/read.ts';
import { logoAddress, type WithLogo } from './logos.ts';
import { type SimilarFinder, similarFinder } from './similar.ts';

export interface Directory extends SimilarFinder<SiteProgram> {
	/** The programs, in `listed` order. */
	readonly programs: readonly SiteProgram[];
	/** The categories, sorted by name. */
	readonly categories: readonly WithPrograms<Category>[];
	/** The organizations, sorted by name. Each has a page. */
	readonly organizations: readonly WithPrograms<SiteOrganization>[];
	/** The organizations that the site lists and counts: those that do not only repeat a program. */
	readonly listedOrganizations: readonly WithPrograms<SiteOrganization>[];
	/** The programs' tracking platforms. The one with the most programs comes first. A platform's slug is its keyword. */
	readonly networks: readonly WithPrograms<Named & WithLogo>[];
	readonly reviews: AllReviews;
	reviewsOf(program: Pick<PublishedProgram, 'slug'>): readonly PublishedReview[];
	/** Only the IDs and dates of a program's reviews. Reading them is faster than reading the full reviews. */
	reviewDatesOf(program: Pick<PublishedProgram, 'slug'>): readonly ReviewDate[];
}

export function countsOf({ organizations, categories, programs, reviews }: Directory): Manifest['counts'] {
	return {
		organizations: organizations.length,
		categories: categories.length,
		programs: programs.length,
		reviews: reviews.total,
	};
}

interface AllReviews {
	readonly total: number;
	/** The time when a review was last changed, or undefined if there are no reviews. */
	readonly lastChange: string | undefined;
	newest(): readonly PublishedReview[];
	/** Returns the ratings of all reviews, in no particular order. */
	ratings(): readonly number[];
}

export type SiteProgram = PublishedProgram & WithLogo;

/** An organization, and the slug of the program that it only repeats. See `repeatedProgram`. */
export type SiteOrganization = Organization & WithLogo & { readonly repeats: string | null };

/** A record and its programs. The programs are sorted as in `Directory.programs`. */
export type WithPrograms<T> = T & { readonly programs: readonly SiteProgram[] };

/** The maximum number of reviews in a list of new reviews. */
export const NEW_REVIEWS = 30;

/**
 * Reads the published content of a snapshot into memory, except the reviews, which would take too much memory.
 *
 * @param db the snapshot. It must stay open as long as the directory is used
 * @param isFile returns whether the website has a file at a path
 * @param synonyms groups of phrases with the same meaning. They decide which programs are similar
 */
export function readDirectory(
	db: Database.Database,
	isFile: (path: string) => boolean,
	synonyms: readonly (readonly string[])[] = [],
): Directory {
	const logoOf = (slug: string) => logoAddress(slug, isFile);
	const published = [...publishedPrograms(db)];
	const programs = Array.from(sortedBy('listed', published), (number) => {
		const program = published[number]!;
		return Object.assign(program, { logo: logoOf(program.slug) });
	});
	const reviewsOf = publishedReviewsFinder(db);
	const reviewDatesOf = reviewDatesFinder(db);
	const organizations = withPrograms([...records(db, 'organizations')], programs, (program) => [
		program.organization,
	]).map((organization) => ({
		...organization,
		logo: logoOf(organization.slug),
		repeats: repeatedProgram(organization),
	}));
	return {
		programs,
		categories: withPrograms([...records(db, 'categories')], programs, (program) => program.categories),
		organizations,
		listedOrganizations: organizations.filter(({ repeats }) => repeats === null),
		networks: networksOf(programs).map((network) => ({ ...network, logo: logoOf(network.slug) })),
		reviews: {
			total: programs.reduce((sum, program) => sum + program.review_count, 0),
			lastChange: latest(programs.map(({ reviewed_at }) => reviewed_at)),
			newest: once(() => newestReviews(db, NEW_REVIEWS)),
			ratings: () => publishedRatings(db),
		},
		reviewsOf: ({ slug }) => reviewsOf(slug),
		reviewDatesOf: ({ slug }) => reviewDatesOf(slug),
		...similarFinder(programs, synonyms),
	};
}

function withPrograms<T extends Named>(
	records: readonly T[],
	programs: readonly SiteProgram[],
	belongsTo: (program: PublishedProgram) => readonly { readonly slug: string }[],
): WithPrograms<T>[] {
	const members = new Map<string, SiteProgram[]>(records.map(({ slug }) => [slug, []]));
	for (const program of programs) {
		for (const { slug } of belongsTo(program)) members.get(slug)?.push(program);
	}
	return records.map((record) => ({ ...record, programs: members.get(record.slug) ?? [] })).sort(compareNames);
}

/** Returns the networks of the programs. The network with the most programs comes first. */
export function networksOf(programs: readonly SiteProgram[]): WithPrograms<Named>[] {
	const keywords = new Set(programs.map((program) => program.tracking_platform).filter((keyword) => keyword !== null));
	const networks = Array.from(keywords, (slug) => ({ slug, name: networkName(slug) }));
	return withPrograms(networks, programs, ({ tracking_platform: slug }) => (slug === null ? [] : [{ slug }])).sort(
		(a, b) => b.programs.length - a.programs.length,
	);
}

/** Sorts reviews like the API: newest first. Reviews with the same timestamp are sorted by ID. */
export function compareNewest(a: PublishedReview, b: PublishedReview): number {
	return compareText(b.created_at, a.created_at) || compareText(a.id, b.id);
}

const names = new Intl.Collator('en', { numeric: true });

/** Sorts by name, in the order that readers expect. Records with equal names are sorted by slug. */
function compareNames(a: Named, b: Named): number {
	return names.compare(a.name, b.name) || compareText(a.slug, b.slug);
}

/**
 * Returns the slug of the program that an organization only repeats: its single program, with the same name and website,
 * if the organization has no description. Otherwise, returns null. The page of such an organization names the program's
 * page as canonical, and the site does not list it.
 */
export function repeatedProgram({
	name,
	description,
	website_url,
	programs,
}: Pick<Organization, 'name' | 'description' | 'website_url'> & {
	readonly programs: readonly Pick<PublishedProgram, 'slug' | 'name' | 'website_url'>[];
}): string | null {
	const [program, ...others] = programs;
	if (program === undefined || others.length > 0 || description?.trim()) return null;
	const isSame = fold(name) === fold(program.name) && (website_url === null || website_url === program.website_url);
	return isSame ? program.slug : null;
}

/** Returns the latest timestamp, or undefined if there is none. The timestamps must sort correctly as text. */
export function latest(timestamps: Iterable<string | null | undefined>): string | undefined {
	let found: string | undefined;
	for (const time of timestamps) if (time && (found === undefined || time > found)) found = time;
	return found;
}

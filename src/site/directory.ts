/** The data of the site in one object: published records, in the order of their lists. */
import type Database from 'better-sqlite3';
import type { Category } from '../catalog/category.ts';
import type { Organization } from '../catalog/organization.ts';
import type { Named, PublishedProgram, PublishedReview } from '../catalog/published.ts';
import { compareDefault } from '../search/order.ts';
import { programNumbers } from '../snapshot/program-numbers.ts';
import {
	categoriesWithCounts,
	organizationsWithCounts,
	publishedPrograms,
	publishedReviews,
} from '../snapshot/read.ts';
import { platformName } from './format/keywords.ts';
import { logoAddress } from './logos.ts';

export interface Directory {
	/** In the default order of lists, see `compareDefault`. */
	readonly programs: readonly SiteProgram[];
	/** Sorted by name. */
	readonly categories: readonly WithPrograms<Category>[];
	/** Sorted by name. */
	readonly organizations: readonly WithPrograms<Organization & WithLogo>[];
	/** The tracking platforms of programs, those with the most programs first. Their slugs are keywords. */
	readonly networks: readonly WithPrograms<Named & WithLogo>[];
	/** Newest first. */
	readonly reviews: readonly PublishedReview[];
	/** The reviews of a program, newest first. */
	reviewsOf(program: Pick<PublishedProgram, 'slug'>): readonly PublishedReview[];
	/**
	 * A number for the program. It normally stays the same when other programs are added or removed: see
	 * `programNumbers`.
	 */
	numberOf(program: Pick<PublishedProgram, 'slug'>): number;
}

export interface WithLogo {
	/** The address of its logo, if it has one. */
	readonly logo: string | null;
}

export type SiteProgram = PublishedProgram & WithLogo;

/** A record and its programs, in the order of `Directory.programs`. */
export type WithPrograms<T> = T & { readonly programs: readonly SiteProgram[] };

/**
 * Reads the published content of a snapshot into memory, so that each page finds its records quickly.
 *
 * @param isFile whether the website has a logo at a path
 */
export function readDirectory(db: Database.Database, isFile: (path: string) => boolean): Directory {
	const logoOf = (slug: string) => logoAddress(slug, isFile) ?? null;
	const programs = [...publishedPrograms(db)]
		.sort(compareDefault)
		.map((p) => Object.assign(p, { logo: logoOf(p.slug) }));
	const reviews = [...publishedReviews(db)].sort(compareNewest);
	const reviewsByProgram = Map.groupBy(reviews, (review) => review.program.slug);
	const numbers = programNumbers(db);
	return {
		programs,
		categories: withPrograms(categoriesWithCounts(db), programs, (program) => program.categories),
		organizations: withPrograms(organizationsWithCounts(db), programs, (program) => [program.organization]).map(
			(organization) => ({ ...organization, logo: logoOf(organization.slug) }),
		),
		networks: networksOf(programs).map((network) => ({ ...network, logo: logoOf(network.slug) })),
		reviews,
		reviewsOf: (program) => reviewsByProgram.get(program.slug) ?? [],
		numberOf: ({ slug }) => numbers.get(slug)!,
	};
}

function withPrograms<T extends { readonly slug: string; readonly name: string }>(
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

/** The networks of the programs, those with the most programs first. */
export function networksOf(programs: readonly SiteProgram[]): WithPrograms<Named>[] {
	const keywords = new Set(programs.map((program) => program.tracking_platform).filter((keyword) => keyword !== null));
	const networks = [...keywords].sort().map((slug) => ({ slug, name: platformName(slug) }));
	return withPrograms(networks, programs, ({ tracking_platform: slug }) => (slug === null ? [] : [{ slug }])).sort(
		(a, b) => b.programs.length - a.programs.length,
	);
}

/** Sorts reviews like the API: newest first, and reviews of the same second by ID. */
export function compareNewest(a: PublishedReview, b: PublishedReview): number {
	if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1;
	return a.id < b.id ? -1 : 1;
}

const names = new Intl.Collator('en', { numeric: true });

/** Sorts by name, in the order that readers expect. Records with equal names stay in the order of their slugs. */
function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
	return names.compare(a.name, b.name);
}

/** Everything that the site shows, as one model that its pages read: published records, in the order of their lists. */
import type Database from 'better-sqlite3';
import type { Category } from '../catalog/category.ts';
import type { Organization } from '../catalog/organization.ts';
import type { Named, PublishedProgram, PublishedReview } from '../catalog/published.ts';
import { compareDefault } from '../search/order.ts';
import {
	categoriesWithCounts,
	organizationsWithCounts,
	publishedPrograms,
	publishedReviews,
} from '../snapshot/read.ts';
import { platformName } from './format/keywords.ts';

export interface Directory {
	/** Featured first, then the most viewed. */
	readonly programs: readonly PublishedProgram[];
	/** By name. */
	readonly categories: readonly WithPrograms<Category>[];
	/** By name. */
	readonly organizations: readonly WithPrograms<Organization>[];
	/** The tracking platforms of programs, those of most programs first; their slugs are keywords. */
	readonly networks: readonly WithPrograms<Named>[];
	/** Newest first. */
	readonly reviews: readonly PublishedReview[];
	/** The reviews of a program, newest first. */
	reviewsOf(program: PublishedProgram): readonly PublishedReview[];
}

/** A record and its programs, in the order of `Directory.programs`. */
export type WithPrograms<T> = T & { readonly programs: readonly PublishedProgram[] };

/** Reads a snapshot whole: what the site shows of it fits in memory, and each page then finds its rows at once. */
export function readDirectory(db: Database.Database): Directory {
	const programs = [...publishedPrograms(db)].sort(compareDefault);
	const reviews = [...publishedReviews(db)].sort(compareNewest);
	const reviewsByProgram = Map.groupBy(reviews, (review) => review.program.slug);
	return {
		programs,
		categories: withPrograms(categoriesWithCounts(db), programs, (program) => program.categories),
		organizations: withPrograms(organizationsWithCounts(db), programs, (program) => [program.organization]),
		networks: networksOf(programs),
		reviews,
		reviewsOf: (program) => reviewsByProgram.get(program.slug) ?? [],
	};
}

function withPrograms<T extends { readonly slug: string; readonly name: string }>(
	records: readonly T[],
	programs: readonly PublishedProgram[],
	belongsTo: (program: PublishedProgram) => readonly { readonly slug: string }[],
): WithPrograms<T>[] {
	const members = new Map<string, PublishedProgram[]>(records.map(({ slug }) => [slug, []]));
	for (const program of programs) {
		for (const { slug } of belongsTo(program)) members.get(slug)?.push(program);
	}
	return records.map((record) => ({ ...record, programs: members.get(record.slug) ?? [] })).sort(compareNames);
}

/** The networks that track them, those of the most programs first. */
export function networksOf(programs: readonly PublishedProgram[]): WithPrograms<Named>[] {
	const keywords = new Set(programs.map((program) => program.tracking_platform).filter((keyword) => keyword !== null));
	const networks = [...keywords].sort().map((slug) => ({ slug, name: platformName(slug) }));
	return withPrograms(networks, programs, ({ tracking_platform: slug }) => (slug === null ? [] : [{ slug }])).sort(
		(a, b) => b.programs.length - a.programs.length,
	);
}

/** Reviews as the API lists them: newest first, then by id. */
export function compareNewest(a: PublishedReview, b: PublishedReview): number {
	if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1;
	return a.id < b.id ? -1 : 1;
}

const names = new Intl.Collator('en', { numeric: true });

/** Names as a reader looks them up; records come by slug, and equal names stay in that order. */
function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
	return names.compare(a.name, b.name);
}

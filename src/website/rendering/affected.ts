/** Finds the pages that changed records can affect. */
import type Database from 'better-sqlite3';
import type { PublishedProgram } from '../../catalog/published.ts';
import { allKeys, type SnapshotChanges } from '../../snapshot/compare.ts';
import { publishedPrograms, publishedReviewsFinder } from '../../snapshot/read.ts';
import {
	bestAddress,
	categoryAddress,
	networkAddress,
	organizationAddress,
	programAddress,
	reviewAddress,
} from '../addresses.ts';
import type { Directory } from '../directory/directory.ts';
import { EVERYTHING, type PageScope, type ScopeGroup } from '../directory/page-type.ts';
import { MOST_LISTED } from '../directory/similar.ts';
import { categoryFeed } from '../machine-readable/feeds.ts';

/** If more than this share of all programs is affected, the build goes through all pages, because that is no slower. */
const LARGEST_SHARE = 1 / 4;

/** The snapshot after the changes, and its directory. */
interface After {
	readonly db: Database.Database;
	readonly directory: Directory;
}

/** The snapshot before the changes, and the slugs of the programs that were similar to a program, by its slug. */
interface Before {
	readonly db: Database.Database;
	similarTo(slug: string): readonly string[];
}

/**
 * Returns the pages that a build must render after some changes, as a scope. The changes do not affect other pages.
 */
export function affectedScope(changes: SnapshotChanges, { db, directory }: After, before: Before): PageScope {
	const touched = touchedPrograms(changes, { db, directory }, before.db);
	if (touched.size > directory.programs.length * LARGEST_SHARE) return EVERYTHING;

	const now = directory.programs.filter(({ slug }) => touched.has(slug));
	const earlier = [...publishedPrograms(before.db, touched)];
	const versions: readonly PublishedProgram[] = [...now, ...earlier];
	const affected: { readonly [G in ScopeGroup]: ReadonlySet<string> } = {
		programs: touched,
		similar: touched.size === 0 ? touched : differentlySimilar(touched, directory, before),
		categories: allKeys(changes.categories).union(slugsOf(versions.flatMap(({ categories }) => categories))),
		organizations: allKeys(changes.organizations).union(slugsOf(versions.map(({ organization }) => organization))),
		networks: new Set(versions.flatMap(({ tracking_platform }) => tracking_platform ?? [])),
	};
	const removed = slugsOf(earlier).difference(slugsOf(now));
	const reviewsBefore = publishedReviewsFinder(before.db);
	const reviews = new Set([...removed].flatMap((slug) => reviewsBefore(slug).map(({ id }) => id)));
	return {
		has: (group, slug) => affected[group].has(slug),
		earlier: [
			...Array.from(touched, programAddress),
			...Array.from(affected.categories, (slug) => [
				categoryAddress(slug),
				bestAddress(slug),
				categoryFeed({ slug, name: '' }).address,
			]).flat(),
			...Array.from(affected.organizations, organizationAddress),
			...Array.from(affected.networks, networkAddress),
			...Array.from(allKeys(changes.reviews).union(reviews), reviewAddress),
		],
	};
}

/** Returns the slugs of the programs whose pages list other similar programs, or list a touched program. */
function differentlySimilar(
	touched: ReadonlySet<string>,
	{ programs, similarTo }: Directory,
	before: Before,
): ReadonlySet<string> {
	const listing = programs.filter(({ slug }) => {
		const [now, earlier] = [similarTo(slug), before.similarTo(slug)];
		return (
			now.length !== Math.min(MOST_LISTED, earlier.length) ||
			now.some((other, place) => other.slug !== earlier[place] || touched.has(other.slug))
		);
	});
	return slugsOf(listing);
}

/**
 * Returns the slugs of the programs whose pages can differ, because their data, reviews, organization or categories
 * changed.
 */
function touchedPrograms(
	{ organizations, categories, programs, reviews }: SnapshotChanges,
	{ db, directory }: After,
	before: Database.Database,
): ReadonlySet<string> {
	const touched = new Set(allKeys(programs));
	const [groups, makers] = [allKeys(categories), allKeys(organizations)];
	if (groups.size + makers.size > 0) {
		for (const program of directory.programs) {
			const isTouched =
				makers.has(program.organization.slug) || program.categories.some(({ slug }) => groups.has(slug));
			if (isTouched) touched.add(program.slug);
		}
	}
	for (const snapshot of [db, before]) {
		const programOf = snapshot.prepare<[string], string>('SELECT program FROM reviews WHERE id = ?').pluck();
		for (const id of allKeys(reviews)) touched.add(programOf.get(id) ?? '');
	}
	return touched;
}

const slugsOf = (records: readonly { readonly slug: string }[]) => new Set(records.map(({ slug }) => slug));

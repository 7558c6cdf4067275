/** Updates the bodies of the current release: makes only the bodies that the changed records can affect. */
import type Database from 'better-sqlite3';
import { reducedProgram } from '../catalog/views.ts';
import { programNumber } from '../snapshot/program-numbers.ts';
import { numberedReviews, publishedPrograms, recordFinder, records } from '../snapshot/read.ts';
import type { AffectedBodies } from './affected-bodies.ts';
import type { BodyLayers } from './body-layers.ts';
import { movedList, movesBetween, placeReader } from './moved-programs.ts';
import * as add from './record-bodies.ts';

/**
 * Adds and removes bodies. Afterwards, the release has the same bodies as after `buildBodies`.
 *
 * @param bodies the packs, which must have the bodies of the base
 * @param affected the records whose bodies can differ between the two snapshots
 */
export function updateBodies(
	bodies: BodyLayers,
	affected: AffectedBodies,
	before: Database.Database,
	after: Database.Database,
): void {
	const old = placesOf(before, affected.places);
	const now = addPrograms(bodies, after, affected);
	removePrograms(bodies, old, now);
	for (const kind of add.GROUPS) updateGroups(bodies, after, kind, affected[kind], movesBetween(old, now, kind));
	updateReviews(bodies, before, after, affected.reviewed);
}

/** The places of programs, by slug. Programs that are not published have none. */
function placesOf(db: Database.Database, slugs: ReadonlySet<string>): ReadonlyMap<string, add.Place> {
	const numberOf = programNumber(db);
	const places = new Map<string, add.Place>();
	for (const program of publishedPrograms(db, [...slugs])) {
		places.set(program.slug, add.placeOf(program, numberOf(program.slug)));
	}
	return places;
}

/** Adds the affected programs. Returns the new places of the programs whose places can differ, by slug. */
function addPrograms(
	bodies: BodyLayers,
	after: Database.Database,
	{ programs, places }: AffectedBodies,
): ReadonlyMap<string, add.Place> {
	const numberOf = programNumber(after);
	const now = new Map<string, add.Place>();
	for (const program of publishedPrograms(after, [...programs])) {
		const number = numberOf(program.slug);
		add.addProgram(bodies, program);
		bodies.addItem(number, reducedProgram(program));
		if (places.has(program.slug)) now.set(program.slug, add.placeOf(program, number));
	}
	return now;
}

/** Removes programs that are no longer published, and items whose numbers are no longer used. */
function removePrograms(
	bodies: BodyLayers,
	before: ReadonlyMap<string, add.Place>,
	after: ReadonlyMap<string, add.Place>,
): void {
	const used = new Set(after.values().map(({ number }) => number));
	for (const { slug, number } of before.values()) {
		if (!used.has(number)) bodies.removeItem(number);
		if (after.has(slug)) continue;
		bodies.removeResponse(add.programPath(slug));
		bodies.removeList(add.reviewsPath(slug));
	}
}

/** Updates the organizations or categories, and the lists of their programs. */
function updateGroups(
	bodies: BodyLayers,
	after: Database.Database,
	kind: add.Group,
	changed: ReadonlySet<string>,
	moves: ReturnType<typeof movesBetween>,
): void {
	const find = recordFinder(after);
	const read = placeReader(after);
	/** The lengths of the lists that have been updated. */
	const sizes = new Map<string, number>();
	const before = (slug: string) => bodies.listBefore(add.programsPath(kind, slug));
	for (const slug of changed.union(moves)) {
		const record = find(kind, slug);
		if (record === undefined) {
			bodies.removeResponse(add.groupPath(kind, slug));
			bodies.removeList(add.programsPath(kind, slug));
			continue;
		}
		const move = moves.get(slug);
		const list = move === undefined ? before(slug) : movedList(before(slug), move, read);
		add.addGroup(bodies, kind, record, list);
		sizes.set(slug, list.length);
	}
	if (kind === 'organizations') return;
	add.addCategories(bodies, records(after, kind), (slug) => sizes.get(slug) ?? before(slug).length);
}

/** Updates the reviews of some programs, and the lists of these reviews. */
function updateReviews(
	bodies: BodyLayers,
	before: Database.Database,
	after: Database.Database,
	programs: ReadonlySet<string>,
): void {
	const slugs = [...programs];
	const lists = new Map(publishedSlugs(after, slugs).map((slug) => [slug, [] as add.ListedReview[]]));
	const paths = new Set<string>();
	const items = new Set<number>();
	for (const review of numberedReviews(after, slugs)) {
		add.addReview(bodies, review);
		paths.add(add.reviewPath(review.id));
		items.add(add.reviewItem(review));
		const { id, created_at, number, program } = review;
		lists.get(program.slug)!.push({ id, created_at, number });
	}
	for (const [slug, reviews] of lists) add.addReviews(bodies, slug, reviews);
	for (const review of numberedReviews(before, slugs)) {
		if (!paths.has(add.reviewPath(review.id))) bodies.removeResponse(add.reviewPath(review.id));
		if (!items.has(add.reviewItem(review))) bodies.removeItem(add.reviewItem(review));
	}
}

function publishedSlugs(db: Database.Database, slugs: readonly string[]): string[] {
	const find = db
		.prepare<[string], string>("SELECT slug FROM programs WHERE slug = ? AND status = 'published'")
		.pluck();
	return slugs.filter((slug) => find.get(slug) !== undefined);
}

/** Updates the API bodies of the current release. Makes only the bodies that the changed records can affect. */
import type Database from 'better-sqlite3';
import { reducedProgram } from '../catalog/resources.ts';
import { compareDefault } from '../search/order.ts';
import { compareText } from '../shared/compare-text.ts';
import { slugNumber } from '../snapshot/program-numbers.ts';
import { numberedReviews, publishedPrograms, recordFinder, records } from '../snapshot/read.ts';
import type { AffectedBodies } from './affected-bodies.ts';
import { updateAuthors } from './author-entries.ts';
import type { BodyLayers } from './body-layers.ts';
import { type Member, movedList, movesOf } from './moved-list.ts';
import { movesBetween, placeReader } from './moved-programs.ts';
import * as add from './record-bodies.ts';
import { updateRedirects } from './redirect-entries.ts';

/**
 * Adds and removes bodies. The resulting release has exactly the bodies that `buildBodies` would make.
 *
 * @param bodies the packs of the release, which must already have the bodies of the base
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
	const numberOf = slugNumber(after, 'organizations');
	const addOrganization = add.organizationAdder(bodies, (slug) => add.organizationItem(numberOf(slug)!));
	const movesIn = (kind: add.Group) => movesBetween(old, now, kind);
	updateGroups(bodies, after, 'organizations', affected.organizations, movesIn('organizations'), addOrganization);
	const addCategory = add.categoryAdder(bodies);
	const sizeOf = updateGroups(bodies, after, 'categories', affected.categories, movesIn('categories'), addCategory);
	add.addCategories(bodies, records(after, 'categories'), sizeOf);
	updateOrganizationList(bodies, before, after, affected.organizations);
	updateReviews(bodies, before, after, affected.reviewed);
	updateRedirects(bodies, after, affected.redirects);
	updateAuthors(bodies, before, after, affected.authors);
}

function placesOf(db: Database.Database, slugs: ReadonlySet<string>): ReadonlyMap<string, add.Place> {
	const numberOf = slugNumber(db, 'programs');
	const places = new Map<string, add.Place>();
	for (const program of publishedPrograms(db, [...slugs])) {
		places.set(program.slug, add.placeOf(program, numberOf(program.slug)!));
	}
	return places;
}

/** Adds the affected programs. Returns, by slug, the new places of those programs whose places can differ. */
function addPrograms(
	bodies: BodyLayers,
	after: Database.Database,
	{ programs, places }: AffectedBodies,
): ReadonlyMap<string, add.Place> {
	const numberOf = slugNumber(after, 'programs');
	const now = new Map<string, add.Place>();
	for (const program of publishedPrograms(after, [...programs])) {
		const number = numberOf(program.slug)!;
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

/**
 * Updates organizations or categories, and their program lists. Returns a function that maps the slug of an
 * organization or category to the length of its program list after the update.
 */
function updateGroups<G extends add.Group>(
	bodies: BodyLayers,
	after: Database.Database,
	kind: G,
	changed: ReadonlySet<string>,
	moves: ReturnType<typeof movesBetween>,
	addGroup: add.AddGroup<G>,
): (slug: string) => number {
	const find = recordFinder(after);
	const read = placeReader(after);
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
		const list = move === undefined ? before(slug) : movedList(before(slug), move, read, compareDefault);
		addGroup(record, list);
		sizes.set(slug, list.length);
	}
	return (slug) => sizes.get(slug) ?? before(slug).length;
}

/** Updates the list of all organizations, and removes items whose numbers are no longer used. */
function updateOrganizationList(
	bodies: BodyLayers,
	before: Database.Database,
	after: Database.Database,
	changed: ReadonlySet<string>,
): void {
	const membersIn = (db: Database.Database) => {
		const numberOf = slugNumber(db, 'organizations');
		return [...changed].flatMap((slug) => {
			const number = numberOf(slug);
			return number === undefined ? [] : [{ slug, number: add.organizationItem(number) }];
		});
	};
	const slugAt = after.prepare<[number], string>('SELECT slug FROM organizations WHERE rowid = ? + 1').pluck();
	const placeOf = (item: number) => ({ slug: slugAt.get(add.organizationAt(item))! });
	updateList(bodies, add.ALL_ORGANIZATIONS, membersIn(before), membersIn(after), placeOf, (a, b) =>
		compareText(a.slug, b.slug),
	);
}

/**
 * Updates a list of all records of a kind, and removes the items that are no longer in the list.
 *
 * @param before the members that may differ, as they are in the earlier version
 * @param after the members that may differ, as they are in the later version
 */
function updateList<P>(
	bodies: BodyLayers,
	path: string,
	before: readonly Member<P>[],
	after: readonly Member<P>[],
	placeOf: (item: number) => P,
	compare: (a: P, b: P) => number,
): void {
	const used = new Set(after.map(({ number }) => number));
	for (const { number } of before) if (!used.has(number)) bodies.removeItem(number);
	const moves = movesOf<P>(before, after);
	if (moves.leaving.size === 0 && moves.joining.length === 0) return;
	bodies.addList(path, movedList(bodies.listBefore(path), moves, placeOf, compare));
}

/** Updates the reviews of some programs, the review lists of these programs, and the list of all reviews. */
function updateReviews(
	bodies: BodyLayers,
	before: Database.Database,
	after: Database.Database,
	programs: ReadonlySet<string>,
): void {
	const slugs = [...programs];
	const lists = new Map(publishedSlugs(after, slugs).map((slug) => [slug, [] as add.ListedReview[]]));
	const now: add.ListedReview[] = [];
	for (const review of numberedReviews(after, slugs)) {
		add.addReview(bodies, review);
		const { id, created_at, number, program } = review;
		lists.get(program.slug)!.push({ id, created_at, number });
		now.push({ id, created_at, number: add.reviewItem(review) });
	}
	for (const [slug, reviews] of lists) add.addReviews(bodies, add.reviewsPath(slug), reviews);
	const old: add.ListedReview[] = [];
	const ids = new Set(now.map(({ id }) => id));
	for (const review of numberedReviews(before, slugs)) {
		const { id, created_at } = review;
		if (!ids.has(id)) bodies.removeResponse(add.reviewPath(id));
		old.push({ id, created_at, number: add.reviewItem(review) });
	}
	const reviewAt = after.prepare<[number], Pick<add.ListedReview, 'id' | 'created_at'>>(
		'SELECT id, created_at FROM reviews WHERE rowid = ?',
	);
	updateList(bodies, add.ALL_REVIEWS, old, now, (item) => reviewAt.get(add.reviewAt(item))!, add.compareReviews);
}

function publishedSlugs(db: Database.Database, slugs: readonly string[]): string[] {
	const find = db
		.prepare<[string], string>("SELECT slug FROM programs WHERE slug = ? AND status = 'published'")
		.pluck();
	return slugs.filter((slug) => find.get(slug) !== undefined);
}

/** Makes all API bodies of a release: every resource, every redirect, and every list except the results of the program search. */
import type Database from 'better-sqlite3';
import { reducedProgram } from '../catalog/resources.ts';
import { compareDefault } from '../search/order.ts';
import { compareText } from '../shared/compare-text.ts';
import { slugNumbers } from '../snapshot/program-numbers.ts';
import { numberedReviews, publishedPrograms, records } from '../snapshot/read.ts';
import { addAuthors } from './author-entries.ts';
import type { BodyLayers } from './body-layers.ts';
import type { Progress } from './progress.ts';
import * as add from './record-bodies.ts';
import { addRedirects } from './redirect-entries.ts';

export function buildBodies(bodies: BodyLayers, snapshot: Database.Database, progress: Progress): void {
	const programs = addPrograms(bodies, snapshot);
	progress(0.4);
	addGroups(bodies, snapshot, programs);
	progress(0.45);
	addAllReviews(bodies, snapshot, programs, (done) => progress(0.45 + done * 0.5));
	addRedirects(bodies, snapshot);
	addAuthors(bodies, snapshot);
}

/**
 * Adds all programs. Returns their places, sorted in the default order. Does not keep complete programs in memory,
 * because the texts of a large directory would take hundreds of megabytes.
 */
function addPrograms(bodies: BodyLayers, snapshot: Database.Database): add.Place[] {
	const numbers = slugNumbers(snapshot, 'programs');
	const places: add.Place[] = [];
	const items: { readonly number: number; readonly item: object }[] = [];
	for (const program of publishedPrograms(snapshot)) {
		const number = numbers.get(program.slug)!;
		add.addProgram(bodies, program);
		places.push(add.placeOf(program, number));
		items.push({ number, item: reducedProgram(program) });
	}
	// Writing a pack is fastest if its items are added in the order of their numbers.
	items.sort((a, b) => a.number - b.number);
	for (const { number, item } of items) bodies.addItem(number, item);
	return places.sort(compareDefault);
}

function addGroups(bodies: BodyLayers, snapshot: Database.Database, programs: readonly add.Place[]): void {
	const organizations = slugNumbers(snapshot, 'organizations');
	const itemOf = (slug: string) => add.organizationItem(organizations.get(slug)!);
	const adders = { organizations: add.organizationAdder(bodies, itemOf), categories: add.categoryAdder(bodies) };
	for (const kind of add.GROUPS) {
		const lists = new Map<string, number[]>();
		for (const program of programs) {
			for (const slug of program[kind]) {
				const list = lists.get(slug);
				if (list === undefined) lists.set(slug, [program.number]);
				else list.push(program.number);
			}
		}
		const inGroup = (slug: string) => lists.get(slug) ?? [];
		const addGroup = adders[kind] as add.AddGroup<add.Group>;
		for (const record of records(snapshot, kind)) addGroup(record, inGroup(record.slug));
		if (kind === 'categories') add.addCategories(bodies, records(snapshot, kind), (slug) => inGroup(slug).length);
	}
	bodies.addList(add.ALL_ORGANIZATIONS, [...organizations.keys()].sort(compareText).map(itemOf));
}

/** Adds all reviews, the list of all reviews, and a review list for each program. Such a list may be empty. */
function addAllReviews(
	bodies: BodyLayers,
	snapshot: Database.Database,
	programs: readonly add.Place[],
	progress: Progress,
): void {
	const total = programs.reduce((sum, program) => sum + program.review_count, 0);
	const lists = new Map<string, add.ListedReview[]>(programs.map(({ slug }) => [slug, []]));
	let count = 0;
	for (const review of numberedReviews(snapshot)) {
		add.addReview(bodies, review);
		const { id, created_at, number, program } = review;
		lists.get(program.slug)!.push({ id, created_at, number });
		if (++count % 10_000 === 0) progress(count / total);
	}
	for (const [slug, reviews] of lists) add.addReviews(bodies, add.reviewsPath(slug), reviews);
	add.addReviews(bodies, add.ALL_REVIEWS, [...lists.values()].flat());
}

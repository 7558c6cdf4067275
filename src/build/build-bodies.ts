/** Makes the bodies of a release: each resource of the API, and each of its lists except the program search. */
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { PublishedProgram } from '../catalog/published.ts';
import * as view from '../catalog/views.ts';
import { BodyWriter } from '../release/body-writer.ts';
import { FILES } from '../release/layout.ts';
import type { Manifest } from '../release/manifest.ts';
import { compareDefault } from '../search/order.ts';
import {
	categoriesWithCounts,
	organizationsWithCounts,
	publishedPrograms,
	publishedReviews,
} from '../snapshot/read.ts';
import type { Progress } from './progress.ts';

/** Writes the bodies into `folder`. Returns the number of published records of each kind. */
export function buildBodies(snapshot: Database.Database, folder: string, progress: Progress): Manifest['counts'] {
	const writer = new BodyWriter(join(folder, FILES.bodies));
	const programs = addPrograms(writer, snapshot);
	progress(0.35);
	const counts = {
		organizations: addOrganizations(writer, snapshot, programs),
		categories: addCategories(writer, snapshot, programs),
		programs: programs.length,
		reviews: addReviews(writer, snapshot, programs, (done) => progress(0.4 + done * 0.5)),
	};
	writer.finish();
	progress(1);
	return counts;
}

/** The program fields that lists need. All texts of a large directory would take hundreds of megabytes of memory. */
interface AddedProgram extends Pick<PublishedProgram, 'slug' | 'organization' | 'categories' | 'review_count'> {
	/** The ID of its item in lists. */
	readonly id: number;
}

/** Adds all programs and returns them in the default order. */
function addPrograms(writer: BodyWriter, snapshot: Database.Database): AddedProgram[] {
	const programs = [...publishedPrograms(snapshot)].sort(compareDefault);
	return programs.map((program) => {
		const { slug, organization, categories, review_count } = program;
		writer.addResource(`/programs/${slug}`, view.programDetail(program));
		return { slug, organization, categories, review_count, id: writer.addItem(view.reducedProgram(program)) };
	});
}

function addOrganizations(writer: BodyWriter, snapshot: Database.Database, programs: readonly AddedProgram[]): number {
	const idsOf = new Map<string, number[]>();
	for (const { organization, id } of programs) {
		const ids = idsOf.get(organization.slug);
		if (ids === undefined) idsOf.set(organization.slug, [id]);
		else ids.push(id);
	}
	const organizations = organizationsWithCounts(snapshot);
	for (const organization of organizations) {
		const path = `/organizations/${organization.slug}`;
		writer.addResource(path, view.organizationDetail(organization, organization.program_count));
		writer.addList(`${path}/programs`, idsOf.get(organization.slug) ?? []);
	}
	return organizations.length;
}

function addCategories(writer: BodyWriter, snapshot: Database.Database, programs: readonly AddedProgram[]): number {
	const categories = categoriesWithCounts(snapshot);
	const idsOf = new Map<string, number[]>(categories.map(({ slug }) => [slug, []]));
	for (const program of programs) {
		for (const { slug } of program.categories) idsOf.get(slug)!.push(program.id);
	}
	writer.addResource(
		'/categories',
		categories.map((category) => view.categoryItem(category, category.program_count)),
	);
	for (const category of categories) {
		const path = `/categories/${category.slug}`;
		writer.addResource(path, view.categoryDetail(category, category.program_count));
		writer.addList(`${path}/programs`, idsOf.get(category.slug)!);
	}
	return categories.length;
}

/** Adds all reviews, and a list of them for each program. A program without reviews gets an empty list. */
function addReviews(
	writer: BodyWriter,
	snapshot: Database.Database,
	programs: readonly AddedProgram[],
	progress: Progress,
): number {
	const total = programs.reduce((sum, program) => sum + program.review_count, 0);
	const idsOf = new Map<string, number[]>(programs.map(({ slug }) => [slug, []]));
	let count = 0;
	for (const review of publishedReviews(snapshot)) {
		const path = `/reviews/${review.id}`;
		const id = writer.addItemWithResource(path, view.reviewItem(review), view.reviewDetails(review));
		idsOf.get(review.program.slug)!.push(id);
		if (++count % 10_000 === 0) progress(count / total);
	}
	for (const [slug, ids] of idsOf) writer.addList(`/programs/${slug}/reviews`, ids);
	return count;
}

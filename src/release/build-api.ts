/** Makes what the API answers from: the bodies of a release and the index of its programs. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { PublishedProgram } from '../catalog/published.ts';
import * as view from '../catalog/views.ts';
import { buildIndex } from '../search/build-index.ts';
import { compareDefault } from '../search/order.ts';
import { pack } from '../search/sections.ts';
import {
	categoriesWithCounts,
	organizationsWithCounts,
	publishedPrograms,
	publishedReviews,
} from '../snapshot/read.ts';
import { BodyWriter } from './body-store.ts';
import { FILES } from './layout.ts';
import type { Manifest } from './manifest.ts';
import { packItems } from './program-items.ts';

/** Tells how far a step is, between 0 and 1. */
export type Progress = (done: number) => void;

/** Writes the API's files into `folder` and returns how many of each kind are published. */
export function buildApi(snapshot: Database.Database, folder: string, progress: Progress): Manifest['counts'] {
	const programs = [...publishedPrograms(snapshot)].sort(compareDefault);
	progress(0.1);
	const writer = new BodyWriter(join(folder, FILES.bodies));
	const items = programs.map((program) => {
		writer.addResource(`/programs/${program.slug}`, view.programDetail(program));
		return { program, id: writer.addItem(view.reducedProgram(program)) };
	});
	progress(0.2);
	const counts = {
		organizations: addOrganizations(writer, snapshot, items),
		categories: addCategories(writer, snapshot, items),
		programs: programs.length,
		reviews: addReviews(writer, snapshot, programs, (done) => progress(0.2 + done * 0.3)),
	};
	writer.finish();
	progress(0.5);
	const index = buildIndex(programs);
	progress(0.9);
	writeChunks(join(folder, FILES.index), pack({ ...index, ...packItems(programs.map(view.programItem)) }));
	return counts;
}

/** A program and the id of its reduced item. */
interface ProgramItem {
	readonly program: PublishedProgram;
	readonly id: number;
}

function addOrganizations(writer: BodyWriter, snapshot: Database.Database, items: readonly ProgramItem[]): number {
	const programs = Map.groupBy(items, ({ program }) => program.organization.slug);
	const organizations = organizationsWithCounts(snapshot);
	for (const organization of organizations) {
		const path = `/organizations/${organization.slug}`;
		writer.addResource(path, view.organizationDetail(organization, organization.program_count));
		writer.addList(`${path}/programs`, programs.get(organization.slug)?.map(({ id }) => id) ?? []);
	}
	return organizations.length;
}

function addCategories(writer: BodyWriter, snapshot: Database.Database, items: readonly ProgramItem[]): number {
	const categories = categoriesWithCounts(snapshot);
	const programs = new Map<string, number[]>(categories.map(({ slug }) => [slug, []]));
	for (const { program, id } of items) {
		for (const { slug } of program.categories) programs.get(slug)!.push(id);
	}
	writer.addResource(
		'/categories',
		categories.map((category) => view.categoryItem(category, category.program_count)),
	);
	for (const category of categories) {
		const path = `/categories/${category.slug}`;
		writer.addResource(path, view.categoryDetail(category, category.program_count));
		writer.addList(`${path}/programs`, programs.get(category.slug)!);
	}
	return categories.length;
}

/** Reviews come grouped by program, in the order of its list; a program without reviews has an empty list. */
function addReviews(
	writer: BodyWriter,
	snapshot: Database.Database,
	programs: readonly PublishedProgram[],
	progress: Progress,
): number {
	const total = programs.reduce((sum, program) => sum + program.review_count, 0);
	const items = new Map<string, number[]>(programs.map((program) => [program.slug, []]));
	let count = 0;
	for (const review of publishedReviews(snapshot)) {
		const path = `/reviews/${review.id}`;
		const item = writer.addItemWithResource(path, view.reviewItem(review), view.reviewDetails(review));
		items.get(review.program.slug)!.push(item);
		if (++count % 10_000 === 0) progress(count / total);
	}
	for (const [slug, ids] of items) writer.addList(`/programs/${slug}/reviews`, ids);
	return count;
}

function writeChunks(file: string, chunks: readonly Uint8Array[]): void {
	const descriptor = openSync(file, 'w');
	try {
		for (const chunk of chunks) writeFileSync(descriptor, chunk);
	} finally {
		closeSync(descriptor);
	}
}

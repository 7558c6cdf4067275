/**
 * Writes the API's part of a release: every record, every redirect, every list except the results of the program search, and
 * the file with which the server searches programs.
 */

import { closeSync, openSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { nameKey } from '../catalog/author-name.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { KINDS, type Kind } from '../catalog/records.ts';
import * as resources from '../catalog/resources.ts';
import type { ApiWriter } from '../release/api-database.ts';
import type { Manifest } from '../release/manifest.ts';
import { packItems } from '../release/program-items.ts';
import { buildIndex } from '../search/build-index.ts';
import { pack, type Sections } from '../search/sections.ts';
import { compareText } from '../shared/text.ts';
import { publishedReviewsFinder, records, visibleFinder } from '../snapshot/read.ts';
import { redirectFinder } from '../snapshot/redirects.ts';

/**
 * Writes the records of a snapshot. Returns how many there are.
 *
 * @param programs all published programs, in the default order
 */
export function writeApi(
	api: ApiWriter,
	snapshot: Database.Database,
	programs: readonly PublishedProgram[],
): Manifest['counts'] {
	const items = new Map(
		programs.map((program) => [program.slug, api.addRecord(null, resources.reducedProgram(program))]),
	);
	const itemsOf = (some: readonly PublishedProgram[] = []) => some.map(({ slug }) => items.get(slug)!);
	for (const program of programs) api.addRecord(`/programs/${program.slug}`, resources.programDetail(program));
	const counts = {
		programs: programs.length,
		organizations: addOrganizations(api, snapshot, programs, itemsOf),
		categories: addCategories(api, snapshot, programs, itemsOf),
		reviews: addReviews(api, snapshot, programs),
	};
	addRedirects(api, snapshot);
	addAuthors(api, snapshot);
	return counts;
}

/** Returns the numbers of the short forms of programs. */
type ItemsOf = (programs?: readonly PublishedProgram[]) => number[];

function addOrganizations(
	api: ApiWriter,
	snapshot: Database.Database,
	programs: readonly PublishedProgram[],
	itemsOf: ItemsOf,
): number {
	const groups = Map.groupBy(programs, ({ organization }) => organization.slug);
	const numbers = sorted(records(snapshot, 'organizations')).map((organization) => {
		const { slug } = organization;
		const items = itemsOf(groups.get(slug));
		api.addList(`/organizations/${slug}/programs`, items);
		return api.addRecord(`/organizations/${slug}`, resources.organizationDetail(organization, items.length));
	});
	api.addList('/organizations', numbers);
	return numbers.length;
}

function addCategories(
	api: ApiWriter,
	snapshot: Database.Database,
	programs: readonly PublishedProgram[],
	itemsOf: ItemsOf,
): number {
	const pairs = programs.flatMap((program) => program.categories.map(({ slug }) => ({ slug, program })));
	const groups = Map.groupBy(pairs, ({ slug }) => slug);
	const all = sorted(records(snapshot, 'categories')).map((category) => {
		const { slug } = category;
		const items = itemsOf(groups.get(slug)?.map(({ program }) => program));
		api.addList(`/categories/${slug}/programs`, items);
		api.addRecord(`/categories/${slug}`, resources.categoryDetail(category, items.length));
		return resources.categoryItem(category, items.length);
	});
	api.addRecord('/categories', all);
	return all.length;
}

function sorted<T extends { readonly slug: string }>(all: Iterable<T>): T[] {
	return [...all].sort((a, b) => compareText(a.slug, b.slug));
}

/** Adds all reviews, the list of all reviews, and a review list for each program. Such a list may be empty. */
function addReviews(api: ApiWriter, snapshot: Database.Database, programs: readonly PublishedProgram[]): number {
	const reviewsOf = publishedReviewsFinder(snapshot);
	const all: { readonly number: number; readonly id: string; readonly created_at: string }[] = [];
	for (const { slug } of programs) {
		const numbers = reviewsOf(slug).map((review) => {
			const { id, created_at } = review;
			const path = `/reviews/${id}`;
			const number = api.addRecord(path, resources.reviewItem(review), resources.reviewDetails(review));
			all.push({ number, id, created_at });
			return number;
		});
		api.addList(`/programs/${slug}/reviews`, numbers);
	}
	// Newest first. Reviews of the same second are sorted by ID.
	all.sort((a, b) => compareText(b.created_at, a.created_at) || compareText(a.id, b.id));
	api.addList(
		'/reviews',
		all.map(({ number }) => number),
	);
	return all.length;
}

/** Adds the redirects, each with the slug at its end. */
function addRedirects(api: ApiWriter, snapshot: Database.Database): void {
	const find = redirectFinder(snapshot);
	const isVisible = visibleFinder(snapshot);
	const slugs = snapshot
		.prepare<[Kind], string>('SELECT slug FROM redirects WHERE kind = ? AND was_public = 1')
		.pluck();
	for (const kind of KINDS) {
		for (const slug of slugs.all(kind)) {
			const end = find(kind, slug);
			// A redirect to a draft would tell its slug.
			if (end === null || (end !== undefined && isVisible(kind, end))) api.addRedirect(`/${kind}/${slug}`, end);
		}
	}
}

/** Adds both names of the authors of reviews, of whatever status, so that a server knows which names are taken. */
function addAuthors(api: ApiWriter, snapshot: Database.Database): void {
	const authors = snapshot.prepare<[], { readonly username: string; readonly display_name: string }>(
		'SELECT username, display_name FROM authors a WHERE EXISTS (SELECT 1 FROM reviews WHERE author = a.username)',
	);
	const names = authors.all().flatMap(({ username, display_name }) => [username, display_name]);
	for (const key of new Set(names.map(nameKey))) api.addAuthor(key);
}

/**
 * @param file the path of the index
 * @param programs all published programs, in the default order
 * @param synonyms groups of phrases with the same meaning
 * @param similar see `buildIndex`
 * @returns the CRC-32 of the file
 */
export function writeProgramIndex(
	file: string,
	programs: readonly PublishedProgram[],
	synonyms: readonly (readonly string[])[],
	similar: Sections | undefined,
): number {
	// The index comes first, because making it needs the most memory.
	const chunks = pack({
		...buildIndex(programs, synonyms, similar),
		...packItems(programs),
	});
	const descriptor = openSync(file, 'w');
	try {
		for (const chunk of chunks) writeFileSync(descriptor, chunk);
		return chunks.reduce((checksum, chunk) => crc32(chunk, checksum), 0);
	} finally {
		closeSync(descriptor);
	}
}

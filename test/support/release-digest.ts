import { createHash } from 'node:crypto';
import { openRelease, type Release } from '../../src/release/release.ts';
import { itemsText, jsonItems } from './json-items.ts';

const PAGE = 100;

/**
 * Returns a hash of all bodies of the release in `folder`. The bodies are found as a client finds them, from the
 * program list to the programs' details, reviews, categories and organizations.
 *
 * @throws Error when a body is missing, or the number of programs, reviews or categories differs from the manifest
 */
export async function digestOf(folder: string): Promise<string> {
	const release = await openRelease(folder);
	try {
		return digestOfOpen(release);
	} finally {
		release.close();
	}
}

function digestOfOpen(release: Release): string {
	const hash = createHash('sha256');
	const organizations = new Set<string>();
	const found = { programs: 0, reviews: 0, categories: 0 };

	for (const { slug } of allPrograms(release, hash)) {
		found.programs++;
		const program = read(`/programs/${slug}`);
		organizations.add(program.organization.slug);
		for (const review of readList<{ id: string }>(`/programs/${slug}/reviews`)) {
			found.reviews++;
			read(`/reviews/${review.id}`);
		}
	}
	for (const { slug } of read('/categories')) {
		found.categories++;
		read(`/categories/${slug}`);
		readList(`/categories/${slug}/programs`);
	}
	for (const slug of organizations) {
		read(`/organizations/${slug}`);
		readList(`/organizations/${slug}/programs`);
	}
	const { programs, reviews, categories } = release.manifest.counts;
	const expected = JSON.stringify({ programs, reviews, categories });
	if (JSON.stringify(found) !== expected) throw new Error(`${JSON.stringify(found)} found, not ${expected}`);
	return hash.digest('hex');

	function read(path: string) {
		const resource = release.resource(path);
		if (resource === undefined) throw new Error(`The release has no ${path}`);
		hash.update(`${path}\n${resource.tag}\n`).update(resource.read());
		return JSON.parse(String(resource.read())).data;
	}

	function readList<T>(path: string): T[] {
		const list = release.list(path);
		if (list === undefined) throw new Error(`The release has no list ${path}`);
		const items = list.items(0, list.total);
		if (items.count !== list.total) throw new Error(`The list ${path} has ${items.count} of ${list.total} items`);
		hash.update(`${path}\n${itemsText(items)}\n`).update(items.tag);
		return jsonItems(items);
	}
}

function* allPrograms(release: Release, hash: { update(text: string): unknown }): Generator<{ slug: string }> {
	for (let offset = 0; ; offset += PAGE) {
		const { items, total } = release.search({ offset, limit: PAGE });
		hash.update(itemsText(items));
		yield* jsonItems<{ slug: string }>(items);
		if (offset + PAGE >= total) return;
	}
}

/** Adds the redirects of a snapshot to a release, each with the slug at its end. */
import type Database from 'better-sqlite3';
import { byKind, KEY, KINDS, type Kind } from '../catalog/records.ts';
import { redirectFinder } from '../snapshot/redirects.ts';
import type { BodyLayers } from './body-layers.ts';

/** The old slugs and IDs of each kind. */
export type OldSlugs = { readonly [K in Kind]: Iterable<string> };

/** The condition that visitors can see a record, for the kinds of records that can be hidden. */
const IS_PUBLISHED: { readonly [K in Kind]?: string } = {
	programs: "status = 'published'",
	reviews: "status = 'published' AND program IN (SELECT slug FROM programs WHERE status = 'published')",
};

export function addRedirects(bodies: BodyLayers, snapshot: Database.Database): void {
	const slugs = snapshot.prepare<[Kind], string>('SELECT slug FROM redirects WHERE kind = ?').pluck();
	updateRedirects(
		bodies,
		snapshot,
		byKind((kind) => slugs.all(kind)),
	);
}

/** Adds the redirects from these slugs, and removes those that no longer exist. */
export function updateRedirects(bodies: BodyLayers, snapshot: Database.Database, slugs: OldSlugs): void {
	const find = redirectFinder(snapshot);
	for (const kind of KINDS) {
		const isPublished = snapshot.prepare<[string]>(
			`SELECT 1 FROM ${kind} WHERE ${KEY[kind]} = ? AND ${IS_PUBLISHED[kind] ?? 'TRUE'}`,
		);
		for (const slug of slugs[kind]) {
			const end = find(kind, slug);
			// A redirect to a draft would tell its slug.
			const isKnown = end === null || (end !== undefined && isPublished.get(end) !== undefined);
			if (isKnown) bodies.addRedirect(`/${kind}/${slug}`, end);
			else bodies.removeRedirect(`/${kind}/${slug}`);
		}
	}
}

/** Adds the redirects of a snapshot to a release, each with the slug at its end. */
import type Database from 'better-sqlite3';
import { byKind, KINDS, type Kind } from '../catalog/records.ts';
import { redirectFinder } from '../snapshot/redirects.ts';
import { visibleFinder } from '../snapshot/visible.ts';
import type { BodyLayers } from './body-layers.ts';

/** The old slugs and IDs of each kind. */
export type OldSlugs = { readonly [K in Kind]: Iterable<string> };

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
	const isVisible = visibleFinder(snapshot);
	const wasPublic = snapshot.prepare<[Kind, string]>(
		'SELECT 1 FROM redirects WHERE kind = ? AND slug = ? AND was_public = 1',
	);
	for (const kind of KINDS) {
		for (const slug of slugs[kind]) {
			const end = find(kind, slug);
			// A redirect to a draft would tell its slug, and a redirect from the slug of a draft would tell that one.
			const isKnown = end === null || (end !== undefined && isVisible(kind, end));
			if (isKnown && wasPublic.get(kind, slug) !== undefined) bodies.addRedirect(`/${kind}/${slug}`, end);
			else bodies.removeRedirect(`/${kind}/${slug}`);
		}
	}
}

/** Finds the published records that differ between two releases, by comparing the API responses. */
import { isDeepStrictEqual } from 'node:util';
import type { Change, ChangedFields, ChangeKind } from '../snapshot/history/change.ts';
import { BodyStore, redirectKey, redirectPath, responseKey, responsePath } from './body-store.ts';
import type { Manifest } from './manifest.ts';
import { PackStore, packFiles } from './pack-store.ts';

interface StoredRelease {
	readonly folder: string;
	readonly manifest: Pick<Manifest, 'packs'>;
}

const KIND_OF: { readonly [segment: string]: ChangeKind } = {
	categories: 'category',
	organizations: 'organization',
	programs: 'program',
	reviews: 'review',
};

/**
 * Compares the responses of two releases. Skips the packs that are in both releases. As a result, the time depends on
 * the number of differences.
 *
 * @returns the changes, sorted by kind and ID
 * @throws Error naming the pack that is missing or damaged
 */
export function* changedRecords(before: StoredRelease, after: StoredRelease): Generator<Change> {
	using old = openPacks(before);
	using now = openPacks(after);
	const [oldBodies, newBodies] = [new BodyStore(old), new BodyStore(now)];
	using differing = new PackStore([...packsOnlyIn(before, after), ...packsOnlyIn(after, before)]);
	const renamed = renamedRecords(oldBodies, newBodies, differing);
	for (const [key] of differing.rows(responseKey('/'))) {
		const path = responsePath(key);
		const [, segment, id] = path.split('/');
		const kind = KIND_OF[segment!];
		if (kind === undefined || id === undefined || old.find(key)?.tag === now.find(key)?.tag) continue;
		const [earlier, later] = [oldBodies.read(path), newBodies.read(path)];
		if (earlier === undefined) yield { kind, id, op: 'added', renamed_from: renamed.get(path) };
		else if (later === undefined) yield { kind, id, op: 'removed' };
		else {
			const fields = changedFields(dataIn(earlier.body), dataIn(later.body));
			if (Object.keys(fields).length > 0) yield { kind, id, op: 'changed', fields };
		}
	}
}

/**
 * Returns the former slug or ID of each renamed record, by the record's new path. A record was renamed if it was added
 * together with a redirect from a record that was removed. If there are several, the first in the alphabet counts, and
 * the others were merged into the record.
 */
function renamedRecords(old: BodyStore, now: BodyStore, differing: PackStore): ReadonlyMap<string, string> {
	const renamed = new Map<string, string>();
	for (const [key] of differing.rows(redirectKey('/'))) {
		const former = redirectPath(key);
		const target = now.redirect(former);
		if (target == null) continue;
		const [, segment, id] = former.split('/') as [string, string, string];
		const path = `/${segment}/${target}`;
		const isAdded = old.read(path) === undefined && now.read(path) !== undefined;
		if (isAdded && old.read(former) !== undefined && !renamed.has(path)) renamed.set(path, id);
	}
	return renamed;
}

const openPacks = ({ folder, manifest }: StoredRelease) => new PackStore(packFiles(folder, manifest));

/** The paths of the packs that only one of two releases has. */
function packsOnlyIn({ folder, manifest }: StoredRelease, other: StoredRelease): string[] {
	const packs = manifest.packs.filter((name) => !other.manifest.packs.includes(name));
	return packFiles(folder, { packs });
}

type Data = { readonly [field: string]: unknown };

function dataIn(body: Buffer): Data {
	return JSON.parse(body.toString()).data;
}

/**
 * Returns the old and new values of the fields that differ. If only one of the API versions has a field, the field's
 * value in the other version counts as null.
 */
function changedFields(before: Data, after: Data): ChangedFields {
	const names = new Set([...Object.keys(before), ...Object.keys(after)]);
	const values = [...names].map((name) => [name, [before[name] ?? null, after[name] ?? null]] as const);
	return Object.fromEntries(values.filter(([, [old, now]]) => !isDeepStrictEqual(old, now)));
}

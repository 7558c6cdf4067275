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
 * @returns the changes, sorted by kind. Removals come last, so that clients can move what belongs to a renamed record. Apart
 *   from that, they are sorted by slug or ID
 * @throws Error naming the pack that is missing or damaged
 */
export function* changedRecords(before: StoredRelease, after: StoredRelease): Generator<Change> {
	using old = openPacks(before);
	using now = openPacks(after);
	const [oldBodies, newBodies] = [new BodyStore(old), new BodyStore(now)];
	using differing = new PackStore([...packsOnlyIn(before, after), ...packsOnlyIn(after, before)]);
	const { successors, renamed } = renamedRecords(oldBodies, newBodies, differing);
	let removals: Change[] = [];
	for (const [key] of differing.rows(responseKey('/'))) {
		const path = responsePath(key);
		const [, segment, id] = path.split('/');
		const kind = KIND_OF[segment!];
		if (kind === undefined || id === undefined || old.find(key)?.tag === now.find(key)?.tag) continue;
		if (removals.length > 0 && removals[0]!.kind !== kind) {
			yield* removals;
			removals = [];
		}
		const [earlier, later] = [oldBodies.read(path), newBodies.read(path)];
		if (earlier === undefined) yield { kind, id, op: 'added', renamed_from: renamed.get(path) };
		else if (later === undefined) removals.push({ kind, id, op: 'removed', successor: successors.get(path) });
		else {
			const fields = changedFields(dataIn(earlier.body), dataIn(later.body));
			if (Object.keys(fields).length > 0) yield { kind, id, op: 'changed', fields };
		}
	}
	yield* removals;
}

/**
 * Returns the slug or ID of each removed record's successor, by the removed record's path, and the former slug or ID of
 * each renamed record, by its new path. A record was renamed if it was added as the successor of one that was removed. If
 * it replaces several, the first in the alphabet counts, and the others were merged into it.
 */
function renamedRecords(old: BodyStore, now: BodyStore, differing: PackStore) {
	const [successors, renamed] = [new Map<string, string>(), new Map<string, string>()];
	const add = (collection: string, from: string, to: string) => {
		const [former, path] = [`/${collection}/${from}`, `/${collection}/${to}`];
		if (old.read(former) === undefined || now.read(former) !== undefined || now.read(path) === undefined) return;
		if (!successors.has(former)) successors.set(former, to);
		if (old.read(path) === undefined && !renamed.has(path)) renamed.set(path, from);
	};
	for (const [key] of differing.rows(redirectKey('/'))) {
		const path = redirectPath(key);
		const [, collection, id] = path.split('/') as [string, string, string];
		const [before, after] = [old.redirect(path), now.redirect(path)];
		if (after != null) add(collection, id, after);
		// A rollback takes a rename back together with its redirect.
		else if (before != null) add(collection, before, id);
	}
	return { successors, renamed };
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

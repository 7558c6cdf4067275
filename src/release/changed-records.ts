/** Finds the published records that differ between two releases, by comparing the API responses. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Change, ChangedFields, ChangeKind } from '../snapshot/history/change.ts';
import { BodyPackReader } from './body-pack-reader.ts';
import { BodyStore } from './body-store.ts';
import { FILES } from './layout.ts';
import type { Manifest } from './manifest.ts';
import { packFile } from './site-store.ts';

/** A release, with its folder. */
export interface StoredRelease {
	readonly folder: string;
	readonly manifest: Pick<Manifest, 'bodies'>;
}

/** Maps the first segment of a response's path to the kind of record. */
const KINDS: { readonly [segment: string]: ChangeKind } = {
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
	using old = openBodies(before);
	using now = openBodies(after);
	for (const path of pathsToCompare(before, after)) {
		const [, segment, id] = path.split('/');
		const kind = KINDS[segment!];
		if (kind === undefined || id === undefined) continue;
		const [earlier, later] = [old.bodies.read(path), now.bodies.read(path)];
		if (earlier?.tag === later?.tag) continue;
		if (earlier === undefined) yield { kind, id, op: 'added' };
		else if (later === undefined) yield { kind, id, op: 'removed' };
		else {
			const fields = changedFields(dataIn(earlier.body), dataIn(later.body));
			if (Object.keys(fields).length > 0) yield { kind, id, op: 'changed', fields };
		}
	}
}

function openBodies({ folder, manifest }: StoredRelease) {
	const bodies = new BodyStore(join(folder, FILES.bodies), manifest.bodies);
	return { bodies, [Symbol.dispose]: () => bodies.close() };
}

/** Yields the sorted paths of all responses in the packs that only one of the releases has. */
function* pathsToCompare(before: StoredRelease, after: StoredRelease): Generator<string> {
	using packs = new DisposableStack();
	const pathsOf = (release: StoredRelease, other: StoredRelease) =>
		release.manifest.bodies
			.filter((name) => !other.manifest.bodies.includes(name))
			.map((name) => {
				const pack = new BodyPackReader(packFile(join(release.folder, FILES.bodies), name), PAGE_CACHE);
				packs.defer(() => pack.close());
				return pack.paths('responses');
			});
	yield* merged([...pathsOf(before, after), ...pathsOf(after, before)]);
}

/** The size of SQLite's cache for a pack whose paths are read in order, in KiB. */
const PAGE_CACHE = 256;

/** Merges sorted sequences of strings. Each string appears once. */
function* merged(sorted: readonly Iterator<string>[]): Generator<string> {
	const heads = sorted.map((texts) => ({ texts, next: texts.next() }));
	for (;;) {
		let least: string | undefined;
		for (const { next } of heads) if (!next.done && (least === undefined || next.value < least)) least = next.value;
		if (least === undefined) return;
		for (const head of heads) if (head.next.value === least) head.next = head.texts.next();
		yield least;
	}
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

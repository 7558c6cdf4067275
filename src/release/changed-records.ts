/** Finds the published records that differ between two releases, by comparing the API responses. */

import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { type Change, type ChangedFields, type ChangeKind, SINGULAR } from '../catalog/change.ts';
import { KINDS, type Kind } from '../catalog/records.ts';
import { closing } from '../shared/sqlite.ts';
import { apiFile } from './api-database.ts';
import { ApiStore } from './api-store.ts';

/**
 * Compares the responses of two releases.
 *
 * @param before the folder of the earlier release
 * @param after the folder of the later release
 * @returns the changes, sorted by kind. Removals come last, so that clients can move what belongs to a renamed record. Apart
 *   from that, they are sorted by slug or ID
 * @throws Error naming the file that is missing or damaged
 */
export function* changedRecords(before: string, after: string): Generator<Change> {
	using old = new ApiStore(apiFile(before));
	using now = new ApiStore(apiFile(after));
	const { successors, renamed } = renamedRecords(old, now);
	let removals: Change[] = [];
	for (const { path } of differingPaths(apiFile(before), apiFile(after))) {
		const [, segment, id] = path.split('/');
		const kind: ChangeKind | undefined = SINGULAR[segment as Kind];
		if (kind === undefined || id === undefined) continue;
		if (removals.length > 0 && removals[0]!.kind !== kind) {
			yield* removals;
			removals = [];
		}
		const [earlier, later] = [old.response(path), now.response(path)];
		if (earlier === undefined) yield { kind, id, op: 'added', renamed_from: renamed.get(path) };
		else if (later === undefined) removals.push({ kind, id, op: 'removed', successor: successors.get(path) });
		else {
			const fields = changedFields(dataIn(earlier.read()), dataIn(later.read()));
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
function renamedRecords(old: ApiStore, now: ApiStore) {
	const [successors, renamed] = [new Map<string, string>(), new Map<string, string>()];
	const add = (collection: string, from: string, to: string) => {
		const [former, path] = [`/${collection}/${from}`, `/${collection}/${to}`];
		const has = (store: ApiStore, path: string) => store.response(path) !== undefined;
		if (!has(old, former) || has(now, former) || !has(now, path)) return;
		if (!successors.has(former)) successors.set(former, to);
		if (!has(old, path) && !renamed.has(path)) renamed.set(path, from);
	};
	const targets = (store: ApiStore) => new Map([...store.redirects()].map(({ path, target }) => [path, target]));
	const [redirectsBefore, redirects] = [targets(old), targets(now)];
	for (const path of new Set([...redirectsBefore.keys(), ...redirects.keys()].sort())) {
		const [before, after] = [redirectsBefore.get(path), redirects.get(path)];
		if (before === after) continue;
		const [, collection, id] = path.split('/') as [string, string, string];
		if (after != null) add(collection, id, after);
		// A rollback takes a rename back together with its redirect.
		else if (before != null) add(collection, before, id);
	}
	return { successors, renamed };
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

/** The path of an API response that differs between two releases. */
export interface DifferingPath {
	readonly path: string;
	/** Its tags in the two releases, or null if a release lacks it. */
	readonly before: string | null;
	readonly after: string | null;
}

/**
 * Finds the API responses that differ between two releases, sorted by path.
 *
 * @param before the file of the earlier release's database
 * @param after the file of the later release's database
 * @throws Error if the file of the earlier release is not such a database
 */
export function* differingPaths(before: string, after: string): Generator<DifferingPath> {
	using db = closing(new Database(after, { readonly: true, fileMustExist: true }));
	db.prepare('ATTACH ? AS before').run(before);
	yield* db
		.prepare<[], DifferingPath>(
			`SELECT path, max(before) AS before, max(after) AS after FROM (
				SELECT path, tag AS before, NULL AS after FROM before.records WHERE path IS NOT NULL
				UNION ALL SELECT path, NULL, tag FROM main.records WHERE path IS NOT NULL
			 ) GROUP BY path HAVING max(before) IS NOT max(after) ORDER BY path`,
		)
		.iterate();
}

/** The numbers of published records that differ between two releases. */
export interface ChangedRecords {
	readonly added: number;
	readonly changed: number;
	readonly removed: number;
}

/**
 * A record counts as changed if its response differs. For example, a new review changes its program, whose response has a
 * new rating.
 *
 * @param before the API's database of the current release. If it cannot be read, or there is none, all records are new
 * @param all the number of all records of the new release
 */
export function countChangedRecords(before: string | undefined, after: string, all: number): ChangedRecords {
	const isNew = { added: all, changed: 0, removed: 0 };
	if (before === undefined) return isNew;
	const counts = { added: 0, changed: 0, removed: 0 };
	try {
		for (const { path, before: old, after: now } of differingPaths(before, after)) {
			if (!KINDS.some((kind) => path.startsWith(`/${kind}/`))) continue;
			counts[old === null ? 'added' : now === null ? 'removed' : 'changed']++;
		}
	} catch {
		// The current release is damaged, or another version of the application built it.
		return isNew;
	}
	return counts;
}

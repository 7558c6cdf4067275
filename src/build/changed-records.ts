/** Counts the published records that differ from those of the current release. */
import { KINDS } from '../catalog/records.ts';
import { differingPaths } from '../release/differing-paths.ts';

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
export function changedRecords(before: string | undefined, after: string, all: number): ChangedRecords {
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

import { existsSync } from 'node:fs';
import type { Kind } from '../../catalog/records.ts';
import { releasesFolder } from '../../release/layout.ts';
import { releasesWithSnapshot, snapshotCopy } from '../../release/snapshot-copies.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { recordFinder } from '../../snapshot/read.ts';

/** Returns the IDs of the releases whose copy of the snapshot has one of the records. */
export function releasesWithRecords(out: string, kind: Kind, keys: readonly string[]): string[] {
	if (!existsSync(releasesFolder(out))) return [];
	return releasesWithSnapshot(out).filter((release) => {
		try {
			return withSnapshot(snapshotCopy(out, release), (db) => {
				const find = recordFinder(db);
				return keys.some((key) => find(kind, key) !== undefined);
			});
		} catch {
			// A copy that is damaged, or is being removed, cannot be restored either.
			return false;
		}
	});
}

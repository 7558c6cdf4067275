/** The release that a build starts from: the current one, if only records have changed since it was built. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';
import { compareSnapshots, type SnapshotChanges } from '../snapshot/compare.ts';

export interface Base {
	/** The folder of the release. */
	readonly folder: string;
	readonly manifest: Manifest;
	/** The snapshot that the release was built from. */
	readonly snapshot: string;
	/** How the new snapshot differs from it. */
	readonly changes: SnapshotChanges;
}

/** Everything besides the records that a release depends on. */
export type Circumstances = Pick<Manifest, 'application' | 'site_url' | 'logos'>;

/**
 * The base of a build; undefined if the build must go through all records.
 *
 * @param current the folder of the current release, if there is one
 * @param snapshot the new snapshot
 */
export async function findBase(
	current: string | undefined,
	snapshot: string,
	circumstances: Circumstances,
): Promise<Base | undefined> {
	if (current === undefined) return undefined;
	const before = join(current, FILES.snapshot);
	try {
		const manifest = await readManifest(current);
		const isSame = (Object.keys(circumstances) as (keyof Circumstances)[]).every(
			(key) => manifest[key] === circumstances[key],
		);
		if (!isSame || !existsSync(before)) return undefined;
		const changes = compareSnapshots(snapshot, before);
		return changes && { folder: current, manifest, snapshot: before, changes };
	} catch {
		// A damaged or half-removed release is no base.
		return undefined;
	}
}

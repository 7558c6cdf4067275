/**
 * Finds the release that a build starts from. This is the current release, if only records have changed since it was
 * built.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FILES } from '../release/layout.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';
import { keptChecksum } from '../release/snapshot-copies.ts';
import { compareSnapshots, type SnapshotChanges } from '../snapshot/compare.ts';
import type { RecordProblem } from '../snapshot/record-rules.ts';

export interface Base {
	readonly manifest: Manifest;
	/** The path of the snapshot that the release was built from. */
	readonly snapshot: string;
	/** The path of its program index. */
	readonly index: string;
	readonly warnings: readonly RecordProblem[];
	/** The differences between that snapshot and the new one. */
	readonly changes: SnapshotChanges;
}

/** Everything that a release depends on, apart from its records. */
type Circumstances = Pick<Manifest, 'application' | 'configuration' | 'site_url' | 'logos' | 'expired'>;

interface BaseSearch {
	/** The folder of the current release. */
	readonly current: string;
	/** The folder in which the new release is built. It already contains the new snapshot. */
	readonly folder: string;
	readonly circumstances: Circumstances;
}

/** Finds the base of a build. Returns undefined if the build must process all records. */
export async function findBase({ current, folder, circumstances }: BaseSearch): Promise<Base | undefined> {
	const [before, index] = [join(current, FILES.snapshot), join(current, FILES.index)];
	try {
		const manifest = await readManifest(current);
		const isSame = (Object.keys(circumstances) as (keyof Circumstances)[]).every(
			(key) => manifest[key] === circumstances[key],
		);
		if (!isSame || keptChecksum(current) !== manifest.kept_checksum) return undefined;
		if (crc32(readFileSync(index)) !== manifest.index_checksum) return undefined;
		const changes = compareSnapshots(join(folder, FILES.snapshot), before);
		const warnings = JSON.parse(readFileSync(join(current, FILES.warnings), 'utf8'));
		return { manifest, snapshot: before, index, warnings, changes };
	} catch {
		// A damaged or half-removed release cannot be a base.
		return undefined;
	}
}

/** The release that a build starts from: the current one, if only records have changed since it was built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { keptChecksum } from '../release/kept-checksum.ts';
import { FILES } from '../release/layout.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';
import { type CheckReport, checkChanges, checkSnapshot } from '../snapshot/check.ts';
import { compareSnapshots, type SnapshotChanges } from '../snapshot/compare.ts';
import { contentSum, idOfSum, updateContentSum } from '../snapshot/content-id.ts';
import type { Finding } from '../snapshot/finding.ts';
import { withSnapshot } from '../snapshot/open.ts';
import type { Progress } from './progress.ts';

export interface Base {
	/** The folder of the release. */
	readonly folder: string;
	readonly manifest: Manifest;
	/** The snapshot that the release was built from. */
	readonly snapshot: string;
	/** The warnings about it. */
	readonly warnings: readonly Finding[];
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
		if (!isSame || keptChecksum(current) !== manifest.kept_checksum) return undefined;
		const changes = compareSnapshots(snapshot, before);
		if (changes === undefined) return undefined;
		const warnings = JSON.parse(readFileSync(join(current, FILES.warnings), 'utf8'));
		return { folder: current, manifest, snapshot: before, warnings, changes };
	} catch {
		// A damaged or half-removed release is no base.
		return undefined;
	}
}

/** Checks a snapshot: only what has changed since the base, if there is one. */
export function checkFrom(base: Base | undefined, db: Database.Database, progress: Progress): CheckReport {
	return base === undefined ? checkSnapshot(db, progress) : checkChanges(db, base);
}

/** The content ID and sum of a snapshot, updated from those of the base if there is one. */
export function contentFrom(base: Base | undefined, db: Database.Database): Pick<Manifest, 'snapshot' | 'content_sum'> {
	const content_sum = base === undefined ? contentSum(db) : sumFrom(base, db);
	return { snapshot: idOfSum(content_sum), content_sum };
}

function sumFrom({ manifest, snapshot, changes }: Base, db: Database.Database): string {
	try {
		return withSnapshot(snapshot, (before) => updateContentSum(db, manifest.content_sum, before, changes));
	} catch {
		// Another build may have removed the base in the meantime.
		return contentSum(db);
	}
}

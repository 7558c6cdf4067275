import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { type GuardOptions, guardFindings } from '../snapshot/changes/guard.ts';
import type { Base } from './base.ts';

/** Returns why the guard holds a snapshot. Without the snapshot of the current release, nothing can be compared. */
export async function guarded(
	current: string,
	snapshot: string,
	base: Base | undefined,
	application: string,
	guard: Pick<GuardOptions, 'thresholds' | 'holdsChanges'>,
): Promise<readonly string[]> {
	const published = base?.snapshot ?? join(current, FILES.snapshot);
	if (!existsSync(published)) return [];
	const manifest = await readManifest(current).catch(() => undefined);
	const isUpgrade = manifest?.application !== application;
	return guardFindings(published, snapshot, { ...guard, isUpgrade, changes: base?.changes });
}

import { readManifest } from '../release/manifest.ts';
import { type GuardOptions, guardFindings } from '../snapshot/changes/guard.ts';
import type { Base } from './base.ts';

/**
 * Returns why the guard holds a snapshot.
 *
 * @param current the folder of the current release
 * @param published the current release's snapshot
 */
export async function guarded(
	current: string,
	published: string,
	snapshot: string,
	base: Base | undefined,
	application: string,
	guard: Pick<GuardOptions, 'thresholds' | 'holdsChanges'>,
): Promise<readonly string[]> {
	const manifest = await readManifest(current).catch(() => undefined);
	const isUpgrade = manifest?.application !== application;
	return guardFindings(published, snapshot, { ...guard, isUpgrade, changes: base?.changes });
}

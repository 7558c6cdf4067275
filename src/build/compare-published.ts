import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { hasSnapshotCopy, snapshotCopy } from '../release/snapshot-copies.ts';
import { guardFindings } from '../snapshot/changes/guard.ts';
import type { Base } from './base.ts';
import type { BuildOptions } from './build-options.ts';
import type { RunStep } from './progress.ts';

interface Comparison {
	/** The build's copy of the snapshot. */
	readonly copy: string;
	/** The ID of the current release. */
	readonly current: string | undefined;
	readonly base: Base | undefined;
	readonly application: string;
	readonly options: BuildOptions;
}

/**
 * Compares the snapshot with the published one. Returns why the guard holds the release, each reason as a clause.
 */
export async function comparePublished(
	{ copy, current, base, application, options }: Comparison,
	step: RunStep,
): Promise<readonly string[]> {
	const { out, guard } = options;
	if (current === undefined || guard === undefined) return [];
	const published = base?.snapshot ?? (hasSnapshotCopy(out, current) ? snapshotCopy(out, current) : undefined);
	if (published === undefined) return [];
	return step('Find odd changes', async () => {
		const manifest = await readManifest(releaseFolder(out, current)).catch(() => undefined);
		return guardFindings(published, copy, {
			...guard,
			isUpgrade: manifest?.application !== application,
			changes: base?.changes,
		});
	});
}

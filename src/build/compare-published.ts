import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { hasSnapshotCopy, snapshotCopy } from '../release/snapshot-copies.ts';
import { changesBetween } from '../snapshot/changes/diff.ts';
import { guardFindings } from '../snapshot/changes/guard.ts';
import type { Base } from './base.ts';
import type { BuildOptions } from './build-options.ts';
import { logOutsideEdits } from './log-outside-edits.ts';
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
 * Compares the snapshot with the published one: logs the edits of other tools, and returns why the guard holds the release,
 * each reason as a clause. Does nothing if there is no published snapshot.
 */
export async function comparePublished(
	{ copy, current, base, application, options }: Comparison,
	step: RunStep,
): Promise<readonly string[]> {
	if (current === undefined) return [];
	const { snapshot, out, warn, guard } = options;
	const published = base?.snapshot ?? (hasSnapshotCopy(out, current) ? snapshotCopy(out, current) : undefined);
	if (published === undefined) return [];
	const changes = base?.changes ?? changesBetween(published, copy);
	logOutsideEdits(snapshot, published, changes, warn);
	if (guard === undefined) return [];
	return step('Find odd changes', async () => {
		const manifest = await readManifest(releaseFolder(out, current)).catch(() => undefined);
		return guardFindings(published, copy, { ...guard, isUpgrade: manifest?.application !== application, changes });
	});
}

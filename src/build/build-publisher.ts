import { KEEP_DISK } from '../config/defaults.ts';
import { releaseFolder } from '../release/layout.ts';
import { makeCurrent } from '../release/make-current.ts';
import { hasWebsite, readManifest } from '../release/manifest.ts';
import { pruneReleases } from '../release/prune-releases.ts';
import { currentRelease } from '../release/publish.ts';
import type { Publishing } from '../release/publishing.ts';
import { bytesOf } from '../release/retention.ts';
import { hasSnapshotCopy, snapshotCopy } from '../release/snapshot-copies.ts';
import { UserError } from '../shared/user-error.ts';
import { guardFindings } from '../snapshot/changes/guard.ts';
import type { CheckReport } from '../snapshot/check.ts';
import type { Base } from './base.ts';
import type { BuildOptions, BuildResult, RunStep } from './build-options.ts';

const ROLLED_BACK = 'a rollback has paused publishing';

interface BuiltRelease {
	readonly id: string;
	readonly report: CheckReport;
	/** Why the guard holds it. */
	readonly reasons: readonly string[];
	readonly options: BuildOptions;
}

/** Publishes the release that a build has made, or holds it. */
export class BuildPublisher {
	readonly #built: BuiltRelease;
	/** The number of releases that are kept, and the disk that they need, in bytes. */
	onDisk = { releases: 0, bytes: 0 };

	constructor(built: BuiltRelease) {
		this.#built = built;
	}

	/** Publishes the release. If it must not become current, returns the reason instead. */
	async publish(
		publishing: Publishing,
		place: () => Promise<void> = async () => {},
	): Promise<Extract<BuildResult, { outcome: 'held' }> | undefined> {
		const { id, report, options } = this.#built;
		const { out, keepDisk = KEEP_DISK } = options;
		const { publications, isPaused } = publishing;
		await refuseToDropSite(options);
		await place();
		const reasons = [...(isPaused ? [ROLLED_BACK] : []), ...this.#built.reasons];
		const isHeld = reasons.length > 0;
		if (isHeld && id !== currentRelease(out)) publishing.hold(id, reasons);
		const published = isHeld ? publications : await makeCurrent(out, id, publishing, options);
		const known = { publications: published, holds: publishing.holds(), limit: bytesOf(keepDisk) };
		this.onDisk = await pruneReleases(out, known);
		if (!isHeld || id === currentRelease(out)) return undefined;
		return { outcome: 'held', report, id, reasons, isPaused };
	}
}

/** Refuses a build without a website if the current release has one, because the website would go offline. */
export async function refuseToDropSite({ out, only, dropSite }: BuildOptions): Promise<void> {
	const current = currentRelease(out);
	if (only !== 'api' || dropSite || current === undefined) return;
	const dropsSite = await readManifest(releaseFolder(out, current)).then(hasWebsite, () => true);
	if (!dropsSite) return;
	throw new UserError(
		`The current release in ${out} has a website, and --only api would take it offline, so nothing was built. Build without --only api, add --drop-site to remove the website, or choose another folder with --out.`,
	);
}

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

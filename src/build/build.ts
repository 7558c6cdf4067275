import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { applicationVersion } from '../release/application-version.ts';
import { compilePages, pagesAreCompiled } from '../release/compiled-pages.ts';
import { keptChecksum } from '../release/kept-checksum.ts';
import { buildingPath, FILES, releaseFolder, releasesFolder } from '../release/layout.ts';
import { removeLeftovers } from '../release/leftovers.ts';
import { type HistoryOptions, makeCurrent } from '../release/make-current.ts';
import { hasWebsite, type Manifest, readManifest } from '../release/manifest.ts';
import { pruneReleases } from '../release/prune-releases.ts';
import { currentRelease } from '../release/publish.ts';
import { putInPlace } from '../release/put-in-place.ts';
import { releaseId } from '../release/release-id.ts';
import { bytesOf, KEEP_DISK } from '../release/retention.ts';
import { runThread } from '../release/run-thread.ts';
import { hasSnapshotCopy, releaseWithSnapshot, snapshotCopy } from '../release/snapshot-copies.ts';
import { type Publishing, Turn } from '../release/turn.ts';
import { isComplete, syncRelease, verifyRelease } from '../release/verify.ts';
import { isDiskFull } from '../shared/disk-full.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { UserError } from '../shared/user-error.ts';
import { changesBetween } from '../snapshot/changes/diff.ts';
import type { GuardOptions } from '../snapshot/changes/guard.ts';
import type { CheckReport } from '../snapshot/check.ts';
import { copySnapshot } from '../snapshot/copy.ts';
import { withSnapshot } from '../snapshot/open.ts';
import { type Base, type BaseSearch, checkFrom, contentFrom, findBase } from './base.ts';
import { startApi } from './build-api.ts';
import { buildSite, type TextIndexing } from './build-site.ts';
import { keepPacks } from './current-packs.ts';
import { guarded } from './guarded.ts';
import { logOutsideEdits } from './log-outside-edits.ts';
import { copyLogos, type Logos, logosBeside } from './logos.ts';
import { mergePacks } from './merge-packs.ts';
import { openDirectory } from './open-directory.ts';
import type { RunStep } from './progress.ts';
import type { ChangedRecords } from './record-counts.ts';
import type { BuiltSite, PageChanges } from './site-layers.ts';
import type { Warm } from './warm.ts';

export interface BuildOptions extends HistoryOptions {
	readonly snapshot: string;
	/** The folder that holds releases. */
	readonly out: string;
	/** The public address, for links in pages. */
	readonly siteUrl: string;
	/** `api` builds without the website. */
	readonly only?: 'api' | undefined;
	/** Whether a release without a website may replace a release that has a website. */
	readonly dropSite?: boolean | undefined;
	/** Whether to render all pages of a new release. If not, pages that have not changed are reused. */
	readonly full?: boolean | undefined;
	/** The content ID that the snapshot must have. */
	readonly expectSnapshot?: string | undefined;
	/** The limit of disk for the releases that are kept, in gigabytes. See `chooseReleases`. */
	readonly keepDisk?: number | undefined;
	/** What this process has prepared, if it builds again and again. */
	readonly warm?: Warm | undefined;
	/**
	 * What happens to the text index of the current release: `update` indexes the records that may have changed since that
	 * release, `keep` keeps the index as it is, and `check` looks for changes in all records, because earlier builds have
	 * kept it. The default is `update`.
	 */
	readonly text?: TextIndexing | undefined;
	/** When to hold the release because of its differences from the current one. Never if undefined. */
	readonly guard?: Pick<GuardOptions, 'thresholds' | 'holdsChanges'> | undefined;
}

export type BuildResult =
	| { readonly outcome: 'refused'; readonly report: CheckReport }
	| {
			readonly outcome: 'built' | 'unchanged';
			readonly report: CheckReport;
			/** The names of the unused image files in the snapshot's logo folder. See `Logos`. */
			readonly logos: Pick<Logos, 'unmatched' | 'unsupported'>;
			readonly manifest: Manifest;
			/** How the published records and the pages differ from those of the previous release. */
			readonly records: ChangedRecords;
			readonly pages: PageChanges;
			/** The number of releases that are kept, and the disk that they need, in bytes. */
			readonly kept: { readonly releases: number; readonly bytes: number };
			/** Whether a rollback still keeps builds from publishing. Only if `unchanged`. */
			readonly isPaused: boolean;
	  }
	| {
			readonly outcome: 'superseded';
			readonly report: CheckReport;
			/** The ID of the current release, which this build must not replace. See `Publishing.newer`. */
			readonly newer: string;
	  }
	| {
			/** The release was built but not published. */
			readonly outcome: 'held';
			readonly report: CheckReport;
			readonly id: string;
			/** Why, each as a clause. */
			readonly reasons: readonly string[];
			/** Whether a rollback is one of the reasons. */
			readonly isPaused: boolean;
	  };

/**
 * Builds a release from a snapshot and publishes it. The build works on a copy of the snapshot, in a folder beside the
 * releases, so the current release is unaffected if the build fails or is killed.
 *
 * @throws UserError when the file is not a snapshot or not the expected one, when the website would go offline, when
 *   the disk is full, or when a thread runs out of memory
 */
export async function buildRelease(options: BuildOptions, step: RunStep): Promise<BuildResult> {
	await refuseToDropSite(options);
	const folder = buildingPath(options.out, 'release');
	let turn: Turn | undefined;
	try {
		turn = new Turn(options.out);
		removeLeftovers(releasesFolder(options.out));
		makeFolder(folder);
		return await buildIn(folder, options, turn, step);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
			throw new UserError(
				'A thread of the build ran out of memory, so nothing was built. Give threads more memory (the number is in megabytes): NODE_OPTIONS=--max-old-space-size=8000 npm run build -- …',
				{ cause: error },
			);
		}
		if (!isDiskFull(error)) throw error;
		throw new UserError(
			`The disk with ${options.out} is full, so nothing was built. The current release stays online. Free some space and build again.`,
			{ cause: error },
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
		turn?.close();
	}
}

/** Refuses a build without a website if the current release has one, because the website would go offline. */
async function refuseToDropSite({ out, only, dropSite }: BuildOptions): Promise<void> {
	const current = currentRelease(out);
	if (only !== 'api' || dropSite || current === undefined) return;
	const dropsSite = await readManifest(releaseFolder(out, current)).then(hasWebsite, () => true);
	if (!dropsSite) return;
	throw new UserError(
		`The current release in ${out} has a website, and --only api would take it offline, so nothing was built. Build without --only api, add --drop-site to remove the website, or choose another folder with --out.`,
	);
}

async function buildIn(folder: string, options: BuildOptions, turn: Turn, step: RunStep): Promise<BuildResult> {
	const { snapshot, out, siteUrl, only, expectSnapshot, keepDisk = KEEP_DISK, warm } = options;
	const isWarm = warm !== undefined;
	const copy = join(folder, FILES.snapshot);
	await step('Copy the snapshot', (progress) => copySnapshot(snapshot, copy, progress));
	const read = <T>(work: (db: Database.Database) => T) => withSnapshot(copy, work, snapshot);
	const logos =
		only === 'api'
			? { hash: '', unmatched: [], unsupported: [] }
			: read((db) => copyLogos(logosBeside(snapshot), join(folder, FILES.logos), db));
	const application = warm?.application ?? (await applicationVersion());
	const current = currentRelease(out);
	const before = current && releaseFolder(out, current);
	const site_url = only === 'api' ? undefined : siteUrl;
	using source = only === 'api' ? undefined : openDirectory(copy, join(folder, FILES.logos));
	const base = await step('Find the changes', async () => {
		if (before === undefined || options.full) return undefined;
		const circumstances = { application, site_url, logos: logos.hash };
		const search: BaseSearch = { current: before, folder, circumstances };
		if (isWarm) return findBase(search);
		const found = runThread<Base | undefined>('build/base-thread.ts', search);
		// Read the directory while the thread works. For most edits, reading the directory takes longer than the thread's
		// work, so the build need not wait for the thread.
		source?.readAhead();
		return found;
	});

	const report = await step('Check it', (progress) => read((db) => checkFrom(base, db, progress)));
	if (report.errors.length > 0) return { outcome: 'refused', report };

	const copied = current !== undefined && hasSnapshotCopy(out, current) ? snapshotCopy(out, current) : undefined;
	const published = base?.snapshot ?? copied;
	if (published !== undefined) {
		logOutsideEdits(snapshot, published, base?.changes ?? changesBetween(published, copy), options.warn);
	}
	const content = read((db) => contentFrom(base, db));
	if (expectSnapshot !== undefined && content.snapshot !== expectSnapshot) {
		const copy = await releaseWithSnapshot(out, expectSnapshot, current ?? '');
		const restore = copy === undefined ? 'Correct the snapshot' : `Run npm run restore-snapshot -- ${copy}`;
		throw new UserError(
			`${snapshot} has the content ID ${content.snapshot}, but ${expectSnapshot} was expected, so nothing was built. ${restore}, or build without --expect-snapshot.`,
		);
	}
	const id = releaseId({ ...content, application, logos: logos.hash }, siteUrl, only);
	const target = releaseFolder(out, id);
	// The server needs the compiled pages even if the release is complete, because it renders some pages on request.
	if (only !== 'api' && !isWarm && !pagesAreCompiled(application)) {
		await step('Compile the pages', () => compilePages(application));
	}
	const findings =
		published === undefined || options.guard === undefined
			? []
			: await step('Find odd changes', () => guarded(before!, published, copy, base, application, options.guard!));
	let onDisk = { releases: 0, bytes: 0 };
	/** Calls `place` and publishes the release. If the release must not become current, returns the reason instead. */
	const publishIt = async (publishing: Publishing, place?: () => Promise<void>) => {
		const { publications, newer, isPaused } = publishing;
		if (!isPaused && newer !== undefined && newer !== id) return { outcome: 'superseded', report, newer } as const;
		await refuseToDropSite(options);
		await place?.();
		const reasons = [...(isPaused ? [ROLLED_BACK] : []), ...findings];
		const isHeld = reasons.length > 0;
		if (isHeld && id !== currentRelease(out)) publishing.hold(id, reasons);
		const published = isHeld ? publications : await makeCurrent(out, id, publishing, options);
		onDisk = pruneReleases(out, { publications: published, holds: publishing.holds(), limit: bytesOf(keepDisk) });
		if (!isHeld || id === currentRelease(out)) return undefined;
		return { outcome: 'held', report, id, reasons, isPaused } as const;
	};
	const unchanged = await turn.publish(async (publishing) => {
		if (!(await isComplete(target))) return undefined;
		// Keep the release's copy of its snapshot, although this build's snapshot has the same records. Their row IDs can
		// differ.
		const unpublished = await publishIt(publishing);
		if (unpublished) return unpublished;
		const manifest = await readManifest(target);
		const records = { added: 0, changed: 0, removed: 0 };
		const pages = { rendered: 0, kept: manifest.site.pages, removed: 0 };
		const { isPaused } = publishing;
		return { outcome: 'unchanged' as const, report, logos, manifest, records, pages, kept: onDisk, isPaused };
	});
	if (unchanged !== undefined) return unchanged;

	const kept = await keepPacks(before, folder, only === 'api');
	await using api = startApi({ snapshot: copy, folder, current: kept, base }, isWarm);
	let { packs, site, changes }: BuiltSite = NO_SITE;
	if (source !== undefined) {
		const logoFiles = join(folder, FILES.logos);
		const text = options.text ?? 'update';
		const siteOptions = { folder, source, logos: logoFiles, current: kept, base, application, siteUrl, isWarm, text };
		({ packs, site, changes } = await buildSite(siteOptions, step));
		rmSync(logoFiles, { recursive: true, force: true });
		// Windows cannot rename a folder while a file in it is open.
		source[Symbol.dispose]();
	}
	const { counts, records, index_checksum, ...bodies } = await step('Write the API responses', (progress) =>
		api.finish(progress),
	);
	rmSync(join(folder, FILES.before), { force: true });
	writeFileSync(join(folder, FILES.warnings), JSON.stringify(report.warnings));
	const manifest: Manifest = {
		id,
		...content,
		application,
		logos: logos.hash,
		counts,
		index_checksum,
		kept_checksum: keptChecksum(folder),
		packs: mergePacks(folder, [...packs, ...bodies.packs], kept),
		site,
		...(site_url !== undefined && { site_url }),
	};
	const unpublished = await step('Verify and publish', async () => {
		writeFileSync(join(folder, FILES.manifest), JSON.stringify(manifest));
		await verifyRelease(folder);
		syncRelease(folder, manifest);
		return turn.publish((publishing) => publishIt(publishing, () => putInPlace(folder, out, id)));
	});
	return (
		unpublished ?? { outcome: 'built', report, logos, manifest, records, pages: changes, kept: onDisk, isPaused: false }
	);
}

const ROLLED_BACK = 'a rollback has paused publishing';

const NO_SITE: BuiltSite = {
	packs: [],
	site: { pages: 0, bytes: 0, organizations: 0 },
	changes: { rendered: 0, kept: 0, removed: 0 },
};

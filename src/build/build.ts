import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { siteVersion } from '../config/site/site-version.ts';
import { applicationVersion, releaseId } from '../release/application-version.ts';
import { compilePages, pagesAreCompiled } from '../release/compiled-pages.ts';
import { withFileLock } from '../release/file-lock.ts';
import { buildingPath, FILES, releaseFolder, releasesFolder, removeLeftovers } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { removeUnusedPacks } from '../release/prune-releases.ts';
import { currentRelease } from '../release/publish.ts';
import { whilePublishing } from '../release/publishing.ts';
import { releaseWithSnapshot } from '../release/snapshot-copies.ts';
import { isComplete, putInPlace, syncRelease, verifyRelease } from '../release/verify.ts';
import { explain, isDiskFull } from '../shared/explain.ts';
import { makeFolder } from '../shared/files.ts';
import { UserError } from '../shared/user-error.ts';
import { checkCopy, checkRest } from '../snapshot/check.ts';
import { contentId } from '../snapshot/content-id.ts';
import { copyWhatFits } from '../snapshot/copy.ts';
import { withSnapshot } from '../snapshot/open.ts';
import { latestExpiry } from '../snapshot/read.ts';
import { findBase } from './base.ts';
import type { BuildOptions, BuildResult, RunStep } from './build-options.ts';
import { BuildPublisher, comparePublished, refuseToDropSite } from './build-publisher.ts';
import { openDirectory } from './build-site.ts';
import { applyCountedVisits } from './counted-visits.ts';
import { copyLogos, logosBeside } from './logos.ts';
import { makeRelease } from './make-release.ts';
import { readSiteSynonyms } from './synonyms.ts';

/** How long a build waits for another one before it says so, in milliseconds. */
const NOTICE = 1000;

/**
 * Builds a release from a snapshot and publishes it. The build works on a copy of the snapshot, in a folder beside the
 * releases, so the current release is unaffected if the build fails or is killed. Waits while another build is running in
 * the folder.
 *
 * @throws UserError when the file is not a snapshot or not the expected one, when the website would go offline, when
 *   the disk is full, or when a thread runs out of memory
 */
export async function buildRelease(options: BuildOptions, step: RunStep): Promise<BuildResult> {
	const { out, warn } = options;
	const notice = setTimeout(
		() => warn(`another build in ${out} is running, so this one waits until it has ended`),
		NOTICE,
	);
	try {
		return await withFileLock(join(out, 'build.lock'), Number.POSITIVE_INFINITY, () => {
			clearTimeout(notice);
			return buildAlone(options, step);
		});
	} finally {
		clearTimeout(notice);
	}
}

/** Builds while no other build is running in the folder. */
async function buildAlone(options: BuildOptions, step: RunStep): Promise<BuildResult> {
	await refuseToDropSite(options);
	const folder = buildingPath(options.out, 'release');
	try {
		removeLeftovers(releasesFolder(options.out));
		explain(() => makeFolder(folder), 'create the folder', folder);
		return await buildIn(folder, options, step);
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
		await removeUnusedPacks(options.out);
	}
}

async function buildIn(folder: string, options: BuildOptions, step: RunStep): Promise<BuildResult> {
	const { snapshot, out, siteUrl, only, warm } = options;
	const copy = join(folder, FILES.snapshot);
	// Only its owner may read it, because it also has drafts. Everyone may read the rest of a release.
	writeFileSync(copy, '', { mode: 0o600 });
	const refused = await step('Copy the snapshot', (progress) => copyWhatFits(snapshot, copy, progress));
	const read = <T>(work: (db: Database.Database) => T) => withSnapshot(copy, work, snapshot);
	if (refused.length > 0) return { outcome: 'refused', report: read((db) => checkRest(db, refused)) };
	const { visits, expectSnapshot, warn } = options;
	if (visits !== undefined) {
		const keepsOld = expectSnapshot !== undefined;
		await step('Take the views', () => applyCountedVisits(copy, out, visits, { keepsOld, warn }));
	}
	const logos =
		only === 'api' ? NO_LOGOS : read((db) => copyLogos(logosBeside(snapshot), join(folder, FILES.logos), db));
	const application = warm?.application ?? applicationVersion();
	const configuration = siteVersion();
	const synonyms = readSiteSynonyms();
	const expired = read(latestExpiry);
	const current = currentRelease(out);
	const before = current && releaseFolder(out, current);
	const site_url = only === 'api' ? undefined : siteUrl;
	using source = only === 'api' ? undefined : openDirectory(copy, join(folder, FILES.logos), synonyms);
	const base = await step('Find the changes', async () => {
		if (before === undefined || options.full) return undefined;
		const circumstances = { application, configuration, site_url, logos: logos.hash, expired };
		return findBase({ current: before, folder, circumstances });
	});

	const report = await step('Check it', (progress) => read((db) => checkCopy(db, base, progress)));
	if (report.errors.length > 0) return { outcome: 'refused', report };

	const content = read(contentId);
	await requireExpected(options, content);
	const id = releaseId({ snapshot: content, application, configuration, logos: logos.hash, expired }, siteUrl, only);
	// The server needs the compiled pages even if the release is complete, because it renders some pages on request.
	if (only !== 'api' && warm === undefined && !pagesAreCompiled(application, out)) {
		await step('Compile the pages', () => compilePages(application, out));
	}
	const reasons = await comparePublished({ copy, current, base, application, options }, step);
	const publisher = new BuildPublisher({ id, report, reasons, options });
	const target = releaseFolder(out, id);
	const unchanged = await whilePublishing(out, 'build', async (publishing) => {
		if (!(await isComplete(target))) return undefined;
		const unpublished = await publisher.publish(publishing);
		if (unpublished) return unpublished;
		const manifest = await readManifest(target);
		const records = { added: 0, changed: 0, removed: 0 };
		const pages = { rendered: 0, kept: manifest.site.pages, removed: 0 };
		const { isPaused } = publishing;
		return { outcome: 'unchanged' as const, report, logos, manifest, records, pages, kept: publisher.onDisk, isPaused };
	});
	if (unchanged !== undefined) return unchanged;

	const identity = {
		id,
		snapshot: content,
		application,
		configuration,
		logos: logos.hash,
		expired,
		...(site_url !== undefined && { site_url }),
	};
	const made = await makeRelease({ folder, copy, before, synonyms, base, source, identity, report, options }, step);
	const unpublished = await step('Verify and publish', async () => {
		await verifyRelease(folder);
		syncRelease(folder, made.manifest);
		return whilePublishing(out, 'build', (publishing) =>
			publisher.publish(publishing, () => putInPlace(folder, out, id)),
		);
	});
	return unpublished ?? { outcome: 'built', report, logos, ...made, kept: publisher.onDisk, isPaused: false };
}

const NO_LOGOS = { hash: '', unmatched: [], unsupported: [] };

/** @throws UserError when a content ID is expected, and the snapshot has another one */
async function requireExpected({ snapshot, out, expectSnapshot }: BuildOptions, content: string): Promise<void> {
	if (expectSnapshot === undefined || content === expectSnapshot) return;
	const copy = await releaseWithSnapshot(out, expectSnapshot, currentRelease(out) ?? '');
	const restore = copy === undefined ? 'Correct the snapshot' : `Run npm run restore-snapshot -- ${copy}`;
	throw new UserError(
		`${snapshot} has the content ID ${content}, but ${expectSnapshot} was expected, so nothing was built. ${restore}, or build without --expect-snapshot.`,
	);
}

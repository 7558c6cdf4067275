/** One build: a snapshot becomes a release, and the release becomes the current one. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { applicationVersion } from '../release/application-version.ts';
import { buildingPath, FILES, releaseFolder, releasesFolder } from '../release/layout.ts';
import { removeLeftovers } from '../release/leftovers.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';
import { currentRelease, publish, removeOldReleases, removeRelease } from '../release/publish.ts';
import { openRelease } from '../release/release.ts';
import { isDiskFull } from '../shared/disk-full.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { UserError } from '../shared/user-error.ts';
import { type CheckReport, checkSnapshot } from '../snapshot/check.ts';
import { contentId } from '../snapshot/content-id.ts';
import { openSnapshot, withSnapshot } from '../snapshot/open.ts';
import { buildBodies, type Progress } from './build-bodies.ts';
import { type BuildTurn, type Publishing, takeTurn } from './build-order.ts';
import { buildProgramIndex } from './build-program-index.ts';
import { buildPages, listFiles, pagesAreWhole } from './build-site.ts';
import { buildTextIndex } from './build-text-index.ts';
import { copyLogos, type Logos, logosBeside } from './logos.ts';
import { syncToDisk } from './sync-to-disk.ts';

export interface BuildOptions {
	readonly snapshot: string;
	/** The folder that holds releases. */
	readonly out: string;
	/** The public address, for links in pages. */
	readonly siteUrl: string;
	/** `api` builds without the website. */
	readonly only?: 'api' | undefined;
	/** Whether a release without the website may replace one that has it. */
	readonly dropSite?: boolean | undefined;
	/** The id of the data that the snapshot must hold. */
	readonly expectSnapshot?: string | undefined;
}

/** Runs a step of a build and shows how far it is. */
export type RunStep = <T>(name: string, work: (progress: Progress) => T | Promise<T>) => Promise<T>;

export type BuildResult =
	| { readonly outcome: 'refused'; readonly report: CheckReport }
	| {
			readonly outcome: 'built' | 'unchanged';
			readonly report: CheckReport;
			/** The names of files beside the snapshot that no page shows: see `Logos`. */
			readonly logos: Pick<Logos, 'strangers' | 'unsupported'>;
			readonly manifest: Manifest;
	  }
	| {
			readonly outcome: 'superseded';
			readonly report: CheckReport;
			/** The current release, which this build must not replace: see `Publishing.newer`. */
			readonly newer: string;
	  };

/**
 * Builds a release from a snapshot and publishes it. The work is done on a copy of the snapshot, in a folder beside the
 * releases: whatever fails or is killed, the current release goes on.
 *
 * @throws UserError when the snapshot is none or not the expected one, the website would be lost, or the disk is full
 */
export async function buildRelease(options: BuildOptions, step: RunStep): Promise<BuildResult> {
	refuseToDropSite(options);
	const folder = buildingPath(options.out, 'release');
	let turn: BuildTurn | undefined;
	try {
		turn = takeTurn(options.out);
		removeLeftovers(releasesFolder(options.out));
		makeFolder(folder);
		return await buildIn(folder, options, turn, step);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
			throw new UserError(
				'The thread that builds the program index ran out of memory, so nothing was built. Give it more memory, in megabytes: NODE_OPTIONS=--max-old-space-size=8000 npm run build -- …',
				{ cause: error },
			);
		}
		if (!isDiskFull(error)) throw error;
		throw new UserError(
			`The disk that ${options.out} is on is full, so nothing was built. The current release stays online. Free some space and build again.`,
			{ cause: error },
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
		turn?.close();
	}
}

/** The pages would answer 404 from then on. */
function refuseToDropSite({ out, only, dropSite }: BuildOptions): void {
	const current = currentRelease(out);
	if (
		only !== 'api' ||
		dropSite ||
		current === undefined ||
		!existsSync(join(releaseFolder(out, current), FILES.site))
	) {
		return;
	}
	throw new UserError(
		`The current release in ${out} has a website, and --only api would take it offline, so nothing was built. Build without --only api, add --drop-site to remove the website, or name another folder with --out.`,
	);
}

async function buildIn(folder: string, options: BuildOptions, turn: BuildTurn, step: RunStep): Promise<BuildResult> {
	const { snapshot, out, siteUrl, only, expectSnapshot } = options;
	const copy = join(folder, 'snapshot.sqlite');
	await step('Copy the snapshot', (progress) => copySnapshot(snapshot, copy, progress));
	const read = <T>(work: (db: Database) => T) => withSnapshot(copy, work, snapshot);
	const report = await step('Check it', (progress) => read((db) => checkSnapshot(db, progress)));
	if (report.errors.length > 0) return { outcome: 'refused', report };

	const logos =
		only === 'api'
			? { hash: '', strangers: [], unsupported: [] }
			: read((db) => copyLogos(logosBeside(snapshot), join(folder, FILES.logos), db));
	const application = applicationVersion();
	const snapshotId = read(contentId);
	if (expectSnapshot !== undefined && snapshotId !== expectSnapshot) {
		throw new UserError(
			`${snapshot} has the content id ${snapshotId}, but ${expectSnapshot} was expected, so nothing was built.`,
		);
	}
	const id = createHash('sha256')
		.update([snapshotId, application, siteUrl, only, logos.hash].join('\n'))
		.digest('hex')
		.slice(0, 12);
	const target = releaseFolder(out, id);
	const isReady = async () => (await isWhole(target)) && (only === 'api' || pagesAreWhole(application));
	/** Makes the release current, after `place` has put it in its place; says so where it must not. */
	const makeCurrent = async ({ newer, noteCurrent }: Publishing, place?: () => Promise<void>) => {
		if (newer !== undefined && newer !== id) return { outcome: 'superseded', report, newer } as const;
		refuseToDropSite(options);
		await place?.();
		// So that `ls -t` lists it first.
		utimesSync(target, new Date(), new Date());
		publish(out, id);
		syncToDisk(out);
		removeOldReleases(out, noteCurrent(id));
		return undefined;
	};
	const unchanged = await turn.publish(async (publishing) => {
		if (!(await isReady())) return undefined;
		const superseded = await makeCurrent(publishing);
		return superseded ?? { outcome: 'unchanged' as const, report, logos, manifest: await readManifest(target) };
	});
	if (unchanged !== undefined) return unchanged;

	const counts = await step('Write the JSON', (progress) =>
		buildIndexBeside(copy, join(folder, FILES.index), () => read((db) => buildBodies(db, folder, progress))),
	);
	if (only !== 'api') {
		// One after the other: side by side they would save some seconds, and take more than 2 GB of a large directory.
		await step('Write the pages', (progress) => buildPages(copy, folder, application, siteUrl, progress));
		await step('Index the pages', (progress) => buildTextIndex(copy, folder, progress));
	}
	const manifest: Manifest = {
		id,
		snapshot: snapshotId,
		application,
		counts,
		site: only === 'api' ? {} : listFiles(join(folder, FILES.site)),
		...(only !== 'api' && { site_url: siteUrl }),
	};
	const superseded = await step('Verify and publish', async () => {
		rmSync(copy);
		writeFileSync(join(folder, FILES.manifest), JSON.stringify(manifest));
		await verify(folder);
		syncRelease(folder);
		return turn.publish((publishing) =>
			makeCurrent(publishing, async () => {
				await putInPlace(folder, out, id);
				syncToDisk(releasesFolder(out));
			}),
		);
	});
	return superseded ?? { outcome: 'built', report, logos, manifest };
}

/** A consistent copy, also while another program writes the snapshot. */
async function copySnapshot(snapshot: string, copy: string, progress: Progress): Promise<void> {
	const db = openSnapshot(snapshot);
	try {
		await db.backup(copy, {
			progress({ totalPages, remainingPages }) {
				progress(1 - remainingPages / totalPages);
				return 10_000;
			},
		});
	} finally {
		db.close();
	}
}

/** A snapshot of fewer bytes takes less time than starting a thread for it. */
const LARGE = 2 * 2 ** 20;

/** Makes the program index, and does something else: beside it for a large snapshot, since it takes about as long. */
async function buildIndexBeside<T>(snapshot: string, file: string, work: () => T): Promise<T> {
	if (statSync(snapshot).size < LARGE) {
		buildProgramIndex(snapshot, file);
		return work();
	}
	const thread = new Worker(new URL('program-index-thread.ts', import.meta.url), { workerData: { snapshot, file } });
	const ended = once(thread, 'exit');
	// What is thrown here comes first; what the thread throws meanwhile is then of no interest.
	ended.catch(() => {});
	try {
		const result = work();
		await ended;
		return result;
	} finally {
		await thread.terminate();
	}
}

/** Opens the finished release as the server will, before anyone is sent to it. */
async function verify(folder: string): Promise<void> {
	const release = await openRelease(folder);
	try {
		const { total } = release.search({ offset: 0, limit: 1 });
		const { counts, site } = release.manifest;
		const hasSite = Object.keys(site).length === 0 || ('index.html' in site && '404.html' in site);
		if (total !== counts.programs || release.resource('/categories') === undefined || !hasSite) {
			throw new Error('The written release differs from what was built. The current release stays online.');
		}
	} finally {
		release.close();
	}
}

/**
 * Has what a server cannot start without outlive a loss of power. Not the pages, which the system writes within half a
 * minute: to wait for each of 60,000 would take 14 s.
 */
function syncRelease(folder: string): void {
	for (const file of [FILES.bodies, FILES.index, FILES.manifest]) syncToDisk(join(folder, file));
	syncToDisk(folder);
}

/**
 * Gives a release its name. Another build of the same snapshot may have put it there meanwhile, and it may be in use: only
 * a damaged one is removed.
 */
async function putInPlace(folder: string, out: string, id: string): Promise<void> {
	const target = releaseFolder(out, id);
	for (;;) {
		try {
			return renameSync(folder, target);
		} catch (error) {
			if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		}
		if (await isWhole(target)) return;
		removeRelease(out, id);
	}
}

async function isWhole(folder: string): Promise<boolean> {
	if (!existsSync(join(folder, FILES.manifest))) return false;
	return verify(folder).then(
		() => true,
		() => false,
	);
}

/** One build: a snapshot becomes a release, and the release becomes the current one. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { makeFolder } from '../make-folder.ts';
import { type CheckReport, checkSnapshot } from '../snapshot/check.ts';
import { openSnapshot, withSnapshot } from '../snapshot/open.ts';
import { UserError } from '../user-error.ts';
import { applicationVersion } from './application-version.ts';
import { buildBodies, type Progress } from './build-bodies.ts';
import { buildProgramIndex } from './build-program-index.ts';
import { buildPages, listSite } from './build-site.ts';
import { buildTextIndex } from './build-text-index.ts';
import { buildingPath, FILES, releaseFolder, releasesFolder } from './layout.ts';
import { removeLeftovers } from './leftovers.ts';
import { copyLogos, logosBeside } from './logos.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { publish, removeOldReleases, removeRelease } from './publish.ts';
import { openRelease } from './release.ts';
import { syncToDisk } from './sync-to-disk.ts';

export interface BuildOptions {
	readonly snapshot: string;
	/** The folder that holds releases. */
	readonly out: string;
	/** The public address, for links in pages. */
	readonly siteUrl: string;
	/** `api` builds without the website. */
	readonly only?: 'api' | undefined;
}

/** What the system and SQLite say of a disk that is full. */
const FULL = ['ENOSPC', 'SQLITE_FULL'];

/** Runs a step of a build and shows how far it is. */
export type RunStep = <T>(name: string, work: (progress: Progress) => T | Promise<T>) => Promise<T>;

export type BuildResult =
	| { readonly outcome: 'refused'; readonly report: CheckReport }
	| {
			readonly outcome: 'built' | 'unchanged';
			readonly report: CheckReport;
			/** The names of logos that are nobody's. */
			readonly strangers: readonly string[];
			readonly manifest: Manifest;
	  };

/**
 * Builds a release from a snapshot and publishes it. The work is done on a copy of the snapshot, in a folder beside the
 * releases: whatever fails or is killed, the current release goes on.
 *
 * @throws UserError when the snapshot is none, or the disk is full
 */
export async function buildRelease(options: BuildOptions, step: RunStep): Promise<BuildResult> {
	const folder = buildingPath(options.out, 'release');
	removeLeftovers(releasesFolder(options.out));
	makeFolder(folder);
	try {
		return await buildIn(folder, options, step);
	} catch (error) {
		if (!FULL.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		throw new UserError(
			`The disk that ${options.out} is on is full, so nothing was built; the current release goes on. Make room and build again.`,
			{ cause: error },
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function buildIn(
	folder: string,
	{ snapshot, out, siteUrl, only }: BuildOptions,
	step: RunStep,
): Promise<BuildResult> {
	const copy = join(folder, 'snapshot.sqlite');
	await step('Copy the snapshot', (progress) => copySnapshot(snapshot, copy, progress));
	const read = <T>(work: (db: Database) => T) => withSnapshot(copy, work, snapshot);
	const report = await step('Check it', (progress) => read((db) => checkSnapshot(db, progress)));
	if (report.errors.length > 0) return { outcome: 'refused', report };

	const logos = join(folder, FILES.logos);
	const { hash: logosHash, strangers } =
		only === 'api' ? { hash: '', strangers: [] } : read((db) => copyLogos(logosBeside(snapshot), logos, db));
	const application = applicationVersion();
	const snapshotId = await hashOf(copy);
	const id = createHash('sha256')
		.update([snapshotId, application, siteUrl, only, logosHash].join('\n'))
		.digest('hex')
		.slice(0, 12);
	const target = releaseFolder(out, id);
	if (await isWhole(target)) {
		publish(out, id);
		return { outcome: 'unchanged', report, strangers, manifest: await readManifest(target) };
	}

	const counts = await step('Write the JSON', (progress) =>
		buildIndexBeside(copy, join(folder, FILES.index), () => read((db) => buildBodies(db, folder, progress))),
	);
	if (only !== 'api') {
		// One after the other: side by side they would save some seconds, and take more than 2 GB of a large directory.
		await step('Write the pages', () => buildPages(copy, folder, application, siteUrl));
		await step('Index their words', (progress) => buildTextIndex(copy, folder, progress));
	}
	const manifest: Manifest = {
		...{ id, snapshot: snapshotId, application, counts, site: listSite(folder) },
		...(only !== 'api' && { site_url: siteUrl }),
	};
	await step('Verify and publish', async () => {
		rmSync(copy);
		writeFileSync(join(folder, FILES.manifest), JSON.stringify(manifest));
		await verify(folder);
		syncRelease(folder);
		await putInPlace(folder, out, id);
		syncToDisk(releasesFolder(out));
		publish(out, id);
		syncToDisk(out);
		removeOldReleases(out);
	});
	return { outcome: 'built', report, strangers, manifest };
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

async function hashOf(file: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash);
	return hash.digest('hex').slice(0, 12);
}

/** Opens the finished release as the server will, before anyone is sent to it. */
async function verify(folder: string): Promise<void> {
	const release = await openRelease(folder);
	try {
		const { total } = release.search({ offset: 0, limit: 1 });
		const { counts, site } = release.manifest;
		const hasSite = Object.keys(site).length === 0 || ('index.html' in site && '404.html' in site);
		if (total !== counts.programs || release.resource('/categories') === undefined || !hasSite) {
			throw new Error('The release does not hold what was built. The current release goes on.');
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

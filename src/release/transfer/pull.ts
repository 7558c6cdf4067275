/** Pulls the current release of a store, and makes it current on this machine. */
import { hash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { diskFull, isDiskFull } from '../../shared/disk-full.ts';
import { explain } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { isLocked } from '../../shared/retry-while-locked.ts';
import { shellWord } from '../../shared/shell-word.ts';
import { syncToDisk } from '../../shared/sync-to-disk.ts';
import { UserError } from '../../shared/user-error.ts';
import { copyHistory, type HistoryPart, missingParts } from '../../snapshot/history/history-copy.ts';
import { historyFile } from '../../snapshot/history/history-file.ts';
import { applicationVersion } from '../application-version.ts';
import { compilePages } from '../compiled-pages.ts';
import { withFileLock } from '../file-lock.ts';
import type { Publication } from '../journal.ts';
import { buildingPath, releaseFolder, releasesFolder } from '../layout.ts';
import { removeLeftovers } from '../leftovers.ts';
import { hasWebsite, readManifest } from '../manifest.ts';
import { pruneReleases } from '../prune-releases.ts';
import { currentRelease, publish } from '../publish.ts';
import { putInPlace } from '../put-in-place.ts';
import { bytesOf, KEEP_DISK } from '../retention.ts';
import { Turn } from '../turn.ts';
import { isComplete, syncRelease, verifyRelease } from '../verify.ts';
import { damagedObject } from './damaged-object.ts';
import { collectFiles, removeDownloads } from './downloads.ts';
import { inParallel } from './in-parallel.ts';
import { pathsOf } from './local-files.ts';
import {
	historyObject,
	listPublications,
	mostCompressed,
	type PublicationContent,
	readPublication,
	type StoredPublication,
} from './publication.ts';
import { lastPulled, pulledFile, recordPulled } from './pulled.ts';
import type { ReleaseStore } from './release-store.ts';

interface Pulled {
	/**
	 * `unchanged`: this machine already had this publication, and its release was current. `paused`: this machine has
	 * the release now, but has not published it, because a rollback has paused publishing here.
	 */
	readonly outcome: 'pulled' | 'unchanged' | 'paused';
	readonly release: string;
	/** The number of files in the release (0 if `unchanged`), and how many of them were downloaded. */
	readonly files: number;
	readonly downloaded: number;
	/** The total size of the downloaded files after decompression, in bytes. */
	readonly bytes: number;
}

/**
 * Downloads the files that this machine lacks, checks all files, and makes the release current. Until then, the
 * previous release stays current.
 *
 * @param keepDisk the limit of disk for the releases that are kept, in gigabytes
 * @throws UserError when the store is empty, an object is missing or damaged, the release was built by another version
 *   of this software or is older than the one pulled last, or another process is pulling
 */
export async function pullRelease(out: string, store: ReleaseStore, keepDisk = KEEP_DISK): Promise<Pulled> {
	explain(() => makeFolder(releasesFolder(out)), 'make the folder', releasesFolder(out));
	try {
		return await withFileLock(join(out, 'pull.lock'), 0, () => pull(out, store, keepDisk));
	} catch (error) {
		if (isLocked(error)) {
			throw new UserError(`Another command is pulling releases into ${out}. Try again when it has finished.`, {
				cause: error,
			});
		}
		throw isDiskFull(error) ? diskFull(out, error) : error;
	}
}

async function pull(out: string, store: ReleaseStore, keepDisk: number): Promise<Pulled> {
	const last = (await listPublications(store)).at(-1);
	if (last === undefined) {
		throw new UserError(
			`There are no releases in ${store.address}. To push one, run this on the machine that builds releases: npm run releases -- push ${store.address}`,
		);
	}
	const { release } = last;
	const none = { release, files: 0, downloaded: 0, bytes: 0 };
	const earlier = lastPulled(out, store.address);
	if (earlier !== undefined && earlier.publication > last.name) {
		throw new UserError(
			`The newest release in ${store.address}, ${release}, is older than the one pulled last, so nothing has changed. If the store was created again, remove ${shellWord(pulledFile(out))} and pull again.`,
		);
	}
	// The same publication is written again if only the history has changed.
	const isSame = earlier?.publication === last.name && earlier.modified === last.modified;
	if (isSame && currentRelease(out) === release) return { outcome: 'unchanged', ...none };

	const content = await readPublication(store, last);
	if (content === undefined) throw new UserError(`${last.name} was removed from ${store.address}. Pull again.`);
	await refuseOtherVersion(content, store);

	const texts = await downloadHistory(store, missingParts(historyFile(out), content.history));
	removeLeftovers(releasesFolder(out));
	const folder = buildingPath(out, 'release');
	try {
		const isHere = await isComplete(releaseFolder(out, release));
		mkdirSync(folder);
		const downloaded = isHere ? [] : await collectFiles(store, out, folder, content.files);
		if (!isHere) await verify(folder, content, store);
		await compileIfNeeded(isHere ? releaseFolder(out, release) : folder, content, out);
		const place = isHere ? undefined : () => putInPlace(folder, out, release);
		const outcome = await publishPulled(out, store, { publication: last, content, texts, place, keepDisk });
		const bytes = downloaded.reduce((sum, { size }) => sum + size, 0);
		return { outcome, release, files: content.files.length, downloaded: downloaded.length, bytes };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function refuseOtherVersion(
	{ release, application }: PublicationContent,
	{ address }: ReleaseStore,
): Promise<void> {
	const own = await applicationVersion();
	if (application === own) return;
	throw new UserError(
		`The release ${release} in ${address} was built by version ${application} of this software, but this is version ${own}, so it was not pulled. Install the same version on both machines.`,
	);
}

/** Checks the content of a release after the checksums of its files have been verified. */
async function verify(
	folder: string,
	{ release, files }: PublicationContent,
	{ address }: ReleaseStore,
): Promise<void> {
	const manifest = await readManifest(folder);
	const listed = files.map(({ path }) => path).sort();
	const isSame = JSON.stringify(pathsOf(manifest).sort()) === JSON.stringify(listed);
	if (manifest.id !== release || !isSame) {
		throw new UserError(
			`The release ${release} in ${address} does not have the files that it lists, so it was not pulled.`,
		);
	}
	await verifyRelease(folder);
	syncRelease(folder, manifest);
}

/** Compiles the pages that servers render on request. On the machine that builds releases, the build compiles them. */
async function compileIfNeeded(folder: string, { application }: PublicationContent, out: string): Promise<void> {
	if (hasWebsite(await readManifest(folder))) await compilePages(application, out);
}

/** Downloads parts of the history. Returns the parts by checksum, still compressed. */
async function downloadHistory(store: ReleaseStore, parts: readonly HistoryPart[]): Promise<Map<string, Buffer>> {
	const bodies = new Map<string, Buffer>();
	await inParallel(parts, async (part) => {
		const name = historyObject(part.sha256);
		const body = await store.read(name, mostCompressed(part.size));
		if (body === undefined || !isText(body, part)) throw damagedObject(store.address, name);
		bodies.set(part.sha256, body);
	});
	return bodies;
}

function isText(body: Buffer, part: HistoryPart): boolean {
	try {
		return hash('sha256', decompress(body, part)) === part.sha256;
	} catch {
		return false;
	}
}

/** Decompresses a part of the history. Throws an error if the text is longer than the publication says. */
function decompress(body: Buffer, { size }: HistoryPart): Buffer {
	return zstdDecompressSync(body, { maxOutputLength: size });
}

interface Downloaded {
	readonly publication: StoredPublication;
	readonly content: PublicationContent;
	/** The parts of the history that this machine lacked, by their hashes. */
	readonly texts: ReadonlyMap<string, Buffer>;
	/** Puts the release in place. Undefined if this machine has it already. */
	readonly place: (() => Promise<void>) | undefined;
	readonly keepDisk: number;
}

/**
 * Makes the release current, and makes the local history equal to that of the machine that built the release. If
 * publishing is paused, does neither, unless the release is current already.
 */
async function publishPulled(
	out: string,
	store: ReleaseStore,
	{ publication, content, texts, place, keepDisk }: Downloaded,
): Promise<Pulled['outcome']> {
	const { name, modified, release } = publication;
	const turn = new Turn(out, 'publish');
	try {
		return await turn.publish(async ({ publications, isPaused, holds, record }) => {
			await place?.();
			// Now, because the next pull has nothing to do if this one is killed after it recorded the publication.
			removeDownloads(out);
			const prune = (published: readonly Publication[]) =>
				pruneReleases(out, { publications: published, holds: holds(), limit: bytesOf(keepDisk), arrived: release });
			if (isPaused && currentRelease(out) !== release) {
				prune(publications);
				return 'paused';
			}
			if (currentRelease(out) !== release) {
				publish(out, release);
				syncToDisk(out);
				prune(record(release));
			}
			copyHistory(historyFile(out), content.history, (part) => {
				const body = texts.get(part.sha256);
				return body && decompress(body, part).toString();
			});
			recordPulled(out, { store: store.address, publication: name, modified });
			return 'pulled';
		});
	} finally {
		turn.close();
	}
}

export function pausedMessage(release: string): string {
	return `A rollback on this machine has paused publishing, so the release ${release} has not become current. To publish it: npm run publish -- ${release}`;
}

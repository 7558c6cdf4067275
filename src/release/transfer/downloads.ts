/**
 * Collects the files of a release. Files that this machine already has are linked. All other files are downloaded from
 * a store. Downloaded files stay in a folder beside the releases until the release is complete. So if a pull is
 * interrupted, the next pull continues where that pull stopped.
 */
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { makeFolder } from '../../shared/make-folder.ts';
import { UserError } from '../../shared/user-error.ts';
import { releaseFolder } from '../layout.ts';
import { unfinishedName } from '../leftovers.ts';
import { linkOrCopy } from '../link-packs.ts';
import { listReleases } from '../publish.ts';
import { atMost } from './at-most.ts';
import { damagedObject, oversizedObject } from './damaged-object.ts';
import { inParallel } from './in-parallel.ts';
import { sha256Of } from './local-files.ts';
import { fileObject, isCompressed, isPack, type ListedFile, mostCompressed } from './publication.ts';
import type { ReleaseStore } from './release-store.ts';

const downloadsFolder = (out: string) => join(out, 'downloads');

/**
 * Puts all of a release's files into a folder, and verifies their checksums.
 *
 * @returns the files that were downloaded
 * @throws UserError when an object is missing or damaged. The message names the object
 */
export async function collectFiles(
	store: ReleaseStore,
	out: string,
	folder: string,
	files: readonly ListedFile[],
): Promise<ListedFile[]> {
	const downloaded: ListedFile[] = [];
	makeFolder(downloadsFolder(out));
	for (const { path } of files) mkdirSync(dirname(join(folder, path)), { recursive: true });
	await inParallel(files, async (file) => {
		const target = join(folder, file.path);
		if (await linkOwn(out, target, file)) return;
		await download(store, out, target, file);
		downloaded.push(file);
	});
	return downloaded;
}

export function removeDownloads(out: string): void {
	rmSync(downloadsFolder(out), { recursive: true, force: true });
}

/** Links a file if this machine already has it. Returns whether the file was linked. */
async function linkOwn(out: string, target: string, file: ListedFile): Promise<boolean> {
	const earlier = join(downloadsFolder(out), file.sha256);
	// Pack names are random, so a local pack with this name is very probably the same pack.
	const packs = isPack(file) ? listReleases(out).map((id) => join(releaseFolder(out, id), file.path)) : [];
	for (const candidate of [earlier, ...packs]) {
		if (statSync(candidate, { throwIfNoEntry: false })?.size !== file.size) continue;
		try {
			linkOrCopy(candidate, target);
			if ((await sha256Of(target)) === file.sha256) return true;
		} catch (error) {
			// Ignore a missing file, because another command may be removing its release.
			if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		}
		rmSync(target, { force: true });
	}
	return false;
}

async function download(store: ReleaseStore, out: string, target: string, file: ListedFile): Promise<void> {
	const { sha256, path, size } = file;
	const name = fileObject(file);
	const unfinished = join(downloadsFolder(out), `${unfinishedName()}-${sha256}`);
	const get = isCompressed(file) ? decompress(store, name, unfinished, size) : store.download(name, unfinished, size);
	const found = await get.catch((error) => {
		rmSync(unfinished, { force: true });
		throw error;
	});
	if (!found) {
		throw new UserError(
			`${name} in ${store.address} is missing. It is the file ${path} of a release. Run npm run releases -- push ${store.address} again on the machine that builds releases.`,
		);
	}
	if ((await sha256Of(unfinished)) !== sha256) {
		rmSync(unfinished, { force: true });
		throw damagedObject(store.address, `${name} (the file ${path} of a release)`);
	}
	linkOrCopy(unfinished, target);
	if (existsSync(unfinished)) renameSync(unfinished, join(downloadsFolder(out), sha256));
}

/**
 * Decompresses an object into a new file. Returns whether the object exists. Stops when the content turns out to be
 * longer than `most` bytes: a few kilobytes can decompress to gigabytes.
 */
async function decompress(store: ReleaseStore, name: string, file: string, most: number): Promise<boolean> {
	const { address } = store;
	const body = await store.read(name, mostCompressed(most));
	if (body === undefined) return false;
	const limited = (chunks: AsyncIterable<Buffer>) =>
		atMost(chunks, most, () => oversizedObject(address, name, most, ' after decompression'));
	try {
		await pipeline([body], createZstdDecompress(), limited, createWriteStream(file));
	} catch (error) {
		// An error with a system call comes from writing the file.
		throw error instanceof UserError || 'syscall' in (error as Error) ? error : damagedObject(address, name, error);
	}
	return true;
}

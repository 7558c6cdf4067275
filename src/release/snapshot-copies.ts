/** Finds the copies of snapshots that releases keep. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Kind } from '../catalog/records.ts';
import { UserError } from '../shared/user-error.ts';
import { withSnapshot } from '../snapshot/open.ts';
import { recordFinder } from '../snapshot/read.ts';
import { FILES, releaseFolder, releasesFolder } from './layout.ts';
import { readManifest } from './manifest.ts';
import { listReleases, needRelease } from './publish.ts';

export const snapshotCopy = (out: string, release: string) => join(releaseFolder(out, release), FILES.snapshot);

export function hasSnapshotCopy(out: string, release: string): boolean {
	return existsSync(snapshotCopy(out, release));
}

/** Returns the IDs of the releases that have a copy of their snapshot. */
export function releasesWithSnapshot(out: string): string[] {
	return listReleases(out)
		.filter((release) => hasSnapshotCopy(out, release))
		.sort();
}

/**
 * Returns the path of a release's copy of its snapshot.
 *
 * @throws UserError when there is no such release, or if it has no copy. The message lists the releases that have one
 */
export function needSnapshotCopy(out: string, release: string): string {
	needRelease(out, release);
	if (hasSnapshotCopy(out, release)) return snapshotCopy(out, release);
	const others = releasesWithSnapshot(out);
	throw new UserError(
		`The release ${release} has no copy of its snapshot. ${others.length === 0 ? `No release in ${out} has one.` : `Releases that have one: ${others.join(', ')}.`}`,
	);
}

/** Finds a release that has a copy of the snapshot with this content ID, first `preferred`. Undefined if there is none. */
export async function releaseWithSnapshot(
	out: string,
	content: string,
	preferred: string,
): Promise<string | undefined> {
	const others = releasesWithSnapshot(out).filter((release) => release !== preferred);
	for (const release of hasSnapshotCopy(out, preferred) ? [preferred, ...others] : others) {
		const manifest = await readManifest(releaseFolder(out, release)).catch(() => undefined);
		if (manifest?.snapshot === content) return release;
	}
	return undefined;
}

const CHUNK = 2 ** 20;

/** Computes the CRC-32 of the files that a release keeps for the next build: its snapshot, then its warnings. */
export function keptChecksum(folder: string): number {
	const chunk = Buffer.allocUnsafe(CHUNK);
	let checksum = 0;
	for (const name of [FILES.snapshot, FILES.warnings]) {
		const file = openSync(join(folder, name), 'r');
		try {
			for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
				checksum = crc32(chunk.subarray(0, length), checksum);
			}
		} finally {
			closeSync(file);
		}
	}
	return checksum;
}

/** Returns the IDs of the releases whose copy of the snapshot has one of the records. */
export function releasesWithRecords(out: string, kind: Kind, keys: readonly string[]): string[] {
	if (!existsSync(releasesFolder(out))) return [];
	return releasesWithSnapshot(out).filter((release) => {
		try {
			return withSnapshot(snapshotCopy(out, release), (db) => {
				const find = recordFinder(db);
				return keys.some((key) => find(kind, key) !== undefined);
			});
		} catch {
			// A copy that is damaged, or is being removed, cannot be restored either.
			return false;
		}
	});
}

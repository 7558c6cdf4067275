/** Removes the releases and snapshots that are no longer kept: see `chooseReleases`. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Hold } from './holds.ts';
import type { Publication } from './journal.ts';
import { FILES, releaseFolder } from './layout.ts';
import { currentRelease, listReleases, removeRelease } from './publish.ts';
import { replacedReleases } from './replaced-releases.ts';
import {
	bytesTogether,
	chooseReleases,
	type DiskFile,
	type Kept,
	type NeededRelease,
	type StoredRelease,
} from './retention.ts';

/** How many held releases are kept in any case: the latest ones since the last publication. */
const MOST_HELD = 5;

export interface ReleasesOnDisk {
	readonly stored: readonly StoredRelease[];
	readonly kept: Kept;
	/** The disk that all of them need together, in bytes. */
	readonly bytes: number;
}

interface KnownReleases {
	/** All publications, latest first. */
	readonly publications: readonly Publication[];
	/** All holds, latest first. */
	readonly holds: readonly Hold[];
	/** The limit of disk, in bytes. */
	readonly limit: number;
}

/**
 * Removes the releases, and the copies of snapshots, that are no longer kept. Call it only while no other command can
 * publish. Returns the number of releases that are kept, and the disk that they need, in bytes.
 */
export function pruneReleases(
	out: string,
	known: KnownReleases,
): { readonly releases: number; readonly bytes: number } {
	const { stored, kept } = releasesOnDisk(out, known);
	for (const { release } of stored) {
		const found = kept.releases.get(release);
		if (found === undefined) removeRelease(out, release);
		else if (!found.withSnapshot) {
			for (const file of SNAPSHOT_FILES) rmSync(join(releaseFolder(out, release), file), { force: true });
		}
	}
	return { releases: kept.releases.size, bytes: kept.bytes };
}

/** Finds the releases on the disk, and those of them that are kept at the next publication. */
export function releasesOnDisk(out: string, known: KnownReleases): ReleasesOnDisk {
	const stored = listReleases(out).map((release) => ({ release, ...filesOfRelease(releaseFolder(out, release)) }));
	const published = [...known.publications.map(({ release }) => release), ...unknownReleases(out, known, stored)];
	const needed = neededReleases(out, known, published, stored);
	const kept = chooseReleases({ stored, published, needed, limit: known.limit });
	return { stored, kept, bytes: bytesTogether(stored) };
}

/**
 * Returns the releases that are in neither list, for example because the journal was removed, latest first. They count as
 * older than all others.
 */
function unknownReleases(
	out: string,
	{ publications, holds }: KnownReleases,
	stored: readonly StoredRelease[],
): string[] {
	const known = new Set([...publications, ...holds].map(({ release }) => release));
	const built = (id: string) =>
		statSync(join(releaseFolder(out, id), FILES.manifest), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return stored
		.map(({ release }) => release)
		.filter((release) => !known.has(release))
		.sort((a, b) => built(b) - built(a));
}

function neededReleases(
	out: string,
	{ publications, holds }: KnownReleases,
	published: readonly string[],
	stored: readonly StoredRelease[],
): NeededRelease[] {
	const current = currentRelease(out);
	const ids = new Set(stored.map(({ release }) => release));
	const previous = published.find((release) => release !== current && ids.has(release));
	const last = publications[0]?.published_at ?? '';
	const held = holds.filter(({ held_at }) => held_at > last).slice(0, MOST_HELD);
	const need = (release: string | undefined, reason: string, withSnapshot: boolean) =>
		release === undefined ? [] : [{ release, reason, withSnapshot }];
	return [
		...need(current, 'current', true),
		// The next rollback goes there, and the next build starts there if an edit is undone.
		...need(previous, 'previous', true),
		// The next build starts from the latest one if it is published.
		...held.flatMap(({ release }, index) => need(release, 'held', index === 0)),
		...replacedReleases(publications).flatMap(({ release }) => need(release, 'still read', false)),
	];
}

/** The files that only the next build and `restore-snapshot` read. */
const SNAPSHOT_FILES: readonly string[] = [FILES.snapshot, FILES.warnings];

function filesOfRelease(folder: string): Pick<StoredRelease, 'files' | 'snapshot'> {
	const packs = namesIn(join(folder, FILES.packs)).map((name) => join(FILES.packs, name));
	const all = (names: readonly string[]) => names.flatMap((name) => diskFile(join(folder, name)));
	return { files: all([FILES.manifest, FILES.index, FILES.api, ...packs]), snapshot: all(SNAPSHOT_FILES) };
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		// The release is damaged, or another process is removing it.
		return [];
	}
}

function diskFile(path: string): DiskFile[] {
	const found = statSync(path, { bigint: true, throwIfNoEntry: false });
	return found === undefined ? [] : [{ id: `${found.dev}:${found.ino}`, bytes: Number(found.size) }];
}

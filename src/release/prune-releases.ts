/** Removes the releases and snapshots that are no longer kept: see `chooseReleases`. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Hold, JournalEntry } from './journal.ts';
import { FILES, packsFolder, releaseFolder } from './layout.ts';
import { readManifest } from './manifest.ts';
import { packFile } from './pack.ts';
import { packFiles } from './pack-store.ts';
import { currentRelease, listReleases, removeRelease } from './publish.ts';
import { replacedReleases } from './readable-snapshots.ts';
import { bytesTogether, chooseReleases, type Kept, type NeededRelease, type StoredRelease } from './retention.ts';

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
	readonly publications: readonly JournalEntry[];
	/** All holds, latest first. */
	readonly holds: readonly Hold[];
	/** The limit of disk, in bytes. */
	readonly limit: number;
}

/**
 * Removes the releases, and the copies of snapshots, that are no longer kept. Call it only while no other command can
 * publish. Returns the number of releases that are kept, and the disk that they need, in bytes.
 */
export async function pruneReleases(
	out: string,
	known: KnownReleases,
): Promise<{ readonly releases: number; readonly bytes: number }> {
	const { stored, kept } = await releasesOnDisk(out, known);
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
export async function releasesOnDisk(out: string, known: KnownReleases): Promise<ReleasesOnDisk> {
	const stored = await Promise.all(listReleases(out).map((release) => storedRelease(out, release)));
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

async function storedRelease(out: string, release: string): Promise<StoredRelease> {
	const folder = releaseFolder(out, release);
	const { packs } = await readManifest(folder).catch(() => ({ packs: [] }));
	const bytesIn = (names: readonly string[]) => names.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
	return {
		release,
		bytes: bytesIn([FILES.manifest, FILES.index, FILES.api]),
		snapshot: bytesIn(SNAPSHOT_FILES),
		packs: new Map(packs.map((name) => [name, sizeOf(packFile(folder, name))])),
	};
}

function sizeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Removes the packs that no release names. Call it only while no other build is running, because a new pack is named when
 * its release is complete. If a manifest cannot be read, removes none.
 */
export async function removeUnusedPacks(out: string): Promise<void> {
	const folder = packsFolder(out);
	if (!existsSync(folder)) return;
	const used = new Set<string>();
	for (const id of listReleases(out)) {
		const release = releaseFolder(out, id);
		if (!existsSync(join(release, FILES.manifest))) continue;
		const manifest = await readManifest(release).catch(() => undefined);
		if (manifest === undefined) return;
		for (const file of packFiles(release, manifest)) used.add(file);
	}
	const files = readdirSync(folder).map((name) => join(folder, name));
	for (const file of files) if (!used.has(file)) rmSync(file);
}

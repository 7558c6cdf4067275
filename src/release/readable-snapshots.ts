/** Finds the releases and snapshots that clients can still read although other releases have replaced theirs. */
import { readFile, stat } from 'node:fs/promises';
import { KEPT_MINUTES, MOST_KEPT } from '../api/snapshot-values.ts';
import { retryWhileLocked } from '../shared/sqlite.ts';
import { type JournalEntry, readUnlockedJournal } from './journal.ts';
import { currentFile, releaseFolder } from './layout.ts';
import { readManifest } from './manifest.ts';
import { parseCurrent } from './publish.ts';

interface Switch {
	readonly release: string;
	/** The time in milliseconds since 1970. All processes agree on it, and it is never in the future. */
	readonly at: number;
}

/** @throws Error when there is no current release */
export async function lastSwitch(out: string): Promise<Switch> {
	const file = currentFile(out);
	const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
	return { release: parseCurrent(text).release, at: Math.min(mtimeMs, Date.now()) };
}

/**
 * Returns the releases that are still readable, by snapshot. Reads the journal, so that all server processes agree, even
 * if one has just started or has missed a release that was current only for a moment.
 *
 * @param latest the last switch. The journal may not contain it yet
 * @throws Error when the journal cannot be read
 */
export async function readableSnapshots(
	out: string,
	{ release, at }: Switch,
): Promise<ReadonlyMap<string, ReplacedRelease>> {
	const recorded = await retryWhileLocked(() => readUnlockedJournal(out));
	const isRecorded = recorded[0]?.release === release;
	const publications = isRecorded ? recorded : [{ release, published_at: new Date(at).toISOString() }, ...recorded];
	const replaced = replacedReleases(publications);
	// A damaged release, or one that was removed in the meantime, is left out.
	const manifests = replaced.map((one) => readManifest(releaseFolder(out, one.release)).catch(() => undefined));
	const found = new Map<string, ReplacedRelease>();
	for (const [i, manifest] of (await Promise.all(manifests)).entries()) {
		if (manifest !== undefined && !found.has(manifest.snapshot)) found.set(manifest.snapshot, replaced[i]!);
	}
	return found;
}

/** How long a release stays readable after it was replaced, in milliseconds. */
export const KEPT_FOR = KEPT_MINUTES * 60_000;

/** A release that was current, and the time until which it stays readable, in milliseconds since 1970. */
export interface ReplacedRelease {
	readonly release: string;
	readonly until: number;
}

type Published = Pick<JournalEntry, 'release' | 'published_at'>;

/**
 * Returns the releases that are still readable, latest first. Leaves out the current release.
 *
 * @param publications all publications, latest first
 */
export function replacedReleases(publications: readonly Published[]): ReplacedRelease[] {
	const found = new Map<string, ReplacedRelease>();
	for (let i = 1; i < publications.length && found.size < MOST_KEPT; i++) {
		const until = Date.parse(publications[i - 1]!.published_at) + KEPT_FOR;
		if (until <= Date.now()) break;
		const { release } = publications[i]!;
		if (release !== publications[0]!.release && !found.has(release)) found.set(release, { release, until });
	}
	return [...found.values()];
}

import { readHolds, readJournal } from '../release/journal.ts';
import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { releasesOnDisk } from '../release/prune-releases.ts';
import { currentRelease, listReleases } from '../release/publish.ts';
import type { ReleaseDifference } from '../release/release-diff.ts';
import { bytesOf, MOST_RELEASES, ownBytes } from '../release/retention.ts';
import { explain } from '../shared/explain.ts';
import { count, number } from '../website/format/numbers.ts';
import { megabytes } from './figures.ts';
import { printTable } from './table.ts';

/** The maximum number of differences of each kind to print. The JSON output lists all differences. */
const SHOWN = 10;

type Described = Awaited<ReturnType<typeof describeRelease>>;

interface Listed extends Described {
	/** Why it is kept, in a few words each. Empty if the next publication removes it. */
	readonly kept_as: readonly string[];
	/** The disk that no other release needs, in bytes. */
	readonly bytes: number;
	/** Whether it has a copy of its snapshot, for `restore-snapshot`. */
	readonly has_snapshot: boolean;
}

interface ListedReleases {
	/** Most recently published first. */
	readonly listed: readonly Listed[];
	/** The IDs of those that cannot be read. */
	readonly unreadable: readonly string[];
	/** The disk that all releases need together, in bytes. */
	readonly bytes: number;
}

/** @param keepDisk the limit of disk, in gigabytes */
export async function listedReleases(out: string, keepDisk: number): Promise<ListedReleases> {
	const ids = released(out);
	const described = await Promise.allSettled(ids.map((id) => describeRelease(out, id)));
	const known = { publications: readJournal(out), holds: readHolds(out), limit: bytesOf(keepDisk) };
	const { stored, kept, bytes } = await releasesOnDisk(out, known);
	const own = ownBytes(stored);
	const more = (id: string) => ({
		kept_as: kept.releases.get(id)?.reasons ?? [],
		bytes: own.get(id) ?? 0,
		has_snapshot: stored.some(({ release, snapshot }) => release === id && snapshot > 0),
	});
	return {
		listed: described.flatMap((result) =>
			result.status === 'fulfilled' ? [{ ...result.value, ...more(result.value.release) }] : [],
		),
		unreadable: ids.filter((_, index) => described[index]!.status === 'rejected'),
		bytes,
	};
}

/** Says how much disk the releases need, within which limit, and which of them are kept. */
export function keptSentence(releases: number, bytes: number, keepDisk: number): string {
	return `${count(releases, 'release')}: ${megabytes(bytes)} of disk. Limit: ${keepDisk} GB (KEEP_DISK).
Kept: the latest ${MOST_RELEASES}.`;
}

export function printReleases(releases: readonly Listed[]): void {
	printTable(
		['release', 'published', 'by', 'snapshot', 'programs', 'reviews', 'pages', 'own disk', 'kept as'],
		releases.map((release) => [
			release.release,
			release.published_at ?? 'never',
			release.published_by ?? '',
			release.snapshot,
			number(release.counts.programs),
			number(release.counts.reviews),
			number(release.pages),
			megabytes(release.bytes),
			keptAs(release),
		]),
	);
}

function keptAs({ kept_as, published_at, held_because, has_snapshot }: Listed): string {
	const held = published_at === null ? held_because.map((reason) => `held: ${reason}`) : [];
	const reasons = [...kept_as.filter((reason) => reason !== 'held' || held.length === 0), ...held];
	return `${reasons.length === 0 ? 'removed next time' : reasons.join(', ')}${has_snapshot ? '' : ' (without snapshot)'}`;
}

/** Returns the IDs of all releases, most recently published first. Releases that were never published come last. */
function released(out: string): string[] {
	const rank = new Map(
		readJournal(out)
			.map(({ release, number }) => [release, -number] as const)
			.reverse(),
	);
	const ids = explain(() => listReleases(out), 'read', out);
	return ids.sort((a, b) => (rank.get(a) ?? 1) - (rank.get(b) ?? 1));
}

export async function describeRelease(out: string, id: string) {
	const { snapshot, application, site_url, counts, packs, site } = await readManifest(releaseFolder(out, id));
	const published = readJournal(out).find(({ release }) => release === id);
	const held = readHolds(out).find(({ release }) => release === id);
	return {
		release: id,
		current: currentRelease(out) === id,
		published_at: published?.published_at ?? null,
		published_by: published?.kind ?? null,
		held_because: held?.reasons ?? [],
		published_because: held?.because ?? null,
		snapshot,
		application,
		site_url: site_url ?? null,
		counts,
		pages: site.pages,
		packs: packs.length,
	};
}

/** Prints the numbers of differences of a kind, and the first few of them. */
export function printDifference(kind: 'record' | 'page', { added, removed, changed }: ReleaseDifference): void {
	for (const [word, keys] of Object.entries({ added, removed, changed })) {
		console.log(`${count(keys.length, kind)} ${word}`);
		for (const key of keys.slice(0, SHOWN)) console.log(`  ${key}`);
		if (keys.length > SHOWN) console.log(`  and ${number(keys.length - SHOWN)} more`);
	}
}

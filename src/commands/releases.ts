import { readHolds, readJournal } from '../release/journal.ts';
import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { currentRelease, listReleases } from '../release/publish.ts';
import type { Difference } from '../release/release-diff.ts';
import { explain } from '../shared/explain.ts';
import { count, number } from '../website/format/numbers.ts';
import { printTable } from './table.ts';

/** The maximum number of differences of each kind to print. The JSON output lists all differences. */
const SHOWN = 10;

type Described = Awaited<ReturnType<typeof describeRelease>>;

/** Describes all releases, most recently published first. Also returns the IDs of those that cannot be read. */
export async function listedReleases(out: string): Promise<{ listed: Described[]; unreadable: string[] }> {
	const ids = released(out);
	const described = await Promise.allSettled(ids.map((id) => describeRelease(out, id)));
	return {
		listed: described.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
		unreadable: ids.filter((_, index) => described[index]!.status === 'rejected'),
	};
}

export function printReleases(releases: readonly Described[]): void {
	printTable(
		['release', 'published', 'by', 'snapshot', 'programs', 'reviews', 'pages', ''],
		releases.map((release) => [
			release.release,
			release.published_at ?? 'never',
			release.published_by ?? '',
			release.snapshot,
			number(release.counts.programs),
			number(release.counts.reviews),
			number(release.pages),
			release.current
				? 'current'
				: release.published_at === null
					? release.held_because.map((reason) => `held: ${reason}`).join('; ')
					: '',
		]),
	);
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
export function printDifference(kind: 'record' | 'page', { added, removed, changed }: Difference): void {
	for (const [word, keys] of Object.entries({ added, removed, changed })) {
		console.log(`${count(keys.length, kind)} ${word}`);
		for (const key of keys.slice(0, SHOWN)) console.log(`  ${key}`);
		if (keys.length > SHOWN) console.log(`  and ${number(keys.length - SHOWN)} more`);
	}
}

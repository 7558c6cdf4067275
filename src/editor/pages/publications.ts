/** Publishes the snapshot, and goes back to earlier publications. */
import { buildRelease } from '../../build/build.ts';
import type { BuildResult } from '../../build/build-options.ts';
import { printWarning } from '../../commands/problems.ts';
import { readSiteConfig } from '../../config/site-config.ts';
import { type Hold, type JournalEntry, readHolds, readJournal } from '../../release/journal.ts';
import { releaseFolder } from '../../release/layout.ts';
import { readManifest } from '../../release/manifest.ts';
import { currentRelease, listReleases } from '../../release/publish.ts';
import { previousRelease, switchRelease } from '../../release/switch-release.ts';
import { makeFolder } from '../../shared/files.ts';
import { GUARD, type GuardThresholds } from '../../snapshot/changes/guard.ts';
import type { Editor } from './editor.ts';

/** A publication, and what can be done with it. */
export interface ListedPublication extends JournalEntry {
	readonly isCurrent: boolean;
	/** The number of its programs. Undefined if the release is no longer kept. */
	readonly programs: number | undefined;
}

/** The maximum number of publications to list. */
const MOST = 20;

/** Returns the latest publications, latest first. */
export async function listPublications(out: string): Promise<ListedPublication[]> {
	if (currentRelease(out) === undefined) return [];
	const kept = new Set(listReleases(out));
	return Promise.all(
		readJournal(out)
			.slice(0, MOST)
			.map(async (publication, index) => {
				const { release } = publication;
				const manifest = kept.has(release)
					? await readManifest(releaseFolder(out, release)).catch(() => undefined)
					: undefined;
				return { ...publication, isCurrent: index === 0, programs: manifest?.counts.programs };
			}),
	);
}

/** Returns the release that the guard has held since the last publication, if it is still there. */
export function heldRelease(out: string): Hold | undefined {
	const current = currentRelease(out);
	if (current === undefined) return undefined;
	const [last] = readJournal(out);
	const hold = readHolds(out)[0];
	const isOpen = hold !== undefined && hold.release !== current && hold.held_at > (last?.published_at ?? '');
	return isOpen && listReleases(out).includes(hold.release) ? hold : undefined;
}

/** Builds a release for visitors and makes it current, unless the guard holds it. */
export async function publishSnapshot({
	snapshot,
	out,
	siteUrl,
	historyDays,
	visits,
	warm,
}: Editor): Promise<BuildResult> {
	makeFolder(out);
	const thresholds = { ...GUARD, ...readSiteConfig().guard } as GuardThresholds;
	const guard = { thresholds, holdsChanges: false };
	return buildRelease(
		{ snapshot, out, siteUrl, historyDays, guard, visits: visits(), warn: printWarning, warm: await warm() },
		async (_name, work) => work(() => {}),
	);
}

/** Publishes a release that was held. @param because why, in the user's words */
export async function publishHeld({ out, historyDays }: Editor, release: string, because: string): Promise<void> {
	await switchRelease(out, 'publish', { historyDays, because, warn: printWarning }, () => release);
}

/** Makes an earlier release current again. @param release its ID, or undefined for the one before the current one */
export async function goBack({ out, historyDays }: Editor, release: string | undefined): Promise<void> {
	await switchRelease(out, 'rollback', { historyDays, warn: printWarning }, (journal) => {
		return release ?? previousRelease(out, journal);
	});
}

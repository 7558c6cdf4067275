/** Publishes a release that already exists, and finds the one to go back to. */
import { siteVersion } from '../config/site/site-version.ts';
import { explain } from '../shared/explain.ts';
import { UserError } from '../shared/user-error.ts';
import { applicationVersion } from './application-version.ts';
import type { JournalEntry } from './journal.ts';
import { releaseFolder } from './layout.ts';
import { type HistoryOptions, makeCurrent } from './make-current.ts';
import { hasWebsite, readManifest } from './manifest.ts';
import { currentRelease, listReleases, needRelease } from './publish.ts';
import { whilePublishing } from './publishing.ts';
import { verifyRelease } from './verify.ts';

export interface Switched {
	readonly current: string;
	/** The ID of the previously current release; undefined if there was none, or if it was the same release. */
	readonly previous: string | undefined;
	/**
	 * Whether this version of the software built the current release. If not, a server of this version cannot show
	 * search, comparison and account pages.
	 */
	readonly isOurVersion: boolean;
	/** Whether its website was built with the configuration of the site that this command uses. */
	readonly hasOurConfiguration: boolean;
}

export interface SwitchOptions extends HistoryOptions {
	/** Why, in the user's words. */
	readonly because?: string | undefined;
}

/**
 * Makes a release current.
 *
 * @param choose returns the ID of the release. It is called while no other command can publish
 * @throws UserError when the release is missing or damaged
 */
export async function switchRelease(
	out: string,
	kind: 'publish' | 'rollback',
	{ because, ...options }: SwitchOptions,
	choose: (publications: readonly JournalEntry[]) => string,
): Promise<Switched> {
	explain(() => listReleases(out), 'read', out);
	return whilePublishing(out, kind, async (publishing) => {
		const id = choose(publishing.publications);
		needRelease(out, id);
		const folder = releaseFolder(out, id);
		await verifyRelease(folder).catch((cause) => {
			throw new UserError(
				`The release ${id} is damaged, so nothing has changed. Choose another release, or build again.`,
				{ cause },
			);
		});
		const before = currentRelease(out);
		await makeCurrent(out, id, publishing, options);
		publishing.settleHold(id, because);
		const previous = before === id ? undefined : before;
		const manifest = await readManifest(folder);
		const isOurVersion = manifest.application === applicationVersion();
		const hasOurConfiguration = !hasWebsite(manifest) || manifest.configuration === siteVersion();
		return { current: id, previous, isOurVersion, hasOurConfiguration };
	});
}

/**
 * Finds the release for a rollback: the latest kept release that was published before the current one. Leaves out
 * releases that a rollback has withdrawn, and those that were never published. So a second rollback goes back further,
 * and does not return to the release that the first rollback replaced.
 *
 * @param publications the publications, latest first
 * @throws UserError when there is none
 */
export function previousRelease(out: string, publications: readonly JournalEntry[]): string {
	const history: string[] = [];
	for (const { kind, release } of publications.toReversed()) {
		if (kind === 'rollback') {
			const place = history.lastIndexOf(release);
			history.length = place === -1 ? Math.max(0, history.length - 1) : place;
		}
		history.push(release);
	}
	const kept = new Set(listReleases(out));
	const current = currentRelease(out);
	const found = history.findLast((release) => release !== current && kept.has(release));
	if (found !== undefined) return found;
	throw new UserError(`No earlier release is kept in ${out}, so there is nothing to go back to.`);
}

import type { HistoryReader } from '../../release/history/history-reader.ts';
import type { NumberedChange } from '../../release/history/newest-changes.ts';
import type { Release } from '../../release/release.ts';
import type { FollowedProgram } from '../../state/saved-store.ts';
import { CHANGES, CHANGES_IN_SAVED, type PageLink, SAVED } from '../addresses.ts';
import { currentSlugs } from '../directory/current-slugs.ts';
import type { FeedEntry, FeedSource } from '../machine-readable/feeds.ts';
import { changeEntry } from './change-entry.ts';

const LENGTH = 30;

export const CHANGES_FEED: PageLink = { name: 'Changes', address: `${CHANGES.address}feed.atom` };

/** The newest changes. @param owner the name of the site */
export function changesFeed(history: HistoryReader, release: Release, owner: string): FeedSource {
	const changes = history.newest({}, Number.MAX_SAFE_INTEGER, LENGTH);
	return { ...CHANGES_FEED, page: CHANGES.address, entries: entriesOf(changes, release, owner) };
}

/** The newest changes of an account's saved programs since each of them was saved. */
export function savedChangesFeed(
	history: HistoryReader,
	release: Release,
	programs: readonly FollowedProgram[],
	key: string,
	owner: string,
): FeedSource {
	const records = programs.flatMap(({ slug, since }) => currentSlugs(release, [slug]).map((id) => ({ id, since })));
	const changes = history.newestOf('program', records, LENGTH);
	return {
		name: 'Changes in saved programs',
		address: CHANGES_IN_SAVED,
		query: `?key=${key}`,
		page: SAVED.address,
		entries: entriesOf(changes, release, owner),
	};
}

function entriesOf(changes: readonly NumberedChange[], release: Release, owner: string): FeedEntry[] {
	return changes.map((change) => {
		const { number, name, address, event, lines, at } = changeEntry(change, release);
		return {
			name: name === undefined ? event : `${event}: ${name}`,
			// Each entry needs its own address. The address includes the time, because the numbers start again in a new
			// history.
			address: `${address ?? CHANGES.address}#change-${number}-${at.replace(/\W/g, '')}`,
			text: lines.map(({ label, before, after }) => (before === undefined ? label : `${label}: ${before} → ${after}`)),
			author: owner,
			published: at,
			updated: at,
		};
	});
}

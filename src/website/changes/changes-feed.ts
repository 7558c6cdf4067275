import type { Release } from '../../release/release.ts';
import type { HistoryReader } from '../../snapshot/history/history-reader.ts';
import { CHANGES, type PageLink } from '../addresses.ts';
import type { FeedSource } from '../machine-readable/feeds.ts';
import { changeEntry } from './change-entry.ts';

const LENGTH = 30;

/** The feed of changes. Its address has no extension, because the extension depends on the format. */
export const CHANGES_FEED: PageLink = { name: 'Changes', address: `${CHANGES.address}feed` };

/** The newest changes. @param owner the name of the site */
export function changesFeed(history: HistoryReader, release: Release, owner: string): FeedSource {
	const entries = history.newest({}, Number.MAX_SAFE_INTEGER, LENGTH).map((change) => {
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
	return { ...CHANGES_FEED, page: CHANGES.address, entries };
}

import type { CountedViews } from '../build/counted-views.ts';
import { site } from '../config/site/site.ts';
import { copySnapshot } from '../snapshot/copy.ts';
import { copyViews } from '../snapshot/set-views.ts';
import { withState } from './with-state.ts';

/**
 * Returns the counted views for a build, or undefined if lists are ordered by the views in the snapshot.
 *
 * @param state the folder of the state
 */
export function countedViews(state: string): CountedViews | undefined {
	if (!site().order_by_views) return undefined;
	return {
		read: (period) => withState(state, ({ views }) => views.totals(period)),
		today: new Date().toISOString().slice(0, 10),
	};
}

/**
 * Makes a copy of a snapshot that can be compared with the one online. A build works on such a copy, too: it has the
 * current schema, and its empty columns for terms are filled. If a build also replaces the views, the copy has the views
 * that are online, because nobody edited them.
 */
export function copyToCompare(snapshot: string, online: string, copy: string): void {
	copySnapshot(snapshot, copy);
	if (site().order_by_views) copyViews(copy, online);
}

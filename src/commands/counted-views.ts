import { z } from 'zod';
import type { CountedViews, ReadViews } from '../build/counted-views.ts';
import { site } from '../config/site/site.ts';
import { copySnapshot } from '../snapshot/copy.ts';
import { copyViews } from '../snapshot/set-views.ts';
import { operatorAt } from './ask-operator.ts';
import { withState } from './with-state.ts';

/**
 * Returns the counted views for a build, or undefined if lists are ordered by the views in the snapshot.
 *
 * @param state the folder of the state
 * @param at the address of the directory, if another machine serves it and counts the views
 */
export function countedViews(state: string, at: string | undefined): CountedViews | undefined {
	if (!site().order_by_views) return undefined;
	return {
		read: at === undefined ? (period) => withState(state, ({ views }) => views.totals(period)) : viewsAt(at),
		today: new Date().toISOString().slice(0, 10),
	};
}

const ViewsSchema = z.object({ views: z.record(z.string(), z.int().nonnegative()) });

function viewsAt(at: string): ReadViews {
	const ask = operatorAt(at);
	return async ({ from, to }) => {
		const { views } = await ask(`/operator/views?from=${from}&to=${to}`, ViewsSchema);
		return new Map(Object.entries(views));
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

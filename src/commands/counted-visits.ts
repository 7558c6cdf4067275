import { z } from 'zod';
import type { CountedVisits, ReadVisits } from '../build/counted-visits.ts';
import { site } from '../config/site/site.ts';
import { copySnapshot } from '../snapshot/copy.ts';
import { copyViews } from '../snapshot/set-views.ts';
import { withState } from '../state/open-state.ts';
import { operatorAt } from './ask-operator.ts';

/**
 * Returns the counted visits for a build, or undefined if lists are ordered by the views in the snapshot.
 *
 * @param state the folder of the state
 * @param at the address of the directory, if another machine serves it and counts the visits
 */
export function countedVisits(state: string, at: string | undefined): CountedVisits | undefined {
	if (!site().order_by_views) return undefined;
	return {
		read: at === undefined ? (period) => withState(state, ({ visits }) => visits.totals(period)) : visitsAt(at),
		today: new Date().toISOString().slice(0, 10),
	};
}

const ViewsSchema = z.object({ views: z.record(z.string(), z.int().nonnegative()) });

function visitsAt(at: string): ReadVisits {
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

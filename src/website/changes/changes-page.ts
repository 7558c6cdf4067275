/** A page of the history of changes: its filters, and the changes by day. */

import { CHANGE_KINDS, CHANGE_OPS } from '../../catalog/change.ts';
import { isSlug } from '../../catalog/slug.ts';
import type { HistoryReader } from '../../release/history/history-reader.ts';
import type { ChangeFilter } from '../../release/history/newest-changes.ts';
import type { Release } from '../../release/release.ts';
import { CHANGES } from '../addresses.ts';
import { dayOf } from '../format/dates.ts';
import { changeEntry, recordIn } from './change-entry.ts';

const PER_PAGE = 50;

/** Ignores invalid values in the query. */
export function changesPage(history: HistoryReader, release: Release, query: URLSearchParams) {
	const slug = query.get('program') ?? '';
	const id = isSlug(slug) ? slug : undefined;
	const filter: ChangeFilter = {
		id,
		kind: id === undefined ? CHANGE_KINDS.find((kind) => kind === query.get('kind')) : 'program',
		op: CHANGE_OPS.find((op) => op === query.get('op')),
	};
	const before = /^\d{1,15}$/.test(query.get('before') ?? '') ? Number(query.get('before')) : undefined;
	const found = history.newest(filter, before ?? Number.MAX_SAFE_INTEGER, PER_PAGE + 1);
	const shown = found.slice(0, PER_PAGE);
	const days = Map.groupBy(shown, ({ at }) => dayOf(at));
	return {
		filter,
		program: id === undefined ? undefined : recordIn(release, 'program', id),
		days: [...days].map(([day, changes]) => ({ day, entries: changes.map((change) => changeEntry(change, release)) })),
		// The addresses of the pages with the newest and with older changes, unless this page has them.
		newest: before === undefined ? undefined : addressOf(filter),
		older: found.length > PER_PAGE ? addressOf(filter, shown.at(-1)!.number) : undefined,
	};
}

function addressOf({ kind, op, id }: ChangeFilter, before?: number): string {
	const records = id === undefined ? { kind } : { program: id };
	const values = Object.entries({ ...records, op, before: before?.toString() });
	const query = new URLSearchParams(values.filter((pair): pair is [string, string] => pair[1] !== undefined));
	return query.size === 0 ? CHANGES.address : `${CHANGES.address}?${query}`;
}

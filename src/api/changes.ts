/** The changes of records in responses of the API. */
import { CHANGE_KINDS, type ChangeKind } from '../history/change.ts';
import type { ChangesSince, StoredChange } from '../history/history-reader.ts';
import type { Scope } from '../keys/scope.ts';
import { tagOf } from '../shared/tag.ts';
import type { Items } from './directory.ts';

/** Reads changes: see `HistoryReader.since`. */
export type ReadChanges = (
	snapshot: string,
	kinds: ReadonlySet<ChangeKind>,
	offset: number,
	limit: number,
) => ChangesSince | undefined;

/** The scope that a key needs to see changes of a kind of record. */
const SCOPE_OF = {
	category: 'categories:read',
	organization: 'organizations:read',
	program: 'programs:read',
	review: 'reviews:read',
} as const satisfies { readonly [kind in ChangeKind]: Scope };

/** The scopes of which a key needs at least one. */
export const CHANGES_SCOPES: readonly Scope[] = Object.values(SCOPE_OF);

/** The kinds of record whose changes a key with these scopes can read. */
export function readableKinds(scopes: readonly Scope[]): ReadonlySet<ChangeKind> {
	return new Set(CHANGE_KINDS.filter((kind) => scopes.includes(SCOPE_OF[kind])));
}

/** Changes as items of a list. */
export function changeItems(changes: readonly StoredChange[]): Items {
	const text = Buffer.from(changes.map(changeText).join(','));
	return {
		count: changes.length,
		length: text.length,
		copyTo: (target, start) => void text.copy(target, start),
		tag: tagOf(text),
	};
}

function changeText({ kind, id, op, at, fields }: StoredChange): string {
	const start = JSON.stringify({ kind, id, op, at });
	return fields === null ? start : `${start.slice(0, -1)},"fields":${fields}}`;
}

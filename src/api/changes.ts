import {
	CHANGE_KINDS,
	type ChangeKind,
	type ChangesSince,
	type ChangesStart,
	type StoredChange,
} from '../catalog/change.ts';
import { tagOf } from '../shared/tag.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import type { Scope } from '../state/keys/scope.ts';
import type { Content } from './content.ts';
import type { Items } from './directory.ts';
import type { ExportedKind } from './exported-file.ts';

/** Reads changes: see `HistoryReader.since`. */
export type ReadChanges = (
	start: ChangesStart,
	kinds: ReadonlySet<ChangeKind>,
	offset: number,
	limit: number,
) => ChangesSince | undefined;

/** For each kind of record, the name in the paths of such records and in the scope for reading them. */
const PLURALS = {
	category: 'categories',
	organization: 'organizations',
	program: 'programs',
	review: 'reviews',
} as const satisfies { readonly [kind in ChangeKind]: ExportedKind };

/** The scopes for reading changes. A key needs at least one of them. */
export const CHANGES_SCOPES: readonly Scope[] = Object.values(PLURALS).map((plural) => `${plural}:read` as const);

export function readableKinds(scopes: readonly Scope[]): ReadonlySet<ChangeKind> {
	return new Set(CHANGE_KINDS.filter((kind) => scopes.includes(`${PLURALS[kind]}:read`)));
}

/**
 * Returns the earliest time that `since` can have, or undefined if there is no history. It is a second after the first
 * publication, because publications in the same second come after the start.
 */
export function firstTime(historyBegins: (() => string | undefined) | undefined): string | undefined {
	const begins = historyBegins?.();
	return begins === undefined ? undefined : toTimestamp(new Date(Date.parse(begins) + 1000));
}

/** Returns the content at the path of a record, or undefined if the record was removed later. */
export type ReadRecord = (path: string) => Content | undefined;

export function changeItems(changes: readonly StoredChange[], read: ReadRecord): Items {
	const text = Buffer.from(changes.map((change) => changeText(change, read)).join(','));
	return {
		count: changes.length,
		length: text.length,
		copyTo: (target, start) => void text.copy(target, start),
		tag: tagOf(text),
	};
}

function changeText(
	{ kind, id, op, at, fields, renamed_from, successor, hidden }: StoredChange,
	read: ReadRecord,
): string {
	const names = { ...(renamed_from !== null && { renamed_from }), ...(successor && { successor }) };
	const start = JSON.stringify({ kind, id, op, at, ...names });
	const content = () => read(`/${PLURALS[kind]}/${id}`);
	const known = op === 'added' ? fieldsOf(content()) : hidden && fields ? presentFields(fields, content()) : fields;
	return known === null ? start : `${start.slice(0, -1)},"fields":${known}}`;
}

/**
 * Returns all fields of an added record as JSON, each as `[null, value]`. Returns null if the record no longer exists.
 */
function fieldsOf(content: Content | undefined): string | null {
	if (content === undefined) return null;
	return JSON.stringify(
		Object.fromEntries(Object.entries(dataIn(content)).map(([name, value]) => [name, [null, value]])),
	);
}

/**
 * Returns the fields of a hidden change as JSON, each as `[null, value]` with its present value. A mirror that applies them
 * in place of the values that were hidden has the same record in the end, because later changes follow.
 */
function presentFields(fields: string, content: Content | undefined): string | null {
	if (content === undefined) return null;
	const data = dataIn(content);
	const names = Object.keys(JSON.parse(fields));
	return JSON.stringify(Object.fromEntries(names.map((name) => [name, [null, data[name] ?? null]])));
}

function dataIn({ body }: Content): { readonly [name: string]: unknown } {
	return JSON.parse(body.toString()).data;
}

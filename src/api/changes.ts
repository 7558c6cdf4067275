import { CHANGE_KINDS, type ChangeKind, type ChangesStart, type StoredChange } from '../catalog/change.ts';
import { type Content, tagOf } from '../shared/http/content.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import type { Scope } from '../state/keys/scope.ts';
import type { ApiContext } from './context.ts';
import type { EndpointRequest } from './endpoint.ts';
import { ApiError } from './error.ts';
import type { ExportedKind } from './exported-file.ts';
import { listAnswer, pageRequest } from './page.ts';
import { type Parameters, pagination, readParameters } from './parameters.ts';
import type { Items } from './release-data.ts';
import type { Answer } from './respond.ts';
import { changesStart } from './snapshot-values.ts';
import { BASE_PATH } from './target.ts';

const { snapshot: _, ...PAGES } = pagination(100);

export const CHANGES_PARAMETERS = {
	since: {
		schema: changesStart,
		meaning:
			'The `X-Snapshot` of an earlier response, a date such as `2026-11-20` (00:00 UTC) or a time such as `2026-11-20T09:30:00Z`',
		required: 'Send the X-Snapshot of an earlier response, a date or a time.',
	},
	...PAGES,
} as const satisfies Parameters;

/** For each kind of record, the name in the paths of such records and in the scope for reading them. */
const PLURALS = {
	category: 'categories',
	organization: 'organizations',
	program: 'programs',
	review: 'reviews',
} as const satisfies { readonly [kind in ChangeKind]: ExportedKind };

/** The scopes for reading changes. A key needs at least one of them. */
export const CHANGES_SCOPES: readonly Scope[] = Object.values(PLURALS).map((plural) => `${plural}:read` as const);

function readableKinds(scopes: readonly Scope[]): ReadonlySet<ChangeKind> {
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

/** Answers with the changes since a snapshot or a time. */
export function listChanges(request: EndpointRequest): Answer | Promise<Answer> {
	const { query, key, release, context } = request;
	const { since, ...values } = readParameters(CHANGES_PARAMETERS, query);
	const page = pageRequest(values);
	const found = context.changes(since!, readableKinds(key.scopes), page.offset, page.perPage);
	const isCurrent = 'snapshot' in since! && since.snapshot === release.snapshot;
	if (found === undefined && !isCurrent) throw changesGone(since!, context);
	const { snapshot, total, changes } = found ?? { snapshot: release.snapshot, total: 0, changes: [] };
	const answer = () => {
		const items = changeItems(changes, recordsOf(snapshot, request));
		return { ...listAnswer(request, items, total, page), snapshot };
	};
	// For a moment, the history can be newer than the release that this process has loaded. The process then lacks
	// the added records.
	const needsRecords = snapshot !== release.snapshot && changes.some(({ op }) => op === 'added');
	const looking = needsRecords ? context.bySnapshot?.find(snapshot) : undefined;
	return looking === undefined ? answer() : looking.then(answer);
}

/**
 * Returns a function that reads added records from the release with this snapshot. If this process cannot read that
 * release, the function reads the release that the process has loaded. If a record is missing there, the function
 * throws, because the record may be newer than the loaded release.
 */
function recordsOf(snapshot: string, { release, context }: EndpointRequest): ReadRecord {
	const same = snapshot === release.snapshot ? release : context.bySnapshot?.get(snapshot);
	if (same !== undefined) return (path) => same.resource(path);
	return (path) => {
		const content = release.resource(path);
		if (content !== undefined) return content;
		throw new ApiError('UNAVAILABLE', 'The server cannot read the newest data at the moment. Try again in a minute.');
	};
}

function changesGone(start: ChangesStart, { historyBegins, siteUrl }: ApiContext): ApiError {
	const named = 'time' in start ? start.time : `the snapshot "${start.snapshot}"`;
	const first = 'time' in start ? firstTime(historyBegins) : undefined;
	const later = first === undefined ? '' : `, or get all changes from ${siteUrl}${BASE_PATH}/changes?since=${first}`;
	return new ApiError(
		'SNAPSHOT_GONE',
		`The history of changes does not go back to ${named}. Get all records from ${siteUrl}${BASE_PATH}/export, then ask for the changes since the snapshot of that export${later}.`,
	);
}

/** Returns the content at the path of a record, or undefined if the record was removed later. */
type ReadRecord = (path: string) => Content | undefined;

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

function dataIn(content: Content): { readonly [name: string]: unknown } {
	return JSON.parse(content.read().toString()).data;
}

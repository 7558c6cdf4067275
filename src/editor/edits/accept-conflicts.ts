import type Database from 'better-sqlite3';
import { isSameValue, type Kind } from '../../catalog/records.ts';
import { UserError } from '../../shared/user-error.ts';
import { recordFinder } from '../../snapshot/read.ts';
import { type Conflict, readConflicts } from '../../snapshot/sources.ts';
import type { OpenChange } from '../../snapshot/write.ts';
import { validRecord, withReadTerms } from './edit-records.ts';

/** A conflict with the present value. */
export interface OpenConflict extends Conflict {
	readonly ours: unknown;
}

export interface ConflictFilter {
	readonly kind?: Kind | undefined;
	/** The slug or ID of a record. */
	readonly key?: string | undefined;
	readonly fields?: readonly string[];
	readonly source?: string | undefined;
}

/** Reads the conflicts that still matter: those of records that exist and have another value than the source. */
export function openConflicts(
	db: Database.Database,
	{ kind, key, fields = [], source }: ConflictFilter,
): OpenConflict[] {
	const find = recordFinder(db);
	return readConflicts(db).flatMap((conflict) => {
		const record = find(conflict.kind, conflict.key);
		const ours: unknown = record?.[conflict.field as never];
		const isWanted =
			(kind === undefined || conflict.kind === kind) &&
			(key === undefined || conflict.key === key) &&
			(fields.length === 0 || fields.includes(conflict.field)) &&
			(source === undefined || conflict.source === source);
		const isOpen = record !== undefined && !isSameValue(ours, JSON.parse(conflict.theirs));
		return isWanted && isOpen ? [{ ...conflict, ours }] : [];
	});
}

/** Takes over the values of sources. */
export function acceptValues({ db, now, upsert, sources }: OpenChange, filter: ConflictFilter): void {
	const conflicts = needConflicts(db, filter);
	const find = recordFinder(db);
	for (const some of Map.groupBy(conflicts, ({ kind, key }) => `${kind} ${key}`).values()) {
		const { kind, key } = some[0]!;
		const theirs = Object.fromEntries(some.map(({ field, theirs }) => [field, JSON.parse(theirs)]));
		const before = find(kind, key)!;
		const updated = 'updated_at' in before ? { updated_at: now } : {};
		const record = validRecord(db, kind, { ...before, ...theirs, ...updated }, now);
		upsert(kind, withReadTerms(kind, record, Object.keys(theirs), 'source'));
	}
	for (const conflict of conflicts) sources.settle(conflict);
}

/** Keeps our values. The sources can still bring other values. */
export function keepValues({ db, sources }: OpenChange, filter: ConflictFilter): void {
	for (const conflict of needConflicts(db, filter)) sources.settle(conflict);
}

/** @throws UserError when there are none */
function needConflicts(db: Database.Database, filter: ConflictFilter): OpenConflict[] {
	const conflicts = openConflicts(db, filter);
	if (conflicts.length > 0) return conflicts;
	throw new UserError('There is no such conflict. To list all conflicts: npm run accept');
}

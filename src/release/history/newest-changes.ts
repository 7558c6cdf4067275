import type Database from 'better-sqlite3';
import { CHANGE_KINDS, CHANGE_OPS, type ChangeKind, type ChangeOp, type StoredChange } from '../../catalog/change.ts';
import { IS_SHOWN } from './history-file.ts';

/** Which changes to read. A property that is undefined does not restrict the changes. */
export interface ChangeFilter {
	readonly kind?: ChangeKind | undefined;
	readonly op?: ChangeOp | undefined;
	/** The ID of a record. Give `kind` too, because the ID identifies a record only within its kind. */
	readonly id?: string | undefined;
}

/** A record whose changes to read. The earliest time counts if it is given twice. */
export interface FollowedRecord {
	readonly id: string;
	/** Earlier changes are left out, in ISO 8601. Empty for all changes. */
	readonly since: string;
}

/** How many of the latest changes of followed records are looked at, because some of them are not shown. */
const MOST_LOOKED_AT = 2000;

export interface NumberedChange extends StoredChange {
	readonly number: number;
}

/**
 * Makes functions that read the latest changes, newest first, except hidden ones and those that only change bookkeeping. Their
 * queries never scan the whole history.
 */
export function newestReader(db: Database.Database) {
	const ofKind = db.prepare<unknown[], Omit<NumberedChange, 'at'>>(
		`SELECT * FROM changes WHERE kind = ? AND op = ? AND ${IS_SHOWN} AND number < ? ORDER BY number DESC LIMIT ?`,
	);
	const ofRecord = db.prepare<unknown[], Omit<NumberedChange, 'at'>>(
		`SELECT * FROM changes WHERE kind = ? AND id = ? AND op = ? AND ${IS_SHOWN} AND number < ?
		 ORDER BY number DESC LIMIT ?`,
	);
	/**
	 * Finds when a change was published. Several publications can end at the same change, because publications without
	 * changes can follow. The first of these publications contains the change.
	 */
	const published = db
		.prepare<[number], string>('SELECT at FROM publications WHERE total >= ? ORDER BY total, seq LIMIT 1')
		.pluck();

	function newest({ kind, op, id }: ChangeFilter, before: number, limit: number): NumberedChange[] {
		const [kinds, ops] = [kind === undefined ? CHANGE_KINDS : [kind], op === undefined ? CHANGE_OPS : [op]];
		return kinds
			.flatMap((one) =>
				ops.flatMap((other) =>
					id === undefined ? ofKind.all(one, other, before, limit) : ofRecord.all(one, id, other, before, limit),
				),
			)
			.sort((a, b) => b.number - a.number)
			.slice(0, limit)
			.map((change) => ({ ...change, at: published.get(change.number)! }));
	}

	// Reads only an index: whether a change is shown depends on its fields, and most changes are too old to matter.
	const numbersOf = db
		.prepare<unknown[], number>(
			`WITH given AS (
				SELECT value ->> 'id' AS id, min(coalesce((
					SELECT total FROM publications WHERE at < value ->> 'since' ORDER BY at DESC, seq DESC LIMIT 1), 0)) AS before
				FROM json_each(?) GROUP BY 1)
			 SELECT number FROM given CROSS JOIN changes ON kind = ? AND changes.id = given.id AND number > before
			 ORDER BY number DESC LIMIT ${MOST_LOOKED_AT}`,
		)
		.pluck();
	const shown = db.prepare<[number], Omit<NumberedChange, 'at'>>(
		`SELECT * FROM changes WHERE number = ? AND ${IS_SHOWN}`,
	);

	function newestOf(kind: ChangeKind, records: readonly FollowedRecord[], limit: number): NumberedChange[] {
		const found: NumberedChange[] = [];
		for (const number of numbersOf.all(JSON.stringify(records), kind)) {
			if (found.length === limit) break;
			const change = shown.get(number);
			if (change !== undefined) found.push({ ...change, at: published.get(number)! });
		}
		return found;
	}

	return { newest: db.transaction(newest), newestOf: db.transaction(newestOf) };
}

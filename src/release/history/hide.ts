/** Hides changes from pages and feeds. Mirrors still get them, without their values. */
import type Database from 'better-sqlite3';
import { CHANGE_KINDS, type ChangedFields, type ChangeKind, type ChangeOp } from '../../catalog/change.ts';

/** Selects changes. A property that is undefined does not restrict them. */
export interface ChangeSelection {
	readonly kind?: ChangeKind | undefined;
	/** The slug of a record; for a review, its ID. */
	readonly id?: string | undefined;
	/**
	 * Whether to select also the changes to other records whose values name the record, such as the reviews of a program with
	 * another name. Needs `kind` and `id`.
	 */
	readonly withMentions?: boolean | undefined;
	/** The number of a publication: see `PublishedChange`. */
	readonly publication?: number | undefined;
	/** The time of the earliest publication, as a timestamp. */
	readonly since?: string | undefined;
}

/** A change, with the publication that it belongs to, but without its values. */
export interface PublishedChange {
	/** The number of the publication in the history. */
	readonly publication: number;
	/** The time of the publication. */
	readonly at: string;
	readonly kind: ChangeKind;
	readonly id: string;
	readonly op: ChangeOp;
	readonly fields: readonly string[];
	readonly hidden: boolean;
}

export interface Hidden {
	/** The number of changes. */
	readonly count: number;
	/** The latest of the changes, at most `MOST_LISTED`. */
	readonly latest: readonly PublishedChange[];
}

const MOST_LISTED = 20;

interface Row extends Omit<PublishedChange, 'fields' | 'hidden'> {
	readonly number: number;
	readonly fields: string | null;
	readonly hidden: 0 | 1;
}

/** Hides the selected changes that are not hidden yet. @param isTrial whether to only find them */
export function hideChanges(db: Database.Database, selection: ChangeSelection, isTrial: boolean): Hidden {
	const numbers = db
		.prepare<object, number>(`SELECT number FROM changes c WHERE ${conditions(selection)} AND hidden = 0`)
		.pluck()
		.all(valuesOf(selection));
	const latest = publishedChanges(db, selection, MOST_LISTED, false);
	const hide = db.prepare<[number]>(
		`UPDATE changes SET hidden = 1, fields = iif(fields IS NULL, NULL,
			(SELECT json_group_object(key, json_array(NULL, NULL)) FROM json_each(changes.fields))) WHERE number = ?`,
	);
	const forget = db.prepare<[number]>('DELETE FROM mentions WHERE number = ?');
	for (const number of isTrial ? [] : numbers) {
		hide.run(number);
		forget.run(number);
	}
	return { count: numbers.length, latest };
}

/** Returns the kinds of records with this slug or ID that have changes. */
export function kindsWith(db: Database.Database, id: string): ChangeKind[] {
	const has = db.prepare<[ChangeKind, string]>('SELECT 1 FROM changes WHERE kind = ? AND id = ?');
	return CHANGE_KINDS.filter((kind) => has.get(kind, id) !== undefined);
}

/** Reads the latest changes that are selected. @param withHidden whether to read hidden ones too */
export function publishedChanges(
	db: Database.Database,
	selection: ChangeSelection,
	limit: number,
	withHidden: boolean,
): PublishedChange[] {
	// Several publications can end at the same change. The first of them contains it.
	const publication = '(SELECT p.seq FROM publications p WHERE p.total >= c.number ORDER BY p.total, p.seq LIMIT 1)';
	return db
		.prepare<object, Row>(
			`SELECT c.*, p.seq AS publication, p.at FROM changes c JOIN publications p ON p.seq = ${publication}
			 WHERE ${conditions(selection)} ${withHidden ? '' : 'AND hidden = 0'} ORDER BY c.number DESC LIMIT ${limit}`,
		)
		.all(valuesOf(selection))
		.map(({ publication, at, kind, id, op, fields, hidden }) => ({
			...{ publication, at, kind, id, op, hidden: hidden === 1 },
			fields: fields === null ? [] : Object.keys(JSON.parse(fields)),
		}));
}

const IS_RECORD = 'c.kind = :kind AND c.id = :id';
const MENTIONS_RECORD = 'c.number IN (SELECT number FROM mentions WHERE kind = :kind AND id = :id)';

/** SQL that selects the changes of `c`. */
function conditions({ kind, id, withMentions = false, publication, since }: ChangeSelection): string {
	const totalOf = (seq: string) => `coalesce((SELECT total FROM publications WHERE seq = ${seq}), 0)`;
	const first = '(SELECT min(seq) FROM publications WHERE at >= :since)';
	return [
		'TRUE',
		...(withMentions ? [`(${IS_RECORD} OR ${MENTIONS_RECORD})`] : []),
		...(kind === undefined || withMentions ? [] : ['c.kind = :kind']),
		...(id === undefined || withMentions ? [] : ['c.id = :id']),
		...(publication === undefined
			? []
			: [`c.number > ${totalOf(':publication - 1')}`, `c.number <= ${totalOf(':publication')}`]),
		...(since === undefined ? [] : [`${first} IS NOT NULL`, `c.number > ${totalOf(`${first} - 1`)}`]),
	].join(' AND ');
}

const valuesOf = ({ withMentions, ...selection }: ChangeSelection) =>
	Object.fromEntries(Object.entries(selection).filter(([, value]) => value !== undefined));

/** How many mentions are read at once, to limit memory. */
const AT_ONCE = 1000;

/**
 * For each record that was removed by the latest changes, erases all values in the changes to that record. In the
 * changes to other records, erases only the values that name the removed record.
 *
 * @param before the number of the change just before the latest changes
 */
export function eraseRemoved(db: Database.Database, before: number): void {
	db.prepare(
		`UPDATE changes SET fields = NULL WHERE number IN (
			SELECT c.number FROM changes removal CROSS JOIN changes c
			ON c.kind = removal.kind AND c.id = removal.id AND c.fields IS NOT NULL
			WHERE removal.number > ? AND removal.op = 'removed')`,
	).run(before);
	const mentions = db.prepare<[number, number], Mention & { readonly number: number }>(
		`SELECT m.* FROM changes removal CROSS JOIN mentions m ON m.kind = removal.kind AND m.id = removal.id
		 WHERE removal.number > ? AND removal.op = 'removed' LIMIT ?`,
	);
	const read = db.prepare<[number], string | null>('SELECT fields FROM changes WHERE number = ?').pluck();
	const write = db.prepare('UPDATE changes SET fields = ? WHERE number = ?');
	const forget = db.prepare('DELETE FROM mentions WHERE kind = ? AND id = ? AND number = ?');
	for (;;) {
		const found = mentions.all(before, AT_ONCE);
		if (found.length === 0) return;
		for (const { kind, id, number } of found) {
			const fields = read.get(number);
			if (fields) write.run(JSON.stringify(withoutMention(JSON.parse(fields), { kind, id })), number);
			forget.run(kind, id, number);
		}
	}
}

/** The fields that name records of another kind. Their values are `{slug, name}`, or a list of these. */
const KIND_OF: { readonly [field: string]: ChangeKind } = {
	categories: 'category',
	organization: 'organization',
	program: 'program',
};

export type Mention = Pick<PublishedChange, 'kind' | 'id'>;

export function mentionsIn(fields: ChangedFields): Mention[] {
	return Object.entries(fields).flatMap(([name, values]) => {
		const kind = KIND_OF[name];
		return kind === undefined ? [] : values.flatMap(slugsIn).map((id) => ({ kind, id }));
	});
}

/** Returns the changed fields with null in place of each value that names the given record. */
export function withoutMention(fields: ChangedFields, { kind, id }: Mention): ChangedFields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, [before, after]]) => {
			const keep = (value: unknown) => (KIND_OF[name] === kind && slugsIn(value).includes(id) ? null : value);
			return [name, [keep(before), keep(after)]];
		}),
	);
}

function slugsIn(value: unknown): string[] {
	return [value].flat().flatMap((one) => (one as { readonly slug?: string } | null)?.slug ?? []);
}

/** Saves what a form of a record says. */
import type Database from 'better-sqlite3';
import { labelOf } from '../../catalog/columns.ts';
import { COLUMNS, changedColumns, isChange, type Kind, type RecordOf } from '../../catalog/records.ts';
import { UserError } from '../../shared/user-error.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { addRecord, needRecord, presentKey, readTexts, setFields } from '../edits/edit-records.ts';
import { changeSnapshot } from '../edits/edit-snapshot.ts';
import { tagOfText, textIn } from './edit-request.ts';
import { valueText } from './edit-table.ts';
import { fieldsOf } from './field-groups.ts';
import { KEEP_THEIRS } from './record-form.ts';

export interface Saved {
	/** The slug or ID of the record. It differs from the form's if the record was renamed since the form was opened. */
	readonly key: string;
	/** What is contradictory about the record now. */
	readonly warnings: readonly string[];
	/** The values that were read again from the words, before and after: `Commission, read again: 30% → 40%`. */
	readonly readAgain: readonly string[];
}

/** The error for fields that were also changed in another window. */
export class Conflicts extends UserError {
	readonly fields: readonly string[];

	constructor(fields: readonly string[]) {
		super(
			'This record was changed after you opened the form. Nothing was saved. Choose a value for each marked field, then save again.',
		);
		this.fields = fields;
	}
}

/** @throws UserError when the form is damaged */
export function openedTags(form: FormData): { readonly [field: string]: unknown } {
	try {
		return JSON.parse(textIn(form, 'opened') || '{}') ?? {};
	} catch {
		throw new UserError('The form is damaged. Open it again.');
	}
}

/**
 * Saves the fields that the user has changed.
 *
 * @throws Conflicts when another window has changed some of them, too
 * @throws Refused when the record would break rules, see `setFields`
 * @throws UserError when the record is gone, or the snapshot cannot be written
 */
export function saveRecord(snapshot: string, kind: Kind, key: string, form: FormData): Saved {
	const warnings: string[] = [];
	let current = key;
	let readAgain: readonly string[] = [];
	changeSnapshot('set', { snapshot, ...reason(form) }, (change) => {
		const { db } = change;
		current = presentKey(db, kind, key);
		const { changes, conflicts } = mergeFields(sentFields(db, kind, current, form));
		if (conflicts.length > 0) throw new Conflicts(conflicts);
		if (changes.length === 0) return;
		const before = needRecord(db, kind, current);
		const after = setFields(change, kind, current, readTexts(kind, changes), (warning) => warnings.push(warning));
		const entered = changes.map(([field]) => field);
		readAgain = changedByReading(kind, before, after, entered);
	});
	return { key: current, warnings, readAgain };
}

/** Returns a line for each value that an edit has changed, although the editor has not entered it. */
function changedByReading(
	kind: Kind,
	before: RecordOf<Kind>,
	after: RecordOf<Kind>,
	entered: readonly string[],
): readonly string[] {
	return changedColumns(before, after)
		.filter((field) => isChange([field]) && !entered.includes(field))
		.map((field) => {
			const [from, to] = [before, after].map((record) => valueText(kind, field, record[field as never]) || 'nothing');
			return `${labelOf(COLUMNS[kind], field)}, read again: ${from} → ${to}`;
		});
}

/** Adds a record. Its errors are those of `saveRecord`. */
export function saveNewRecord(snapshot: string, kind: Kind, form: FormData): void {
	const texts = fieldsOf(kind, true).map((field) => [field, textIn(form, field)] as const);
	changeSnapshot('add', { snapshot, ...reason(form) }, (change) => {
		const given = texts.filter(([, text]) => text.trim() !== '');
		addRecord(change, kind, readTexts(kind, given));
	});
}

/** Returns why the user makes a change, if the form says so. */
export function reason(form: FormData): { readonly because?: string } {
	const because = textIn(form, 'because').trim();
	return because === '' ? {} : { because };
}

/** Returns the fields of a form with the record's texts now. Leaves out those whose values the user has discarded. */
function sentFields(db: Database.Database, kind: Kind, key: string, form: FormData): SentField[] {
	const record = needRecord(db, kind, key);
	const opened = openedTags(form);
	return fieldsOf(kind, false)
		.filter((field) => form.has(field) && !form.has(`${KEEP_THEIRS}${field}`))
		.map((field) => ({
			field,
			mine: textIn(form, field),
			opened: String(opened[field]),
			stored: cellOf(record[field as never]),
		}));
}

export interface SentField {
	readonly field: string;
	/** The text that the user sent. */
	readonly mine: string;
	/** The tag of the text that the form was opened with. See `tagOfText`. */
	readonly opened: string | undefined;
	/** The text of the record now. */
	readonly stored: string;
}

export interface Merged {
	/** The fields to change, with their new texts. */
	readonly changes: readonly (readonly [field: string, text: string])[];
	/** The fields that were changed both in the form and since it was opened, to different texts. */
	readonly conflicts: readonly string[];
}

/**
 * Merges a form that was sent with the record as it is now, field by field: a three-way merge, so that two windows never
 * overwrite each other's edits.
 */
export function mergeFields(fields: readonly SentField[]): Merged {
	const changed = fields.filter(({ mine, opened, stored }) => {
		return tagOfText(mine) !== opened && tagOfText(mine) !== tagOfText(stored);
	});
	return {
		changes: changed.map(({ field, mine }) => [field, mine]),
		conflicts: changed.filter(({ opened, stored }) => tagOfText(stored) !== opened).map(({ field }) => field),
	};
}

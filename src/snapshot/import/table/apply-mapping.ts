import { NoteBook } from '../notes.ts';
import type { Source } from '../source.ts';
import { type KnownRecordNames, NOTHING_KNOWN } from './identities.ts';
import { checkMapping, type Mapping, type TableKind } from './mapping.ts';
import { programRows, type RowRecords } from './program-rows.ts';
import { reviewRows } from './review-rows.ts';
import type { Table } from './table.ts';

/**
 * Makes the source for a table. Programs get their slug and their organization from their name and site, and categories
 * are made by their names. A value that the table does not have, such as the icon of a category, is set only in new
 * records.
 *
 * @param known the records of the snapshot, to which rows may belong
 * @throws UserError when the table lacks a column of the mapping
 */
export function applyMapping(table: Table, mapping: Mapping, known: KnownRecordNames = NOTHING_KNOWN): Source {
	checkMapping(mapping, table);
	const notes = new NoteBook();
	for (const { why, row } of table.leftOut) notes.add('left out rows', why, row);
	const records = (mapping.kind === 'programs' ? programRows : reviewRows)(table, mapping, known, notes);
	return sourceOf(table, mapping.kind, records, notes);
}

/** Makes the source for the records of a table. @param kind the kind of its rows */
export function sourceOf(table: Table, kind: TableKind, records: RowRecords, notes: NoteBook): Source {
	const refused = [...table.refused, ...records.refused];
	return {
		file: table.file,
		words: table.words,
		notes: notes.all(),
		read: (wanted, sink) => {
			for (const record of records[wanted]) sink.record(record);
			if (wanted !== kind) return;
			for (const { row, problem } of refused) sink.problem(row, problem);
			if (refused.length > 0) sink.incomplete();
		},
	};
}

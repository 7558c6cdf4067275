import { toSlug } from '../../../catalog/fields.ts';
import { isSlug } from '../../../catalog/slug.ts';
import { type Group, NoteBook, reviewIds, type Source, type SourceRecord } from '../source.ts';
import { type KnownProgram, type KnownRecordNames, NOTHING_KNOWN, nameKey, siteKey } from './identities.ts';
import { checkMapping, type Mapping } from './mapping.ts';
import { programRows, type RowRecords } from './program-rows.ts';
import { mappedColumns, readRow, recordOf, sourceNames } from './read-row.ts';
import { type Table, textOf } from './table.ts';

/**
 * Makes the source for a table. Programs get their slug and their organization from their name and site, and
 * categories are made by their names. A value that the table does not have, such as the icon of a category, is set
 * only in new records.
 *
 * @throws UserError when the table lacks a column of the mapping
 */
export function applyMapping(table: Table, mapping: Mapping, known: KnownRecordNames = NOTHING_KNOWN): Source {
	checkMapping(mapping, table);
	const notes = new NoteBook();
	for (const { why, row } of table.leftOut) notes.add('left out rows', why, row);
	const records = (mapping.kind === 'programs' ? programRows : reviewRows)(table, mapping, known, notes);
	return sourceOf(table, mapping, records, notes);
}

export function sourceOf(table: Table, mapping: Mapping, records: RowRecords, notes: NoteBook): Source {
	const { kind, collected_from: columns } = mapping;
	const refused = [...table.refused, ...records.refused];
	return {
		file: table.file,
		words: table.words,
		notes: notes.all(),
		...(columns !== undefined && kind === 'programs' && { groupsOf: groupFinder(table, columns) }),
		read: (wanted, sink) => {
			for (const record of records[wanted]) sink.record(record);
			if (wanted !== kind) return;
			for (const { row, problem } of refused) sink.problem(row, problem);
			if (refused.length > 0) sink.incomplete();
		},
	};
}

/** Returns a function that finds the groups that the columns make. An empty cell makes none. */
function groupFinder({ header, rows }: Table, columns: readonly string[]): (program: SourceRecord) => Group[] {
	const indexes = columns.map((column) => ({ column, index: header.indexOf(column) }));
	const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
	return ({ row }) =>
		indexes.flatMap(({ column, index }) => {
			const value = textOf(cellsOf.get(row)?.[index]);
			return value === '' ? [] : [{ column, value }];
		});
}

export function reviewRows(table: Table, mapping: Mapping, known: KnownRecordNames, notes: NoteBook): RowRecords {
	const columns = mappedColumns(mapping, table);
	const names = sourceNames(columns);
	const slugOf = programFinder(known.programs);
	const madeId = reviewIds();
	const readings = table.rows.map((row) => readRow(columns, row, notes));
	const reviews = readings.map((reading) => {
		const program = slugOf(textOf(reading.cellOf('program')));
		const id = reading.raw.id ?? madeId({ ...reading.raw, program });
		return recordOf(reading, names, { ...reading.raw, id, program });
	});
	const refused = readings.flatMap(({ row, problems }) => problems.map((problem) => ({ row, problem })));
	return { organizations: [], categories: [], programs: [], reviews, refused };
}

/** Returns a function that finds a program by its slug, its name or its site. */
function programFinder(programs: readonly KnownProgram[]): (text: string) => string | undefined {
	const slugs = new Set(programs.map(({ slug }) => slug));
	const byName = new Map(programs.map(({ name, slug }) => [nameKey(name), slug]));
	const bySite = new Map(programs.map(({ website_url, slug }) => [siteKey(website_url), slug]));
	return (text) => {
		if (text === '' || slugs.has(text)) return text || undefined;
		const site = /^https?:/i.test(text) ? bySite.get(siteKey(text)) : undefined;
		return byName.get(nameKey(text)) ?? site ?? (isSlug(text) ? text : toSlug(text) || undefined);
	};
}

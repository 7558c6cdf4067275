/** Reads the rows of a table with a mapping. */
import { COLUMNS, type Kind, type Violation } from '../../../catalog/records.ts';
import type { NoteBook, RawRecord, SourceRecord } from '../source.ts';
import { COMMISSION, COMMISSION_UNIT, type ColumnMapping, type Mapping, typeOf } from './mapping.ts';
import { type Read, readCell, readText } from './read-cell.ts';
import { type Cell, type Table, type TableRow, textOf } from './table.ts';
import { isFormula, SHEET_ERROR } from './words.ts';

/** A column that is read, and its place in the rows. */
interface MappedColumn {
	readonly name: string;
	readonly index: number;
	readonly mapping: ColumnMapping;
	readonly read: (cell: Cell) => Read;
	/** Whether it is a column of our own format. A formula in it is text. */
	readonly isOwn?: boolean;
}

/** What the cells of a row say. */
export interface RowReading {
	readonly row: number;
	/** The values of the fields. The commission and its unit are not among them. */
	readonly raw: { [field: string]: unknown };
	readonly currencies: { [field: string]: string };
	readonly problems: Violation[];
	readonly warnings: Violation[];
	readonly cellOf: (field: string) => Cell;
}

export function mappedColumns({ kind, columns }: Mapping, { header }: Table): MappedColumn[] {
	return Object.entries(columns).map(([name, mapping]) => {
		const type = typeOf(kind, mapping.field);
		return { name, index: header.indexOf(name), mapping, read: (cell) => readCell(cell, type, mapping) };
	});
}

/** Maps the columns of a file of our own format, which have our names. @param names the known ones of its columns */
export function ownColumns(kind: Kind, names: readonly (string | undefined)[]): MappedColumn[] {
	return names.flatMap((name, index) => {
		if (name === undefined) return [];
		const column = COLUMNS[kind][name]!;
		return [{ name, index, mapping: { field: name }, read: (cell) => readText(column, textOf(cell)), isOwn: true }];
	});
}

/** Returns the names that the table has for our fields. */
export function sourceNames(columns: readonly MappedColumn[]): { readonly [field: string]: string } {
	return Object.fromEntries(columns.map(({ name, mapping }) => [mapping.field, name]));
}

export function readRow(columns: readonly MappedColumn[], { row, cells }: TableRow, notes?: NoteBook): RowReading {
	const raw: RawRecord & { [field: string]: unknown } = {};
	const currencies: { [field: string]: string } = {};
	const problems: Violation[] = [];
	const warnings: Violation[] = [];
	const cellOf = (field: string) => cells[columns.find(({ mapping }) => mapping.field === field)?.index ?? -1] ?? '';
	for (const { name, index, mapping, read: readIn, isOwn } of columns) {
		const cell = cells[index] ?? '';
		const text = textOf(cell);
		if (!isOwn && isFormula(text)) warnings.push(formulaKept(name, text));
		if (mapping.field === COMMISSION || mapping.field === COMMISSION_UNIT) {
			if (SHEET_ERROR.test(text)) problems.push(sheetError(name, text));
			continue;
		}
		const read = readIn(cell);
		if ('rule' in read) {
			problems.push({ column: name, value: text, ...read });
			continue;
		}
		raw[mapping.field] = read.value;
		if (read.currency !== undefined) currencies[mapping.field] = read.currency;
		if (read.how !== undefined) notes?.add(`read in column ${name}`, read.how, row);
	}
	return { row, raw, currencies, problems, warnings, cellOf };
}

/** Makes the record of a row. @param names the names that the table has for our fields */
export function recordOf(
	{ row, problems, warnings, cellOf }: RowReading,
	names: { readonly [field: string]: string },
	raw: RawRecord,
): SourceRecord & { readonly reported: ReadonlySet<string> } {
	const reported = Object.keys(names).filter((field) => problems.some(({ column }) => column === names[field]));
	return {
		row,
		raw,
		reported: new Set(reported),
		textOf: (field) => (field in names ? textOf(cellOf(field)) : undefined),
		sourceNames: names,
		warnings,
	};
}

function sheetError(column: string, value: string): Violation {
	return { column, value, rule: 'a value, and not an error of a spreadsheet', fix: 'correct the formula' };
}

function formulaKept(column: string, value: string): Violation {
	const rule = 'a value, because formulas are not calculated';
	return { column, value, rule, fix: 'write the value (the formula is kept as text)' };
}

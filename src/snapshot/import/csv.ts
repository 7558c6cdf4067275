/** Reads the CSV files of our own format: their columns have our names, and their rows have our slugs. */

import { basename } from 'node:path';
import { COLUMNS, KEY, KINDS, type Kind, type Violation } from '../../catalog/records.ts';
import { nearWord } from '../../shared/near-words.ts';
import { UserError } from '../../shared/user-error.ts';
import { reviewIds, type Sink, type Source } from './source.ts';
import { decodeText, eachRow, isSpreadsheet } from './table/delimited-text.ts';
import { ownColumns, readRow, recordOf, sourceNames } from './table/read-row.ts';
import type { TableRow } from './table/table.ts';

/**
 * Makes the source for a CSV file with records of one kind. Its rows are not kept, because there may be a million.
 *
 * @param readBytes reads the file on demand, so that not all files are in memory at once
 */
export function csvSource(file: string, kind: Kind, readBytes: () => Buffer): Source {
	return {
		file,
		words: { row: 'row', column: 'column' },
		notes: [],
		read: (wanted, sink) => {
			if (wanted === kind) readRows(file, kind, readBytes(), sink);
		},
	};
}

/** @throws UserError when the file is empty or no text */
function readRows(file: string, kind: Kind, bytes: Buffer, sink: Sink): void {
	let readRecord: ((row: TableRow) => void) | undefined;
	const readCells = (row: number, cells: readonly string[]) => {
		if (cells.every((cell) => cell === '')) return;
		if (readRecord) return readRecord({ row, cells });
		const header = readHeader(kind, cells);
		for (const problem of header.problems) sink.header(row, problem);
		if (!header.hasKey) sink.incomplete();
		readRecord = recordReader(kind, header, sink);
	};
	const cut = eachRow(decodeText(file, bytes), readCells, true);
	if (cut !== undefined) {
		sink.problem(cut.row, cut.problem);
		sink.incomplete();
	} else if (!readRecord) throw new UserError(`${file} is empty. Its first row must name the columns.`);
}

function recordReader(kind: Kind, { columns, hasKey }: Header, sink: Sink): (row: TableRow) => void {
	const mapped = ownColumns(kind, columns);
	const names = sourceNames(mapped);
	const madeId = kind === 'reviews' ? reviewIds() : undefined;
	return (row) => {
		if (row.cells.length !== columns.length) {
			const rule = `a row of ${columns.length} cells, like the header (this row has ${row.cells.length})`;
			const isLong = row.cells.length > columns.length;
			const fix = isLong
				? 'put text that contains a comma in double quotes'
				: 'add the missing cells; an empty cell needs its comma too';
			sink.problem(row.row, { column: '', value: undefined, rule, fix });
			return sink.incomplete();
		}
		const reading = readRow(mapped, row);
		for (const problem of reading.problems) sink.problem(row.row, problem);
		// An exported program of which nothing states how it pays.
		if (reading.raw.commission_evidence != null) reading.raw.commission_type ??= null;
		const record = recordOf(reading, names, reading.raw);
		if (madeId !== undefined && !record.reported.has('id')) reading.raw.id ??= madeId(reading.raw);
		// The header was reported already.
		sink.record(hasKey ? record : { ...record, reported: record.reported.union(new Set([KEY[kind]])) });
	};
}

/** The first row of a CSV file. */
export interface Header {
	/** The column name in each cell. Undefined if the name is unknown, or is already in an earlier cell. */
	readonly columns: readonly (string | undefined)[];
	/** Whether one of the columns is the slug, which identifies the records. Reviews without an ID get one. */
	readonly hasKey: boolean;
	readonly problems: readonly Violation[];
}

export function readHeader(kind: Kind, cells: readonly string[]): Header {
	const known = Object.keys(COLUMNS[kind]);
	const problems: Violation[] = [];
	const columns = cells.map((cell, index) => {
		const name = cell.trim();
		const isRepeated = cells.findIndex((other) => other.trim() === name) < index;
		if (known.includes(name) && !isRepeated) return name;
		const meant = columnMeantBy(name, known);
		const fix = meant === undefined ? `remove it, or use one of ${known.join(', ')}` : `write ${meant}`;
		problems.push({
			column: name,
			value: name,
			...(known.includes(name)
				? { rule: 'the name of one column only', fix: 'remove or rename the others' }
				: { rule: `a column of ${kind}`, fix }),
		});
		return undefined;
	});
	const key = KEY[kind];
	const hasKey = kind === 'reviews' || columns.includes(key);
	const fix = `add this column, because it identifies the ${kind}`;
	if (!hasKey) problems.push({ column: key, value: undefined, rule: 'in the header', fix });
	return { columns, hasKey, problems };
}

/** Finds the column that an unknown name may mean. */
function columnMeantBy(name: string, known: readonly string[]): string | undefined {
	return nearWord(name.replace(/[\s_-]+/g, '_'), known);
}

/** The columns of which every file of a kind has at least one. New reviews need no ID, and known ones no program. */
const NEEDED: { readonly [K in Kind]: readonly string[] } = {
	organizations: ['slug'],
	categories: ['slug'],
	programs: ['slug'],
	reviews: ['id', 'program'],
};

/**
 * Returns the kind of records in a CSV file of our own format, or undefined for other tables. A file that is named after
 * a kind, such as `programs.csv`, may misspell columns, so that an import can say what is wrong.
 */
export function ownKind(file: string, bytes: Buffer): Kind | undefined {
	const named = KINDS.find((kind) => basename(file).toLowerCase() === `${kind}.csv`);
	// Other tables cannot hold these kinds.
	if (named === 'organizations' || named === 'categories') return named;
	if (isSpreadsheet(bytes)) return undefined;
	const header = headerOf(file, bytes);
	if (named !== undefined) return header === undefined || isMeantFor(named, header) ? named : undefined;
	if (header === undefined) return undefined;
	const kinds = KINDS.filter(
		(kind) => NEEDED[kind].some((name) => header.includes(name)) && header.every((name) => name in COLUMNS[kind]),
	);
	return kinds.length === 1 ? kinds[0] : undefined;
}

/** Returns the cells of the first row that is not empty, or undefined if there is none. */
function headerOf(file: string, bytes: Buffer): readonly string[] | undefined {
	let header: readonly string[] | undefined;
	eachRow(decodeText(file, bytes.subarray(0, 20_000)), (_, cells) => {
		if (cells.some((cell) => cell !== '')) header ??= cells.map((cell) => cell.trim());
	});
	return header;
}

/** Whether the header names the key, and mostly columns of a kind. */
function isMeantFor(kind: Kind, header: readonly string[]): boolean {
	const known = Object.keys(COLUMNS[kind]);
	const meant = header.map((name) => columnMeantBy(name, known)).filter((name) => name !== undefined);
	return meant.some((name) => NEEDED[kind].includes(name)) && meant.length * 2 >= header.length;
}

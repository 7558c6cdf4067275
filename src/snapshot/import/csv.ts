/** Reads the CSV files of our own format: their columns have our names, and their rows have our slugs. */

import { basename } from 'node:path';
import { COLUMNS, KEY, KINDS, type Kind, type Problem } from '../../catalog/records.ts';
import { nearWord } from '../../shared/near-words.ts';
import { UserError } from '../../shared/user-error.ts';
import { reviewIds, type Sink, type Source } from './source.ts';
import { decodeText, eachRow, isSpreadsheet } from './table/delimited-text.ts';
import { ownColumns, readRow, recordOf, sourceNames } from './table/read-row.ts';
import type { Row } from './table/table.ts';

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
	let readRecord: ((row: Row) => void) | undefined;
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

function recordReader(kind: Kind, { columns, hasKey }: Header, sink: Sink): (row: Row) => void {
	const mapped = ownColumns(kind, columns);
	const names = sourceNames(mapped);
	const madeId = kind === 'reviews' ? reviewIds() : undefined;
	return (row) => {
		if (row.cells.length !== columns.length) {
			sink.problem(row.row, wrongLength(columns.length, row.cells.length));
			return sink.incomplete();
		}
		const reading = readRow(mapped, row);
		for (const problem of reading.problems) sink.problem(row.row, problem);
		const record = recordOf(reading, names, reading.raw);
		if (madeId !== undefined && !record.reported.has('id')) reading.raw.id ??= madeId(reading.raw);
		// The header was reported already.
		sink.record(hasKey ? record : { ...record, reported: record.reported.union(new Set([KEY[kind]])) });
	};
}

function wrongLength(columns: number, cells: number): Problem {
	const rule = `a row of ${columns} cells, like the header (this row has ${cells})`;
	const fix =
		cells > columns
			? 'put text that contains a comma in double quotes'
			: 'add the missing cells; an empty cell needs its comma too';
	return { column: '', value: undefined, rule, fix };
}

/** The first row of a CSV file. */
export interface Header {
	/** The column name in each cell. Undefined if the name is unknown, or is already in an earlier cell. */
	readonly columns: readonly (string | undefined)[];
	/** Whether one of the columns is the slug, which identifies the records. Reviews without an ID get one. */
	readonly hasKey: boolean;
	readonly problems: readonly Problem[];
}

export function readHeader(kind: Kind, cells: readonly string[]): Header {
	const known = Object.keys(COLUMNS[kind]);
	const problems: Problem[] = [];
	const columns = cells.map((cell, index) => {
		const name = cell.trim();
		if (!known.includes(name)) problems.push(unknownColumn(kind, name, known));
		else if (cells.findIndex((other) => other.trim() === name) < index) problems.push(repeatedColumn(name));
		else return name;
		return undefined;
	});
	const hasKey = kind === 'reviews' || columns.includes(KEY[kind]);
	if (!hasKey) problems.push(missingColumn(kind, KEY[kind]));
	return { columns, hasKey, problems };
}

function unknownColumn(kind: Kind, name: string, known: readonly string[]): Problem {
	const problem = { column: name, value: name, rule: `a column of ${kind}` };
	const meant = columnsMeantBy(name, known);
	return {
		...problem,
		fix: meant.length > 0 ? `write ${either(meant)}` : `remove it, or use one of ${known.join(', ')}`,
	};
}

/**
 * Finds the columns that an unknown name may mean. First looks for a column whose name differs only in case or
 * separators. If there is none, looks for columns whose names contain the unknown name as whole words. If there are
 * none, looks for a column with a similar spelling.
 */
export function columnsMeantBy(name: string, known: readonly string[]): string[] {
	const plain = name.toLowerCase().replace(/[\s_-]+/g, '_');
	if (known.includes(plain)) return [plain];
	const longer = known.filter((column) => plain !== '' && `_${column}_`.includes(`_${plain}_`));
	const near = longer.length > 0 ? undefined : nearWord(name, known);
	return near === undefined ? longer : [near];
}

/** Returns a single word unchanged. Joins several words to `a, b or c, depending on what it contains`. */
function either(words: readonly string[]): string {
	if (words.length === 1) return words[0] as string;
	return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}, depending on what it contains`;
}

function repeatedColumn(name: string): Problem {
	return { column: name, value: name, rule: 'the name of one column only', fix: 'remove or rename the others' };
}

function missingColumn(kind: Kind, column: string): Problem {
	return { column, value: undefined, rule: 'in the header', fix: `add this column, because it identifies the ${kind}` };
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
	const meant = header.map((name) => (known.includes(name) ? [name] : columnsMeantBy(name, known)));
	const count = meant.filter(({ length }) => length > 0).length;
	return meant.flat().some((name) => NEEDED[kind].includes(name)) && count * 2 >= header.length;
}

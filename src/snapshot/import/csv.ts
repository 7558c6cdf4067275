/** Reads CSV files (RFC 4180) whose first row contains the column names. */
import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { COLUMNS, KEY, type Kind, type Problem } from '../../catalog/records.ts';
import { UserError } from '../../shared/user-error.ts';
import { readCell } from './cells.ts';
import { type Header, readHeader } from './header.ts';
import { reviewIds } from './review-ids.ts';
import type { RawRecord, Sink, Source } from './source.ts';
import { requireShort } from './table/limits.ts';

/**
 * Makes the source for a CSV file with records of one kind. Rows are numbered as in a spreadsheet: the header is row 1,
 * blank rows get a number but are skipped, and line breaks within quotes do not start a new row.
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

/** The maximum number of columns. A file of records has a few dozen. */
const MOST_COLUMNS = 1000;

/** @throws UserError when the file is empty, is not UTF-8 or has too many columns */
function readRows(file: string, kind: Kind, bytes: Buffer, sink: Sink): void {
	const hasBadText = !isUtf8(bytes);
	const madeId = kind === 'reviews' ? reviewIds() : undefined;
	let header: Header | undefined;
	let row = 0;
	const readCells = (cells: readonly string[]) => {
		row++;
		if (hasBadText) refuseBadText(file, row, cells);
		requireShort(`${file} row ${row}`, cells);
		if (cells.every((cell) => cell === '')) return;
		if (header) return readRow(kind, header, { row, cells, madeId }, sink);
		if (cells.length > MOST_COLUMNS) refuseColumns(file, row, cells.length);
		header = readHeader(kind, cells);
		for (const problem of header.problems) sink.header(row, problem);
		if (!header.hasKey) sink.incomplete();
	};
	const broken = parseRows(bytes, readCells);
	if (broken) {
		sink.problem(row + 1, broken);
		sink.incomplete();
	} else if (!header) throw new UserError(`${file} is empty. Its first row must name the columns.`);
}

/** Passes the cells of each row to `readCells`. If a row cannot be read, stops and returns its problem. */
function parseRows(bytes: Buffer, readCells: (cells: readonly string[]) => void): Problem | undefined {
	try {
		parse(bytes, {
			bom: true,
			trim: true,
			record_delimiter: ['\r\n', '\n', '\r'],
			relax_column_count: true,
			on_record: (cells: string[]) => {
				readCells(cells);
				return null;
			},
		});
		return undefined;
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		return syntaxProblem(error);
	}
}

interface CsvRow {
	readonly row: number;
	readonly cells: readonly string[];
	/** Makes the ID of a record that has none. */
	readonly madeId: ((raw: RawRecord) => string) | undefined;
}

function readRow(kind: Kind, header: Header, { row, cells, madeId }: CsvRow, sink: Sink): void {
	const { columns, hasKey } = header;
	if (cells.length !== columns.length) {
		const rule = `a row of ${columns.length} cells, like the header (this row has ${cells.length})`;
		const isLong = cells.length > columns.length;
		const fix = isLong
			? 'put text that contains a comma in double quotes'
			: 'add the missing cells; an empty cell needs its comma too';
		sink.problem(row, { column: '', value: undefined, rule, fix });
		sink.incomplete();
		return;
	}
	const raw: { [field: string]: unknown } = {};
	const reported = new Set<string>(hasKey ? [] : [KEY[kind]]);
	columns.forEach((column, index) => {
		if (column === undefined) return;
		const text = cells[index] as string;
		const cell = readCell(COLUMNS[kind][column]!, text);
		if ('value' in cell) raw[column] = cell.value;
		else {
			reported.add(column);
			sink.problem(row, { column, value: text, ...cell });
		}
	});
	if (madeId !== undefined && !reported.has('id')) raw.id ??= madeId(raw);
	sink.record({ row, raw, reported, textOf: (field) => cells[columns.indexOf(field)] });
}

/**
 * Refuses a row that contains bytes that are not UTF-8. The parser has replaced them with U+FFFD. A NUL is refused too,
 * because it is a sign of UTF-16.
 *
 * @throws UserError with the number of the row
 */
function refuseBadText(file: string, row: number, cells: readonly string[]): void {
	if (cells.some((cell) => cell.includes('\ufffd') || cell.includes('\0'))) {
		throw new UserError(`${file} is not UTF-8 text: see row ${row}. Save it as "CSV UTF-8" and import it again.`);
	}
}

function refuseColumns(file: string, row: number, columns: number): never {
	const [most, found] = [MOST_COLUMNS, columns].map((figure) => figure.toLocaleString('en'));
	throw new UserError(
		`${file} row ${row} names ${found} columns, but a file can have at most ${most}. Check that each record is on a line of its own.`,
	);
}

/**
 * Describes a mistake in the quotes. After the mistake, it is unclear where rows end, so the rest of the file is not
 * read.
 */
function syntaxProblem({ code }: CsvError): Problem {
	const problem = { column: '', value: undefined };
	if (code === 'CSV_QUOTE_NOT_CLOSED') {
		return { ...problem, rule: 'a row with closed quotes', fix: 'end the quoted cell with a double quote' };
	}
	const rule = 'a row in which each cell is quoted completely or not at all';
	const fix =
		'if a cell contains a double quote, write that quote twice and put the whole cell in double quotes (later rows were not read)';
	return { ...problem, rule, fix };
}

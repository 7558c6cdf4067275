/** Reads the CSV files of our own format: their columns have our names, and their rows have our slugs. */
import { COLUMNS, KEY, type Kind } from '../../catalog/records.ts';
import { UserError } from '../../shared/user-error.ts';
import { type Header, readHeader } from './header.ts';
import { reviewIds } from './review-ids.ts';
import type { RawRecord, Sink, Source } from './source.ts';
import { decodeText } from './table/decode-text.ts';
import { eachRow } from './table/delimited-text.ts';
import { requireShort } from './table/limits.ts';
import { readText } from './table/read-cell.ts';

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

/** The maximum number of columns. A file of records has a few dozen. */
const MOST_COLUMNS = 1000;

/** @throws UserError when the file is empty, is no text or has too many columns */
function readRows(file: string, kind: Kind, bytes: Buffer, sink: Sink): void {
	const madeId = kind === 'reviews' ? reviewIds() : undefined;
	let header: Header | undefined;
	const readCells = (row: number, cells: readonly string[]) => {
		requireShort(`${file} row ${row}`, cells);
		if (cells.every((cell) => cell === '')) return;
		if (header) return readRow(kind, header, { row, cells, madeId }, sink);
		if (cells.length > MOST_COLUMNS) refuseColumns(file, row, cells.length);
		header = readHeader(kind, cells);
		for (const problem of header.problems) sink.header(row, problem);
		if (!header.hasKey) sink.incomplete();
	};
	const cut = eachRow(decodeText(file, bytes), readCells, true);
	if (cut !== undefined) {
		sink.problem(cut.row, cut.problem);
		sink.incomplete();
	} else if (!header) throw new UserError(`${file} is empty. Its first row must name the columns.`);
}

interface CsvRow {
	readonly row: number;
	readonly cells: readonly string[];
	/** Makes the ID of a record that has none. */
	readonly madeId: ((raw: RawRecord) => string) | undefined;
}

function readRow(kind: Kind, { columns, hasKey }: Header, { row, cells, madeId }: CsvRow, sink: Sink): void {
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
		const read = readText(COLUMNS[kind][column]!, text);
		if ('value' in read) raw[column] = read.value;
		else {
			reported.add(column);
			sink.problem(row, { column, value: text, ...read });
		}
	});
	if (madeId !== undefined && !reported.has('id')) raw.id ??= madeId(raw);
	sink.record({ row, raw, reported, textOf: (field) => cells[columns.indexOf(field)] });
}

function refuseColumns(file: string, row: number, columns: number): never {
	const [most, found] = [MOST_COLUMNS, columns].map((figure) => figure.toLocaleString('en'));
	throw new UserError(
		`${file} row ${row} names ${found} columns, but a file can have at most ${most}. Check that each record is on a line of its own.`,
	);
}

/** Reads the CSV files of our own format: their columns have our names, and their rows have our slugs. */
import { KEY, type Kind, type Problem } from '../../catalog/records.ts';
import { UserError } from '../../shared/user-error.ts';
import { type Header, readHeader } from './header.ts';
import { reviewIds } from './review-ids.ts';
import type { Sink, Source } from './source.ts';
import { decodeText } from './table/decode-text.ts';
import { eachRow } from './table/delimited-text.ts';
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

import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { UserError } from '../../../shared/user-error.ts';
import { type RefusedRow, type Sheet, type TableRow, textCell } from './table.ts';

/**
 * Decodes a text file: UTF-8 or UTF-16, or else Windows-1252, in which older spreadsheets save.
 *
 * @throws UserError when the file is binary
 */
export function decodeText(file: string, bytes: Buffer): string {
	const encoding = encodingOf(bytes);
	const text = new TextDecoder(encoding).decode(bytes);
	if (text.includes('\0')) {
		throw new UserError(`${file} is not a text file. Save it as CSV, .xlsx or .ods and import it again.`);
	}
	return text;
}

function encodingOf(bytes: Buffer): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	if (isUtf8(bytes) && !bytes.subarray(0, 1000).includes(0)) return 'utf-8';
	// In UTF-16, nearly every other byte of a table is 0.
	const start = bytes.subarray(0, 1000);
	const zeros = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
	if (zeros(1) > start.length / 4 && zeros(0) === 0) return 'utf-16le';
	if (zeros(0) > start.length / 4 && zeros(1) === 0) return 'utf-16be';
	return 'windows-1252';
}

/** Whether a file is a ZIP archive, as Excel's and OpenDocument's files are. */
export function isSpreadsheet(bytes: Buffer): boolean {
	return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
}

const SEPARATORS = [',', ';', '\t', '|'];

/** Reads a CSV file. Rows are numbered as in a spreadsheet: line breaks within quotes do not start a new row. */
export function readDelimitedText(file: string, bytes: Buffer): Sheet {
	const text = decodeText(file, bytes);
	const rows: TableRow[] = [];
	const cut = eachRow(text, (row, cells) => rows.push({ row, cells: cells.map(textCell) }));
	const refused = cut === undefined ? [] : [cut];
	if (cut === undefined && isShort(rows) && !/[\r\n]$/.test(text)) refused.push(cutRow(rows.pop()!.row));
	return { file, words: { row: 'row', column: 'column' }, rows, refused };
}

/**
 * Passes the cells of each row to `onRow`.
 *
 * @param isStrict whether a cell is quoted completely or not at all
 * @returns the row at which the reading ends, if its quotes are wrong or not closed
 */
export function eachRow(text: string, onRow: OnRow, isStrict = false): RefusedRow | undefined {
	const [hint, stated] = /^sep=(.)\r?\n?/i.exec(text) ?? [];
	const body = text.slice(hint?.length ?? 0);
	let row = hint === undefined ? 0 : 1;
	const isWhole = parseRows(body, stated ?? separatorOf(body), (cells) => onRow(++row, cells), isStrict);
	return isWhole ? undefined : cutRow(row + 1);
}

type OnRow = (row: number, cells: readonly string[]) => void;

/** Returns false if the reading ends within a row. */
function parseRows(
	text: string,
	delimiter: string,
	onCells: (cells: readonly string[]) => void,
	isStrict = false,
): boolean {
	try {
		parse(text, {
			delimiter,
			trim: isStrict,
			relax_quotes: !isStrict,
			relax_column_count: true,
			record_delimiter: ['\r\n', '\n', '\r'],
			on_record: (cells: string[]) => {
				onCells(cells);
				return null;
			},
		});
		return true;
	} catch (error) {
		if (error instanceof CsvError) return false;
		throw error;
	}
}

/** How much of the text is read to find the separator, in characters. */
const SAMPLE = 50_000;

/** Finds the separator with which most rows have the same number of cells, and more than one. */
function separatorOf(text: string): string {
	const sample = text.length > SAMPLE ? text.slice(0, text.lastIndexOf('\n', SAMPLE) + 1) || text : text;
	const scores = SEPARATORS.map((separator) => {
		const widths: number[] = [];
		parseRows(sample, separator, (cells) => {
			if (cells.some((cell) => cell.trim() !== '')) widths.push(cells.length);
		});
		const usual = mostCommon(widths);
		const share = widths.filter((width) => width === usual).length / (widths.length || 1);
		return { separator, score: share * Math.min(usual - 1, 4) };
	});
	return scores.reduce((best, other) => (other.score > best.score ? other : best)).separator;
}

function mostCommon(numbers: readonly number[]): number {
	const groups = [...Map.groupBy(numbers, (number) => number).values()];
	return groups.reduce((best, group) => (group.length > best.length ? group : best), [1])[0]!;
}

/** Whether only the last row has fewer cells than the others, as in a file whose end is missing. */
function isShort(rows: readonly TableRow[]): boolean {
	const last = rows.at(-1);
	return last !== undefined && rows.length > 2 && last.cells.length < mostCommon(rows.map(({ cells }) => cells.length));
}

function cutRow(row: number): RefusedRow {
	const rule = 'complete, but its quotes are wrong, or the file ends within it';
	return {
		row,
		problem: {
			column: '',
			value: undefined,
			rule,
			fix: 'write a double quote within a quoted cell twice, or get the whole file',
		},
	};
}

/** Reads CSV in the dialects of spreadsheets: separated by commas, semicolons, tabs or bars. */
import { CsvError, parse } from 'csv-parse/sync';
import { decodeText } from './decode-text.ts';
import { rowMaker } from './limits.ts';
import { type RefusedRow, type Row, type Sheet, textCell } from './table.ts';

const SEPARATORS = [',', ';', '\t', '|'];

/** Reads a CSV file. Rows are numbered as in a spreadsheet: line breaks within quotes do not start a new row. */
export function readDelimitedText(file: string, bytes: Buffer): Sheet {
	const text = decodeText(file, bytes);
	const [hint, stated] = /^sep=(.)\r?\n?/i.exec(text) ?? [];
	const body = text.slice(hint?.length ?? 0);
	const first = hint === undefined ? 1 : 2;
	const { rows, isCut } = parseRows(file, body, stated ?? separatorOf(file, body), first);
	const refused: RefusedRow[] = [];
	if (isCut) refused.push(cutRow(first + rows.length));
	else if (isShort(rows) && !/[\r\n]$/.test(text)) refused.push(cutRow(rows.pop()!.row));
	return { file, words: { row: 'row', column: 'column' }, rows, refused };
}

function parseRows(file: string, text: string, delimiter: string, first: number): { rows: Row[]; isCut: boolean } {
	const rows: Row[] = [];
	const makeRow = rowMaker(file);
	try {
		parse(text, {
			delimiter,
			relax_quotes: true,
			relax_column_count: true,
			record_delimiter: ['\r\n', '\n', '\r'],
			on_record: (cells: string[]) => {
				rows.push(makeRow(first + rows.length, cells.map(textCell)));
				return null;
			},
		});
		return { rows, isCut: false };
	} catch (error) {
		if (error instanceof CsvError) return { rows, isCut: true };
		throw error;
	}
}

/** How much of the text is read to find the separator, in characters. */
const SAMPLE = 50_000;

/** Finds the separator with which most rows have the same number of cells, and more than one. */
function separatorOf(file: string, text: string): string {
	const sample = text.length > SAMPLE ? text.slice(0, text.lastIndexOf('\n', SAMPLE) + 1) || text : text;
	const scores = SEPARATORS.map((separator) => {
		const widths = parseRows(file, sample, separator, 1)
			.rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
			.map(({ cells }) => cells.length);
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
function isShort(rows: readonly Row[]): boolean {
	const last = rows.at(-1);
	return last !== undefined && rows.length > 2 && last.cells.length < mostCommon(rows.map(({ cells }) => cells.length));
}

function cutRow(row: number): RefusedRow {
	const rule = 'complete, but the file ends within this row';
	return { row, problem: { column: '', value: undefined, rule, fix: 'get the whole file and import it again' } };
}

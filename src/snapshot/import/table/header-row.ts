/** Finds the header of a sheet, and the rows below it that are records. */

import { isEmpty, type RefusedRow, type Sheet, type Table, type TableRow, textOf } from './table.ts';
import { isHeaderWord } from './words.ts';

/** How many rows at the top can hold titles and empty rows. */
const MOST_TITLE_ROWS = 30;

/** Matches the first cell of a row with totals. */
const TOTAL =
	/^(?:grand |sub)?(?:total(?:e|s|en)?|sum(?:me|a|s)?|gesamt(?:summe)?|somme|totaal|count|anzahl|average|durchschnitt|moyenne|promedio|media)\b[\s:.=]*\d*$/i;

/** Makes a table of a sheet: with its header, without title rows, totals, empty columns and repeated rows. */
export function tableOf(sheet: Sheet): Table {
	const rows = sheet.rows.filter(({ cells }) => cells.some((cell) => !isEmpty(cell)));
	const leftOut: { why: string; row: number }[] = [];
	const leave = (why: string, left: readonly TableRow[]) => {
		for (const { row } of left) leftOut.push({ why, row });
	};
	const at = sheet.header ? -1 : headerIndex(rows);
	leave('a title', rows.slice(0, Math.max(0, at)));
	let records = rows.slice(at + 1);
	const names = sheet.header ?? rows[at]?.cells.map(textOf);
	const lastOf = ({ cells }: TableRow) => cells.findLastIndex((cell) => !isEmpty(cell)) + 1;
	const filled = records.reduce((most, row) => Math.max(most, lastOf(row)), 0);
	const named = (names ?? []).findLastIndex((name) => name !== '') + 1;
	const width = names === undefined ? filled : Math.max(named, Math.min(names.length, filled));
	const header = columnNames(names ?? [], width);

	const closing = closingRows(records, header.length);
	leave('a total or a remark at the end', closing);
	records = records.slice(0, records.length - closing.length);
	const seen = new Set<string>([(names ?? []).join('\t')]);
	const isRepeated = ({ cells }: TableRow) => {
		const text = cells.map(textOf).join('\t');
		return seen.has(text) || !seen.add(text);
	};
	const repeated = new Set(records.filter(isRepeated));
	leave('a repetition of an earlier row', [...repeated]);
	const isLong = ({ cells }: TableRow) => cells.some((cell, index) => index >= width && !isEmpty(cell));
	return {
		...sheet,
		header,
		leftOut,
		rows: records.filter((row) => !repeated.has(row) && !isLong(row)),
		refused: [...sheet.refused, ...records.filter(isLong).map((row) => tooManyCells(row, width))],
	};
}

function tooManyCells({ row, cells }: TableRow, width: number): RefusedRow {
	const rule = `a row of at most ${width} cells, like the header (this row has ${cells.length})`;
	const fix = 'put text that contains the separator in double quotes';
	return { row, problem: { column: '', value: undefined, rule, fix } };
}

/**
 * Returns the index of the header, or -1 if the first row is a record: among the rows at the top that are filled like
 * the rows below them, the one with the most known names.
 */
function headerIndex(rows: readonly TableRow[]): number {
	const filled = ({ cells }: TableRow) => cells.filter((cell) => !isEmpty(cell)).length;
	const counts = rows.map(filled).sort((a, b) => a - b);
	const usual = counts[counts.length >> 1] ?? 0;
	let best = -1;
	let most = 0;
	rows.slice(0, MOST_TITLE_ROWS).forEach((row, index) => {
		if (filled(row) < Math.max(Math.min(2, usual), usual * 0.4)) return;
		const known = row.cells.filter((cell) => isHeaderWord(textOf(cell))).length;
		const score = known + (row.cells.every(isNameOfColumn) ? 0.5 : -known / 2);
		if (score > most) [best, most] = [index, score];
	});
	return best;
}

/** Whether a cell can be the name of a column: short text that is not a value such as a number or an address. */
function isNameOfColumn(cell: TableRow['cells'][number]): boolean {
	const text = textOf(cell);
	return text.length < 80 && !/^https?:|^[\d.,%$€£\s/-]+$|^\S+@\S+$/i.test(text);
}

/** Names all columns: repeated names get a number, and columns without a name their letter. */
function columnNames(names: readonly string[], width: number): string[] {
	const counts = new Map<string, number>();
	return Array.from({ length: width }, (_, index) => {
		const name = (names[index] ?? '').replace(/\s+/g, ' ') || `Column ${letterOf(index)}`;
		const count = (counts.get(name) ?? 0) + 1;
		counts.set(name, count);
		return count === 1 ? name : `${name} (${count})`;
	});
}

/** Returns a column's letters in a spreadsheet: `A`, …, `Z`, `AA`, … */
function letterOf(index: number): string {
	const last = String.fromCharCode(65 + (index % 26));
	return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** Returns the rows at the end with totals or remarks. */
function closingRows(rows: readonly TableRow[], width: number): TableRow[] {
	const closing: TableRow[] = [];
	for (const row of rows.toReversed()) {
		const texts = row.cells.map(textOf).filter((text) => text !== '');
		const isTotal = TOTAL.test(texts[0] ?? '') && texts.length <= Math.max(2, width / 2);
		const isRemark = texts.length === 1 && width > 3 && texts[0]!.length > 20;
		if (!isTotal && !isRemark) break;
		closing.unshift(row);
	}
	return closing;
}

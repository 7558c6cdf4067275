/** Tables as editors have them: rows of cells under a header, whatever file they come from. */
import type { Violation } from '../../../catalog/records.ts';

/** A cell: its text, or a number that a spreadsheet or JSON stores as one. An empty cell is an empty text. */
export type Cell = string | NumberCell;

/** A number, and the unit that its file states: `%`, a currency code, or an empty text. 25 and `%` are 25%. */
interface NumberCell {
	readonly number: number;
	readonly unit: string;
}

export interface TableRow {
	/** The number of the row in its file, counted from 1. */
	readonly row: number;
	readonly cells: readonly Cell[];
}

/** The rows of a file, before its header is found. */
export interface Sheet {
	readonly file: string;
	readonly words: { readonly row: string; readonly column: string };
	readonly rows: readonly TableRow[];
	/** Rows that could not be read. */
	readonly refused: readonly RefusedRow[];
	/** The header, if the file names its columns apart from its rows, such as the fields of JSON. */
	readonly header?: readonly string[];
	/** Whether a column is missing if no row has a value for it, as in JSON. */
	readonly isSparse?: boolean;
}

export interface RefusedRow {
	readonly row: number;
	readonly problem: Violation;
}

/** A table whose header is known. */
export interface Table extends Sheet {
	/** A name for each column, all different. A column without a name is called `Column D`. */
	readonly header: readonly string[];
	/** The rows that were left out, because they are no records. */
	readonly leftOut: readonly { readonly why: string; readonly row: number }[];
}

/** Makes a cell from text: without invisible characters, and with plain spaces. */
export function textCell(text: string): string {
	return text
		.replace(/[\u200b\u2060\ufeff\u00ad]/g, '')
		.replace(/\r\n?/g, '\n')
		.replace(/[^\S\n]/g, ' ')
		.trim();
}

/** Returns a cell as a person would write it: `25%`, `50 EUR`, `12.5`. */
export function textOf(cell: Cell | undefined): string {
	if (cell === undefined || typeof cell === 'string') return cell ?? '';
	return cell.unit === '' ? String(cell.number) : `${cell.number}${cell.unit === '%' ? '%' : ` ${cell.unit}`}`;
}

export function isEmpty(cell: Cell | undefined): boolean {
	return cell === undefined || cell === '';
}

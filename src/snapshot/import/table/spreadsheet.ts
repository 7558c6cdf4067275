/** Reads Excel and OpenDocument spreadsheets. */
import { read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { UserError } from '../../../shared/user-error.ts';
import { rowMaker } from './limits.ts';
import { currencyIn } from './money.ts';
import { hiddenSheets } from './open-document.ts';
import { type Cell, type Row, type Sheet, textCell } from './table.ts';
import { checkArchive } from './zip-limits.ts';

/** The maximum number of rows that are read. */
const MOST_ROWS = 500_000;

/**
 * Reads the first visible sheet that holds a table. Other sheets, which may be private notes, are not read further.
 * Formulas are not calculated: a cell with a formula has the value that was saved with it.
 *
 * @throws UserError when the file is not a spreadsheet, is damaged, is too large or holds no table
 */
export function readSpreadsheet(file: string, bytes: Buffer): Sheet {
	const document = checkArchive(file, bytes);
	const hidden = document === undefined ? undefined : hiddenSheets(document);
	const names = visibleSheets(open(file, bytes, { sheets: [] }), hidden);
	for (const name of names) {
		const book = open(file, bytes, { sheets: name });
		const rows = rowsOf(file, book.Sheets[name]!, book.Workbook?.WBProps?.date1904 === true);
		const widest = rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
		if (widest.length > 1) return { file, words: { row: 'row', column: 'column' }, rows, refused: [] };
	}
	throw new UserError(`${file} has no sheet with a table. The table needs a row with the names of its columns.`);
}

function open(file: string, bytes: Buffer, options: object): WorkBook {
	const { error: log } = console;
	try {
		// The library writes remarks about number formats to the console.
		console.error = () => {};
		return read(bytes, { dense: true, cellNF: true, cellHTML: false, sheetRows: MOST_ROWS, ...options });
	} catch (error) {
		throw new UserError(`${file} is not a spreadsheet that can be read. Save it as .xlsx, .ods or CSV.`, {
			cause: error,
		});
	} finally {
		console.error = log;
	}
}

/** @param hidden the indexes of hidden sheets, if the library does not know them */
function visibleSheets({ SheetNames, Workbook }: WorkBook, hidden: ReadonlySet<number> | undefined): string[] {
	return SheetNames.filter((_, index) => !(hidden ? hidden.has(index) : Workbook?.Sheets?.[index]?.Hidden));
}

/** A cell of the library: its type, value, saved text, number format and formula. */
interface LibraryCell {
	readonly t: string;
	readonly v?: unknown;
	readonly w?: string;
	readonly z?: string;
	readonly f?: string;
}

function rowsOf(file: string, sheet: WorkSheet, is1904: boolean): Row[] {
	const rows: Row[] = [];
	const makeRow = rowMaker(file);
	// Rows and cells without a value are holes in these lists.
	((sheet['!data'] ?? []) as (LibraryCell | undefined)[][]).forEach((cells, index) => {
		const read: Cell[] = [];
		cells.forEach((cell, place) => {
			if (cell !== undefined) read[place] = cellOf(cell, is1904);
		});
		rows.push(makeRow(index + 1, read));
	});
	return rows;
}

function cellOf({ t, v, w, z = '', f }: LibraryCell, is1904: boolean): Cell {
	if (t === 'e') return w ?? '#REF!';
	if (v === undefined || v === null) return f === undefined ? '' : `=${f}`;
	if (t !== 'n') return textCell(String(v));
	const number = v as number;
	if (SSF.is_date(z)) return dateText(number, is1904);
	// A product such as 0.07 × 100 is not exact.
	if (z.includes('%')) return { number: Number((number * 100).toPrecision(12)), unit: '%' };
	return { number, unit: currencyIn(z.replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1')) ?? currencyIn(w ?? '') ?? '' };
}

/** Writes a day, or a time, as text that can be read in only one way. */
function dateText(number: number, is1904: boolean): string {
	const { y, m, d, H, M, S } = SSF.parse_date_code(number, { date1904: is1904 });
	const [day, time] = [
		[String(y).padStart(4, '0'), m, d],
		[H, M, Math.floor(S)],
	].map((parts) => parts.map((part) => String(part).padStart(2, '0'))) as [string[], string[]];
	return time.every((part) => part === '00') ? day.join('-') : `${day.join('-')}T${time.join(':')}Z`;
}

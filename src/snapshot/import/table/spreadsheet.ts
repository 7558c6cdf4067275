/** Reads Excel and OpenDocument spreadsheets. */
import { CFB, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { UserError } from '../../../shared/user-error.ts';
import { currencyIn } from './numbers.ts';
import { type Cell, type Sheet, type TableRow, textCell } from './table.ts';

const MOST_ROWS = 500_000;

/**
 * Reads the first visible sheet that holds a table. Other sheets, which may be private notes, are not read further.
 * Formulas are not calculated: a cell with a formula has the value that was saved with it.
 *
 * @throws UserError when the file is not a spreadsheet, is damaged or holds no table
 */
export function readSpreadsheet(file: string, bytes: Buffer): Sheet {
	const names = visibleSheets(open(file, bytes, { sheets: [] }), bytes);
	for (const name of names) {
		const book = open(file, bytes, { sheets: name });
		const rows = rowsOf(book.Sheets[name]!, book.Workbook?.WBProps?.date1904 === true);
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

function visibleSheets({ SheetNames, Workbook }: WorkBook, bytes: Buffer): string[] {
	const document = CFB.find(CFB.read(bytes, { type: 'buffer' }), 'content.xml');
	const hidden = document === null ? undefined : hiddenSheets(Buffer.from(document.content).toString());
	return SheetNames.filter((_, index) => !(hidden ? hidden.has(index) : Workbook?.Sheets?.[index]?.Hidden));
}

const HIDDEN_STYLE = /<style:style\b([^>]*)>\s*<style:table-properties\b[^>]*\btable:display="false"/g;

/** Returns the indexes of the hidden sheets of an OpenDocument file, which the library does not tell. */
function hiddenSheets(xml: string): ReadonlySet<number> {
	const name = (attributes: string, key: string) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1];
	const styles = new Set([...xml.matchAll(HIDDEN_STYLE)].map(([, attributes]) => name(attributes!, 'style:name')));
	const sheets = [...xml.matchAll(/<table:table\b([^>]*)>/g)];
	return new Set(
		sheets.flatMap(([, attributes], index) => (styles.has(name(attributes!, 'table:style-name')) ? [index] : [])),
	);
}

/** A cell of the library: its type, value, saved text, number format and formula. */
interface LibraryCell {
	readonly t: string;
	readonly v?: unknown;
	readonly w?: string;
	readonly z?: string;
	readonly f?: string;
}

function rowsOf(sheet: WorkSheet, is1904: boolean): TableRow[] {
	const rows: TableRow[] = [];
	// Rows and cells without a value are holes in these lists.
	((sheet['!data'] ?? []) as (LibraryCell | undefined)[][]).forEach((cells, index) => {
		const read: Cell[] = [];
		cells.forEach((cell, place) => {
			if (cell !== undefined) read[place] = cellOf(cell, is1904);
		});
		rows.push({ row: index + 1, cells: Array.from(read, (cell) => cell ?? '') });
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

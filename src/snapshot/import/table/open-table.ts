import { UserError } from '../../../shared/user-error.ts';
import { isSpreadsheet, readDelimitedText } from './delimited-text.ts';
import { tableOf } from './header-row.ts';
import { isJsonLines, parseJson, readJsonItems, readJsonLines, readYamlFiles } from './json-items.ts';
import { readSpreadsheet } from './spreadsheet.ts';
import type { Sheet, Table } from './table.ts';

/** Whether a file is one JSON value, by its name or its content. */
function isJson(file: string, bytes: Buffer): boolean {
	if (isLines(file, bytes)) return false;
	return /\.json$/i.test(file) || /^\s*[[{]/.test(startOf(bytes));
}

/** Makes a table of a JSON value. @throws UserError when it has no list of objects */
export function jsonTable(file: string, json: unknown): Table {
	const sheet = readJsonItems(file, json);
	if (sheet !== undefined) return withRecords(sheet);
	throw new UserError(`${file} has no list of objects, such as [{"name": "Acme", "url": "https://acme.example"}].`);
}

/**
 * Reads the table in a file. The kind of file is recognized by its content: a file that is named
 * `.csv` may be a spreadsheet.
 *
 * @throws UserError when the file is empty, damaged or holds no table
 */
export function openTable(file: string, bytes: Buffer): Table {
	if (isSpreadsheet(bytes)) return withRecords(readSpreadsheet(file, bytes));
	if (isJson(file, bytes)) return jsonTable(file, parseJson(file, bytes));
	return withRecords((isLines(file, bytes) ? readJsonLines : readDelimitedText)(file, bytes));
}

/** Reads the table in a folder of YAML files. */
export function openYamlFolder(folder: string, names: readonly string[]): Table {
	return withRecords(readYamlFiles(folder, names));
}

function withRecords(sheet: Sheet): Table {
	const table = tableOf(sheet);
	if (table.rows.length + table.refused.length > 0 && table.header.length > 1) return table;
	throw new UserError(
		`${sheet.file} holds no table. It needs a row with the names of its columns, and a row for each program below it.`,
	);
}

function isLines(file: string, bytes: Buffer): boolean {
	return /\.(?:ndjson|jsonl)$/i.test(file) || isJsonLines(startOf(bytes));
}

function startOf(bytes: Buffer): string {
	return bytes
		.subarray(0, 200_000)
		.toString()
		.replace(/^\ufeff/, '');
}

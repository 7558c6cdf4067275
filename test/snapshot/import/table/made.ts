import { CFB, utils, type WorkSheet, write } from '@e965/xlsx';
import type { Kind } from '../../../../src/catalog/records.ts';
import { type ImportPlan, planImport } from '../../../../src/snapshot/import/plan.ts';
import { NOTHING_STORED } from '../../../../src/snapshot/import/stored.ts';
import { applyMapping } from '../../../../src/snapshot/import/table/apply-mapping.ts';
import { guessMapping } from '../../../../src/snapshot/import/table/guess-mapping.ts';
import type { KnownRecordNames } from '../../../../src/snapshot/import/table/identities.ts';
import type { Mapping } from '../../../../src/snapshot/import/table/mapping.ts';
import { jsonTable, openTable } from '../../../../src/snapshot/import/table/open-table.ts';
import type { Table } from '../../../../src/snapshot/import/table/table.ts';
import { type ReadAll, readAll } from '../read-all.ts';

/** The table in a CSV file with these lines. */
export function tableOf(...lines: readonly string[]): Table {
	return openTable('list.csv', Buffer.from(`${lines.join('\n')}\n`));
}

/** The table in a JSON file. */
export function jsonTableOf(json: unknown): Table {
	return jsonTable('feed.json', json);
}

/** What is read from a table with its guessed mapping. */
export function readTable(table: Table, known?: KnownRecordNames, kind: Kind = 'programs'): ReadAll {
	return readAll(applyMapping(table, guessMapping(table).mapping, known), kind);
}

/** The fields of the programs in a table. */
export function programsIn(table: Table, known?: KnownRecordNames): { readonly [field: string]: unknown }[] {
	return readTable(table, known).records.map(({ raw, initial }) => ({ ...initial, ...raw }));
}

export function planOf(table: Table, mapping: Mapping = guessMapping(table).mapping): ImportPlan {
	return planImport([applyMapping(table, mapping)], NOTHING_STORED, '2026-04-20T00:00:00Z');
}

/** The fields of a guessed mapping, by the names of the columns. */
export function fieldsOf(table: Table): { readonly [column: string]: string } {
	const { columns } = guessMapping(table).mapping;
	return Object.fromEntries(Object.entries(columns).map(([name, { field }]) => [name, field]));
}

/** A cell of a spreadsheet with a number format. */
interface FormattedCell {
	readonly t: 'n';
	readonly v: number;
	readonly z: string;
}

/** A spreadsheet. The names of sheets that start with a point are hidden. */
export function spreadsheet(
	format: 'xlsx' | 'ods',
	sheets: { readonly [name: string]: readonly (readonly (string | number | boolean | null | FormattedCell)[])[] },
	change: (sheet: WorkSheet) => void = () => {},
): Buffer {
	const book = utils.book_new();
	for (const [name, rows] of Object.entries(sheets)) {
		const sheet = utils.aoa_to_sheet(rows as unknown[][]);
		change(sheet);
		utils.book_append_sheet(book, sheet, name.replace('.', ''));
	}
	book.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ Hidden: name.startsWith('.') ? 1 : 0 })) };
	return write(book, { type: 'buffer', bookType: format });
}

/** An OpenDocument spreadsheet with sheets in its own XML. */
export function openDocument(automaticStyles: string, tables: string): Buffer {
	const names = ['office', 'style', 'table', 'text', 'number', 'fo'];
	const urn = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name === 'number' ? 'datastyle' : name}:1.0`;
	const xmlns = names.map((name) => `xmlns:${name}="${urn(name)}"`).join(' ');
	const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${xmlns} office:version="1.3"><office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
	const archive = CFB.utils.cfb_new();
	const add = (name: string, text: string) => CFB.utils.cfb_add(archive, name, Buffer.from(text));
	add('/mimetype', 'application/vnd.oasis.opendocument.spreadsheet');
	add('/content.xml', content);
	add('/styles.xml', `<office:document-styles ${xmlns}></office:document-styles>`);
	add(
		'/META-INF/manifest.xml',
		'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
	);
	return CFB.write(archive, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer;
}

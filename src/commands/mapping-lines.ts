/** Shows a mapping on the first rows of its table. */
import { excerpt } from '../shared/text.ts';
import { type RawRecord, recordsOf } from '../snapshot/import/source.ts';
import { applyMapping } from '../snapshot/import/table/apply-mapping.ts';
import { COMMISSION, type Mapping } from '../snapshot/import/table/mapping.ts';
import { type Table, textOf } from '../snapshot/import/table/table.ts';
import { tableLines } from './table.ts';

const MOST_ROWS = 2;
const LONGEST_VALUE = 28;

export interface SampledColumn {
	readonly name: string;
	/** The field that it holds. Undefined if it is not read. */
	readonly field: string | undefined;
	/** The values in the first rows, and what is read if it differs: `12,5 → 12.5%`. */
	readonly values: readonly string[];
}

/**
 * Returns all columns of a table, with what is read in the first rows.
 *
 * @param longest the maximum length of a value
 */
export function sampledColumns(table: Table, mapping: Mapping, longest: number): SampledColumn[] {
	const rows = firstRows(table);
	const records = recordsOf(applyMapping({ ...table, rows }, mapping), mapping.kind);
	return table.header.map((name, index) => {
		const field = mapping.columns[name]?.field;
		const values = rows.map(({ row, cells }) => {
			const text = textOf(cells[index]);
			const raw = records.find((record) => record.row === row)?.raw;
			return shown(text, field === undefined ? '' : readValue(field, raw), longest);
		});
		return { name, field, values };
	});
}

const firstRows = (table: Table) => table.rows.slice(0, MOST_ROWS);

/** Returns the lines of a table: for each mapped column its field, and what is read in the first rows. */
export function mappingLines(table: Table, mapping: Mapping): string[] {
	const sampled = new Map(sampledColumns(table, mapping, LONGEST_VALUE).map((column) => [column.name, column]));
	const columns = Object.entries(mapping.columns).map(([name, { field }]) => [
		name,
		field,
		...sampled.get(name)!.values,
	]);
	const headings = ['Column', 'Field', ...firstRows(table).map(({ row }) => `${table.words.row} ${row}`)];
	const ignored = table.header.filter((name) => !(name in mapping.columns));
	return [
		`${table.file} has ${mapping.kind}:`,
		...tableLines(headings, columns).map((line) => `  ${line}`),
		...(ignored.length > 0 ? [`Ignored: ${ignored.join(', ')}`] : []),
	];
}

function readValue(field: string, raw: RawRecord | undefined): string {
	if (field !== COMMISSION) return [raw?.[field] ?? ''].flat().join('; ');
	const { commission_rate: rate, commission_amount: amount, currency, commission_text: text } = raw ?? {};
	if (typeof rate === 'number') return `${rate}%`;
	return typeof amount === 'number' ? `${amount} ${currency ?? ''}`.trim() : String(text ?? '');
}

function shown(text: string, value: string, longest: number): string {
	const read = value === text || value === '' ? text : `${text} → ${value}`;
	return excerpt(read, longest);
}

import { type Column, formOf, IMPORT_TIME, isRequired } from '../../src/catalog/columns.ts';
import { COLUMNS, KINDS } from '../../src/catalog/records.ts';

/** Returns the column tables in `src/docs/content.md`, one for each kind of file. */
export function columnTables(): string {
	return KINDS.map((kind) => {
		const rows = Object.entries(COLUMNS[kind]).map(
			([name, column]) => `| \`${name}\` | ${column.meaning} | ${formOf(column)} | ${ifEmpty(column)} |`,
		);
		return `### ${kind}.csv\n\n| column | meaning | format | if empty |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
	}).join('\n');
}

/**
 * Returns, as Markdown, what an empty cell means: a default, another column's value, the import time, or `nothing`.
 * Returns `required` if the cell must not be empty.
 */
export function ifEmpty(column: Column): string {
	if (isRequired(column)) return 'required';
	if (column.from === IMPORT_TIME) return IMPORT_TIME;
	if (column.from !== undefined) return `\`${column.from}\``;
	const value = String(column.schema.parse(undefined) ?? '');
	return value === '' ? 'nothing' : `\`${value}\``;
}

import { type Column, formOf, IMPORT_TIME, isRequired } from '../../src/catalog/columns.ts';
import { COLUMNS, KINDS } from '../../src/catalog/records.ts';

/** The tables of columns in `src/docs/content.md`: one for each kind of file. */
export function columnTables(): string {
	return KINDS.map((kind) => {
		const rows = Object.entries(COLUMNS[kind]).map(
			([name, column]) => `| \`${name}\` | ${column.meaning} | ${formOf(column)} | ${ifEmpty(column)} |`,
		);
		return `### ${kind}.csv\n\n| column | meaning | format | if empty |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
	}).join('\n');
}

/** The value that an empty cell stands for, in Markdown: a default, a column, `nothing`. */
export function ifEmpty(column: Column): string {
	if (isRequired(column)) return 'required';
	if (column.from === IMPORT_TIME) return IMPORT_TIME;
	if (column.from !== undefined) return `\`${column.from}\``;
	const value = String(column.schema.parse(undefined) ?? '');
	return value === '' ? 'nothing' : `\`${value}\``;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Column, formOf, IMPORT_TIME, isRequired } from '../../src/catalog/columns.ts';
import { COLUMNS, KINDS, type Kind, parseRecord } from '../../src/catalog/records.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { readText } from '../../src/snapshot/import/table/read-cell.ts';

const NOW = '2026-05-01T12:00:00Z';
const ALL = KINDS.flatMap((kind) => Object.entries(COLUMNS[kind]).map(([name, column]) => ({ kind, name, column })));

/** Returns the column tables in `src/docs/content.md`, one for each kind of file. */
function columnTables(): string {
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
function ifEmpty(column: Column): string {
	if (isRequired(column)) return 'required';
	if (column.from === IMPORT_TIME) return IMPORT_TIME;
	if (column.from !== undefined) return `\`${column.from}\``;
	const value = String(column.schema.parse(undefined) ?? '');
	return value === '' ? 'nothing' : `\`${value}\``;
}

/** The columns that files can have. The application keeps the others. */
const WRITTEN = ALL.filter(({ column }) => column.type !== 'evidence');

/** The example values in the form of a column. */
function examplesOf(kind: Kind, name: string): unknown[] {
	const column = COLUMNS[kind][name]!;
	const texts = [...formOf(column).matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
	return texts.map((text) => {
		const cell = readText(column, text);
		return 'value' in cell ? cell.value : cell;
	});
}

/** A record with the required columns, and the columns that these require. The values come from their examples. */
function smallest(kind: Kind) {
	const required = ALL.filter(
		({ kind: other, name, column }) => other === kind && (isRequired(column) || name.startsWith('earnings_')),
	);
	return Object.fromEntries(required.map(({ name }) => [name, examplesOf(kind, name)[0] ?? 'ada']));
}

describe('The table of columns', () => {
	test('is in the documentation', async () => {
		const file = join(PROJECT, 'src/docs/content.md');
		const text = readFileSync(file, 'utf8');
		const tables = text.slice(text.indexOf('### organizations.csv'), text.indexOf('\n### Limits'));
		await expect(text.replace(tables, columnTables)).toMatchFileSnapshot(file);
	});

	test.each(ALL)('shows valid values of $name of $kind', ({ kind, name }) => {
		for (const example of examplesOf(kind, name)) {
			expect(parseRecord(kind, { ...smallest(kind), [name]: example }, NOW)).not.toHaveProperty('problems');
		}
	});

	test.each(WRITTEN)('shows a value of $name of $kind, unless any text is valid', ({ kind, name }) => {
		const parsed = parseRecord(kind, { ...smallest(kind), [name]: 'Two Words' }, NOW);
		if ('problems' in parsed && COLUMNS[kind][name]!.refersTo === undefined) {
			expect(examplesOf(kind, name)).not.toEqual([]);
		}
	});

	test.each(ALL)('explains an empty $name of $kind', ({ kind, name, column }) => {
		const parsed = parseRecord(kind, { ...smallest(kind), [name]: undefined }, NOW);
		const meaning = ifEmpty(column).replaceAll('`', '');
		if ('problems' in parsed) return expect([meaning, parsed.problems]).toMatchObject(['required', [{ column: name }]]);
		const record: { readonly [field: string]: unknown } = { ...parsed.record, nothing: '', 'the time of import': NOW };
		expect(String(record[name] ?? '')).toBe(String(record[meaning] ?? meaning));
	});

	test.each(ALL)('explains $name of $kind in one sentence', ({ column }) => {
		expect(column.meaning).toMatch(/^[A-Z][^|\n]*[^.|\n]$/);
	});
});

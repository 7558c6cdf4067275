/** Files that are small, but would take all time and memory, are refused with a sentence. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { expect, onTestFinished, test } from 'vitest';
import { csvSource } from '../../../src/snapshot/import/csv.ts';
import { openSources } from '../../../src/snapshot/import/files.ts';
import { readAll } from './read-all.ts';

/** Reads a file, or a folder with a file of that name. */
async function read(name: string, content: string | Buffer): Promise<unknown> {
	const folder = mkdtempSync(join(tmpdir(), 'harmful-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, name);
	mkdirSync(join(path, '..'), { recursive: true });
	writeFileSync(path, content);
	return openSources([name.includes('/') ? join(path, '..') : path], () => {
		throw new Error('The file was read.');
	});
}

/** A spreadsheet with this cell in each of many rows, and nothing before it. */
function spreadsheet(column: number, rows: number, text: string): Buffer {
	const sheet: { [cell: string]: unknown } = {
		'!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows, c: column } }),
	};
	for (let row = 0; row < rows; row++) sheet[utils.encode_cell({ r: row, c: column })] = { t: 's', v: text };
	const book = { SheetNames: ['List'], Sheets: { List: sheet } };
	return write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true });
}

const DEEP = 50_000;
const NESTED = 'has more than 100 lists or objects within each other. Write a list of programs without them.';
const TOO_MANY = 'has more than 5,000,000 cells. Remove rows and columns that are not needed, or import it in parts.';
const TOO_LONG =
	'has a cell of 100,001 characters, but a cell can have at most 100,000. Shorten it, or remove its column.';
const LONG = 'x'.repeat(100_001);
const wide = Array.from({ length: 4000 }, (_, index) => ({ name: 'A', [`field ${index}`]: 1 }));

test.each([
	['a spreadsheet whose rows have only a last cell', 'list.xlsx', () => spreadsheet(16_383, 310, 'x'), TOO_MANY],
	[
		'a spreadsheet that repeats a long text',
		'list.xlsx',
		() => spreadsheet(0, 10_000, 'x'.repeat(30_000)),
		'has more than 250,000,000 characters.',
	],
	['JSON with many levels', 'list.json', () => `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, NESTED],
	[
		'JSON with many levels in a field',
		'list.json',
		() => `[{"name":"A","x":${'{"y":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}]`,
		NESTED,
	],
	[
		'a registry with many levels',
		'registry.json',
		() => `{"programs":[{"slug":"a","commission":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}]}`,
		NESTED,
	],
	['NDJSON with many levels', 'list.ndjson', () => `{"a":1}\n{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}\n`, NESTED],
	['JSON whose items have different fields', 'list.json', () => JSON.stringify(wide), TOO_MANY],
	['JSON with a long cell', 'list.json', () => JSON.stringify([{ name: 'A', text: LONG }]), `item 1 ${TOO_LONG}`],
	['CSV with a long cell', 'list.csv', () => `Name,Website\nA,${LONG}\n`, `row 2 ${TOO_LONG}`],
	['CSV with many cells', 'list.csv', () => `Name,Website\n${','.repeat(5_000_000)}\n`, TOO_MANY],
	['YAML with many levels', 'programs/a.yaml', () => `x: ${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, NESTED],
])('%s', async (_, name, content, sentence) => {
	const reading = read(name, content());
	await expect(reading).rejects.toThrow(sentence);
	await expect(reading).rejects.toMatchObject({ name: 'UserError' });
});

test('CSV with our columns and a long cell', () => {
	const source = csvSource('programs.csv', 'programs', () => Buffer.from(`slug,name\na,${LONG}\n`));
	expect(() => readAll(source, 'programs')).toThrow(`programs.csv row 2 ${TOO_LONG}`);
});

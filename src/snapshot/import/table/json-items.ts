/** Reads JSON of any shape, JSON with one object a line, and YAML. Each item becomes a row, and each field a column. */

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { explain } from '../../../shared/explain.ts';
import { UserError } from '../../../shared/user-error.ts';
import { decodeText } from './delimited-text.ts';
import { type Cell, type RefusedRow, type Sheet, textCell } from './table.ts';

type Item = { readonly [field: string]: unknown };

const WORDS = { row: 'item', column: 'field' };
/** How deep the list of items can be. */
const DEEPEST = 3;

/** Returns the items of a JSON value as rows, or undefined if it contains no list of objects. */
export function readJsonItems(file: string, json: unknown): Sheet | undefined {
	const items = itemsIn(json, DEEPEST);
	return (
		items &&
		sheetOf(
			file,
			items.map((item, index) => ({ item, row: index + 1 })),
			[],
		)
	);
}

/** Reads a folder of YAML files. The row of an item is the number of its file. */
export function readYamlFiles(folder: string, names: readonly string[]): Sheet {
	const items = names.flatMap((name, index) => {
		const file = join(folder, name);
		const item = parseYaml(
			file,
			explain(() => readFileSync(file, 'utf8'), 'read', file),
		);
		return isItem(item) ? [{ item, row: index + 1 }] : [];
	});
	return sheetOf(folder, items, []);
}

function parseYaml(file: string, text: string): unknown {
	try {
		return parse(text);
	} catch (error) {
		throw new UserError(`${file} is not valid YAML: ${(error as Error).message.split('\n')[0]}`, { cause: error });
	}
}

/** Reads a file with one JSON object a line. The row of an item is its line. */
export function readJsonLines(file: string, bytes: Buffer): Sheet {
	const refused: RefusedRow[] = [];
	const items = decodeText(file, bytes)
		.split('\n')
		.flatMap((line, index) => {
			if (line.trim() === '') return [];
			const row = index + 1;
			try {
				const item = JSON.parse(line);
				if (isItem(item)) return [{ item, row }];
			} catch {
				// Refused below.
			}
			const fix = 'correct this line, or get the whole file and import it again';
			refused.push({ row, problem: { column: '', value: line, rule: 'a JSON object', fix } });
			return [];
		});
	return { ...sheetOf(file, items, refused), words: { row: 'line', column: 'field' } };
}

/** Whether bytes are several lines of which the first is a JSON object. */
export function isJsonLines(text: string): boolean {
	const [first = '', second = ''] = text.trimStart().split('\n', 2);
	try {
		return isItem(JSON.parse(first)) && second.trim() !== '';
	} catch {
		return false;
	}
}

function isItem(value: unknown): value is Item {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Finds the longest list of objects. An object whose values are all objects of one shape is such a list, too. */
function itemsIn(value: unknown, depth: number): readonly Item[] | undefined {
	if (Array.isArray(value)) return value.length > 0 && value.every(isItem) ? value : undefined;
	if (!isItem(value) || depth === 0) return undefined;
	if (isKeyed(value)) return Object.entries(value).map(([key, item]) => ({ key, ...(item as Item) }));
	const lists = Object.values(value).map((part) => itemsIn(part, depth - 1) ?? []);
	const longest = lists.reduce((best, list) => (list.length > best.length ? list : best), []);
	return longest.length > 0 ? longest : undefined;
}

/** Whether an object lists items by their keys: its values are objects with at least two fields in common. */
function isKeyed(value: Item): boolean {
	const parts = Object.values(value);
	if (parts.length < 2 || !parts.every(isItem)) return false;
	const shared = Object.keys(parts[0]!).filter((field) => parts.every((part) => field in part));
	return shared.length >= 2;
}

function sheetOf(
	file: string,
	items: readonly { readonly item: Item; readonly row: number }[],
	refused: readonly RefusedRow[],
): Sheet {
	const header = new Map<string, number>();
	const rows = items.map(({ item, row }) => {
		const cells: Cell[] = [];
		for (const [field, cell] of cellsOf(item, '')) {
			if (!header.has(field)) header.set(field, header.size);
			cells[header.get(field)!] = cell;
		}
		return { row, cells: Array.from(cells, (cell) => cell ?? '') };
	});
	return { file, words: WORDS, rows, refused, header: [...header.keys()], isSparse: true };
}

/** Returns the cells of an item. The fields of an object in the item have dotted names. */
function* cellsOf(item: Item, prefix: string): Generator<[string, Cell]> {
	for (const [field, value] of Object.entries(item)) {
		const name = `${prefix}${field}`;
		if (isItem(value)) yield* cellsOf(value, `${name}.`);
		else if (!Array.isArray(value)) yield [name, cellOf(value)];
		else if (!value.some(isItem)) yield [name, value.map((part) => textCell(String(part))).join('; ')];
		else {
			const names = value.map(nameOf).filter((text) => text !== '');
			if (names.length > 0) yield [name, names.join('; ')];
			else yield* cellsOf(value.find(isItem)!, `${name}.`);
		}
	}
}

function nameOf(value: unknown): string {
	if (!isItem(value)) return textCell(String(value ?? ''));
	const name = value.name ?? value.title ?? value.label;
	return typeof name === 'string' ? textCell(name) : '';
}

function cellOf(value: unknown): Cell {
	if (typeof value === 'number') return { number: value, unit: '' };
	return value === null || value === undefined ? '' : textCell(String(value));
}

/** Reads a JSON file. @throws UserError when the file is empty, not UTF-8 or not valid JSON */
export function parseJson(file: string, bytes: Buffer): unknown {
	if (!isUtf8(bytes)) throw new UserError(`${file} is not UTF-8 text. Save it as UTF-8 and import it again.`);
	const text = bytes.toString().replace(/^\ufeff/, '');
	if (text.trim() === '')
		throw new UserError(`${file} is empty. Replace it with the complete file and import it again.`);
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new UserError(`${file} is not valid JSON: ${(cause as Error).message}.`, { cause });
	}
}

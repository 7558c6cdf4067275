/** Reads the cells of CSV files, according to the types of their columns. */
import { type Column, type ColumnType, plainForm } from '../../catalog/columns.ts';
import { isPlaceholder } from '../../catalog/fields.ts';
import { withoutApostrophe } from '../../shared/csv.ts';
import { normalizeTimestamp } from './timestamps.ts';

/**
 * Either the value, or the rule that the text breaks and how to fix the text. The catalogue checks the value later.
 */
type Cell = { readonly value: unknown } | { readonly rule: string; readonly fix: string };

/** Reads a cell. The value of an empty cell is undefined, so that its field becomes null or gets its default value. */
export function readCell(column: Column, text: string): Cell {
	const trimmed = withoutApostrophe(text.trim());
	if (trimmed === '') return { value: undefined };
	const read = READERS[column.type];
	if (read) return read(trimmed, column);
	return { value: column.spellings?.[trimmed] ?? trimmed.replace(/\r\n?/g, '\n') };
}

type Reader = (text: string, column: Column) => Cell;

const MONEY = /^(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\$)$/u;

/** The readers of all column types that are not read as plain text. */
const READERS: { readonly [T in ColumnType]?: Reader } = {
	slugs,
	keywords: slugs,
	names,
	countries: slugs,
	offers: json,
	percentage: numberOf(/^(?:%|per ?cent)$/i),
	amount: numberOf(MONEY),
	days: number(daysAdvice),
	count: numberOf(),
	rating: numberOf(/^(?:stars?|★)$/i),
	boolean,
	timestamp,
};

function slugs(text: string): Cell {
	if (!/[,|]/.test(text)) return { value: splitAt(text, ';') };
	return { rule: 'a list separated by semicolons', fix: `write ${splitAt(text, /[;,|]/).join(';')}` };
}

/** Names may contain commas, so only semicolons separate them. */
function names(text: string): Cell {
	return { value: splitAt(text, ';') };
}

function splitAt(text: string, separator: string | RegExp): string[] {
	return text
		.split(separator)
		.map((part) => part.trim())
		.filter(Boolean);
}

/** The catalogue checks the parsed value. */
function json(text: string, column: Column): Cell {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return { rule: 'a list in JSON', fix: `write ${plainForm(column)}` };
	}
}

/** @param advice returns what to write instead, if the text is not a number */
function number(advice: (text: string, column: Column) => string): Reader {
	return (text, column) => {
		if (/^-?\d+(\.\d+)?$/.test(text)) return { value: Number(text) };
		// A word such as `n/a` is left to the catalogue, which knows whether the column can be empty.
		if (isPlaceholder(text)) return { value: text };
		return { rule: 'a number in plain decimal digits', fix: `write ${advice(text, column)}` };
	};
}

const WITH_UNIT = /^(?<before>[^\d\s.,-]{0,20})\s?(?<digits>\d+(?:\.\d+)?)\s?(?<after>[^\d\s.,-]{0,20})$/;

/**
 * @param unit matches the unit of the column. If the text contains a different unit, the advice does not repeat the
 *   number in the text.
 */
function numberOf(unit?: RegExp): Reader {
	return number((text, column) => {
		const { before = '', digits, after = '' } = WITH_UNIT.exec(text)?.groups ?? {};
		const isInUnit = [before, after].every((part) => part === '' || unit?.test(part));
		return digits !== undefined && isInUnit ? digits : plainForm(column);
	});
}

/** The number of days in each unit with a fixed length. */
const DAYS_IN: { readonly [unit: string]: number } = { hour: 1 / 24, day: 1, week: 7, year: 365 };

function daysAdvice(text: string, column: Column): string {
	const { digits, unit = '' } = /^(?<digits>\d{1,6}) ?-?(?<unit>[a-z]+?)s?$/i.exec(text)?.groups ?? {};
	const days = Number(digits) * (DAYS_IN[unit.toLowerCase()] ?? Number.NaN);
	return Number.isInteger(days) ? String(days) : plainForm(column);
}

const TRUE = ['true', '1', 'yes'];
const FALSE = ['false', '0', 'no'];

function boolean(text: string, column: Column): Cell {
	const word = text.toLowerCase();
	if (TRUE.includes(word) || FALSE.includes(word)) return { value: TRUE.includes(word) };
	if (isPlaceholder(word)) return { value: text };
	return { rule: 'true or false', fix: `write ${plainForm(column)}` };
}

function timestamp(text: string): Cell {
	return { value: normalizeTimestamp(text) };
}

/** What the text of a cell means, by the type of its column. */
import { type Column, type ColumnType, plainForm } from '../catalog/columns.ts';
import { meansNothing } from '../catalog/fields.ts';
import { normalizeTimestamp } from './timestamps.ts';

/** A value for the catalogue to judge, or the rule that the text breaks already. */
export type Cell = { readonly value: unknown } | { readonly rule: string; readonly fix: string };

/** Reads a cell. An empty one is undefined: the null or the default of its field. */
export function readCell(column: Column, text: string): Cell {
	const trimmed = text.trim();
	if (trimmed === '') return { value: undefined };
	const read = READERS[column.type];
	if (read) return read(trimmed, column);
	return { value: column.spellings?.[trimmed] ?? trimmed.replace(/\r\n?/g, '\n') };
}

type Reader = (text: string, column: Column) => Cell;

/** A sign or a code of a currency. */
const MONEY = /^(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\$)$/u;

/** Types that are not here are text. */
const READERS: { readonly [T in ColumnType]?: Reader } = {
	slugs,
	percentage: numberOf(/^(?:%|per ?cent)$/i),
	amount: numberOf(MONEY),
	days: number(daysAdvice),
	count: numberOf(),
	rating: numberOf(/^(?:stars?|★)$/i),
	boolean,
	timestamp,
};

function slugs(text: string): Cell {
	const split = (separator: string | RegExp) =>
		text
			.split(separator)
			.map((slug) => slug.trim())
			.filter(Boolean);
	if (!/[,|]/.test(text)) return { value: split(';') };
	return { rule: 'slugs separated by semicolons', fix: `write ${split(/[;,|]/).join(';')}` };
}

/** @param advice what to do about a text that is no number */
function number(advice: (text: string, column: Column) => string): Reader {
	return (text, column) => {
		if (/^-?\d+(\.\d+)?$/.test(text)) return { value: Number(text) };
		// The catalogue knows whether there must be a value.
		if (meansNothing(text)) return { value: text };
		return { rule: 'a number in plain decimal digits', fix: `write ${advice(text, column)}` };
	};
}

const WITH_UNIT = /^(?<before>[^\d\s.,-]{0,20})\s?(?<digits>\d+(?:\.\d+)?)\s?(?<after>[^\d\s.,-]{0,20})$/;

/** @param unit a unit that a number needs no longer say: only in that one is it the number to write */
function numberOf(unit?: RegExp): Reader {
	return number((text, column) => {
		const { before = '', digits, after = '' } = WITH_UNIT.exec(text)?.groups ?? {};
		const isInUnit = [before, after].every((part) => part === '' || unit?.test(part));
		return digits !== undefined && isInUnit ? digits : plainForm(column);
	});
}

/** How many days a unit always has. */
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
	if (meansNothing(word)) return { value: text };
	return { rule: 'true or false', fix: `write ${plainForm(column)}` };
}

function timestamp(text: string): Cell {
	return { value: normalizeTimestamp(text) };
}

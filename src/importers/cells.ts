/** What the text of a cell means, by its column. */
import { meansNothing } from '../catalog/fields.ts';
import { normalizeTimestamp } from './timestamps.ts';

/** A value for the catalogue to judge, or the rule that the text breaks already. */
export type Cell = { readonly value: unknown } | { readonly rule: string; readonly fix: string };

/** Reads a cell. An empty one is undefined: the null or the default of its field. */
export function readCell(column: string, text: string): Cell {
	const trimmed = text.trim();
	if (trimmed === '') return { value: undefined };
	const read = READERS[column];
	return read ? read(trimmed) : { value: trimmed.replace(/\r\n?/g, '\n') };
}

/** A sign or a code of a currency. */
const MONEY = /^(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\$)$/u;

/** Columns of the same name mean the same in every file. What is not here is text. */
const READERS: { readonly [column: string]: (text: string) => Cell } = {
	categories: slugs,
	commission_type: (text) => ({ value: text === 'one-time' ? 'one_time' : text }),
	commission_rate: numberOf('a percentage such as 12.5', /^(?:%|per ?cent)$/i),
	commission_amount: numberOf('an amount such as 49.90', MONEY),
	cookie_days: number(daysAdvice),
	payout_minimum: numberOf('an amount such as 49.90', MONEY),
	views: numberOf('a whole number such as 120'),
	rating: numberOf('a rating such as 4.5', /^(?:stars?|★)$/i),
	upvotes: numberOf('a whole number such as 12'),
	verified: boolean,
	featured: boolean,
	checked_at: timestamp,
	created_at: timestamp,
	updated_at: timestamp,
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
function number(advice: (text: string) => string): (text: string) => Cell {
	return (text) => {
		if (/^-?\d+(\.\d+)?$/.test(text)) return { value: Number(text) };
		// The catalogue knows whether there must be a value.
		if (meansNothing(text)) return { value: text };
		return { rule: 'a number in plain decimal digits', fix: advice(text) };
	};
}

const WITH_UNIT = /^(?<before>[^\d\s.,-]{0,20})\s?(?<digits>\d+(?:\.\d+)?)\s?(?<after>[^\d\s.,-]{0,20})$/;

/** @param unit a unit that a number needs no longer say: only in that one is it the number to write */
function numberOf(example: string, unit?: RegExp) {
	return number((text) => {
		const { before = '', digits, after = '' } = WITH_UNIT.exec(text)?.groups ?? {};
		const isInUnit = [before, after].every((part) => part === '' || unit?.test(part));
		return `write ${digits !== undefined && isInUnit ? digits : example}`;
	});
}

/** How many days a unit always has. */
const DAYS_IN: { readonly [unit: string]: number } = { hour: 1 / 24, day: 1, week: 7, year: 365 };

function daysAdvice(text: string): string {
	const { digits, unit = '' } = /^(?<digits>\d{1,6}) ?-?(?<unit>[a-z]+?)s?$/i.exec(text)?.groups ?? {};
	const days = Number(digits) * (DAYS_IN[unit.toLowerCase()] ?? Number.NaN);
	return `write ${Number.isInteger(days) ? days : 'a whole number of days such as 30'}`;
}

const TRUE = ['true', '1', 'yes'];
const FALSE = ['false', '0', 'no'];

function boolean(text: string): Cell {
	const word = text.toLowerCase();
	if (TRUE.includes(word) || FALSE.includes(word)) return { value: TRUE.includes(word) };
	if (meansNothing(word)) return { value: text };
	return { rule: 'true or false', fix: 'write true or false (yes, no, 1 and 0 mean the same)' };
}

function timestamp(text: string): Cell {
	return { value: normalizeTimestamp(text) };
}

/** What the text of a cell means, by its column. */
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

/** Columns of the same name mean the same in every file. What is not here is text. */
const READERS: { readonly [column: string]: (text: string) => Cell } = {
	categories: slugs,
	commission_type: (text) => ({ value: text === 'one-time' ? 'one_time' : text }),
	commission_rate: number,
	commission_amount: number,
	cookie_days: number,
	payout_minimum: number,
	views: number,
	rating: number,
	upvotes: number,
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
	return { rule: 'slugs with semicolons between', fix: `write ${split(/[;,|]/).join(';')}` };
}

function number(text: string): Cell {
	if (/^-?\d+(\.\d+)?$/.test(text)) return { value: Number(text) };
	const digits = /^[^\d.,-]*(\d+(?:\.\d+)?)[^\d.,-]*$/.exec(text)?.[1];
	return { rule: 'a number in plain decimal digits', fix: digits ? `write ${digits}` : 'write a number such as 12.5' };
}

const TRUE = ['true', '1', 'yes'];
const FALSE = ['false', '0', 'no'];

function boolean(text: string): Cell {
	const word = text.toLowerCase();
	if (TRUE.includes(word) || FALSE.includes(word)) return { value: TRUE.includes(word) };
	return { rule: 'true or false', fix: 'write true or false (yes, no, 1 and 0 mean the same)' };
}

function timestamp(text: string): Cell {
	return { value: normalizeTimestamp(text) };
}

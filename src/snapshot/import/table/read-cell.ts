/** Reads a cell of a table as the value of a field. */
import { LONGEST, toSlug } from '../../../catalog/fields.ts';
import { countryCodesIn } from './country-names.ts';
import { parseDate, parseDateNumber } from './dates.ts';
import { inDays, parseDuration } from './durations.ts';
import type { ColumnMapping } from './mapping.ts';
import { currencyIn } from './money.ts';
import { parseMoney, parseNumber, parsePercentage } from './numbers.ts';
import type { Read } from './read.ts';
import { type Cell, textOf } from './table.ts';
import { choiceIn, hasChoices, isUnknown, parseBoolean, SHEET_ERROR } from './words.ts';

/** @param type the type of the field's values, as in the column tables */
export function readTableCell(cell: Cell, type: string, column: ColumnMapping): Read {
	const text = textOf(cell);
	if (text === '') return { value: undefined };
	if (SHEET_ERROR.test(text)) return { rule: 'a value, and not an error of a spreadsheet', fix: 'correct the formula' };
	if (isUnknown(text)) return { value: undefined, how: 'as unknown' };
	if (hasChoices(column.field)) return choice(text, column.field);
	return (READERS[type] ?? plainText)(cell, column);
}

type Reader = (cell: Cell, column: ColumnMapping) => Read;

const READERS: { readonly [type: string]: Reader } = {
	line: (cell) => ({ value: oneLine(textOf(cell)) }),
	name: (cell) => ({ value: oneLine(textOf(cell)) }),
	link,
	icon: (cell) => ({ value: toSlug(textOf(cell)) }),
	keyword: (cell) => ({ value: toSlug(textOf(cell)) || undefined }),
	slug: (cell) => ({ value: toSlug(textOf(cell)) || undefined }),
	slugs: (cell) => ({ value: namesIn(textOf(cell)) }),
	names: (cell) => ({ value: different(textOf(cell).split(/[;,|\n]/)) }),
	keywords: (cell) => ({
		value: different(
			textOf(cell)
				.split(/[;,|\n]/)
				.map(toSlug),
		),
	}),
	countries: (cell) => countryCodesIn(textOf(cell)),
	currency: (cell) => ({
		value: currencyIn(textOf(cell).length === 3 ? textOf(cell).toUpperCase() : textOf(cell)) ?? textOf(cell),
	}),
	offers,
	percentage: figure,
	amount: figure,
	rating: figure,
	count: figure,
	days,
	boolean,
	timestamp,
};

function plainText(cell: Cell): Read {
	return { value: textOf(cell).slice(0, LONGEST.text) };
}

export function oneLine(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Divides `CRM, Sales / E-Mail` into names. A name such as `HR & Recruiting` stays whole. */
export function namesIn(text: string): string[] {
	return different(text.split(/[;,|\n]|\s\/\s|\s>\s/));
}

function different(values: readonly string[]): string[] {
	return [...new Set(values.map((value) => value.trim()))].filter(Boolean);
}

/** Reads an address with or without `https://`, and the target of a Markdown link. */
function link(cell: Cell): Read {
	const text = textOf(cell).replaceAll('&amp;', '&');
	const target = /^\[[^\]]*\]\((\S+)\)$|^<(\S+)>$/.exec(text);
	const address = target?.[1] ?? target?.[2] ?? text;
	if (/^https?:\/\//i.test(address)) return { value: address.replaceAll(' ', '%20') };
	const isHost = /^(?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(address);
	if (!isHost) return { rule: 'an address', fix: 'write an address such as https://acme.example/' };
	return { value: `https://${address.replace(/^\/\//, '')}`, how: 'as addresses that start with https://' };
}

/** Reads a number, with or without a unit. */
function figure(cell: Cell, { decimal = '.', unit, field }: ColumnMapping): Read {
	if (typeof cell !== 'string') {
		const factor = unit === 'share' && cell.unit === '' ? 100 : 1;
		const currency = cell.unit.length === 3 ? { currency: cell.unit } : {};
		return { value: cell.number * factor, ...currency };
	}
	const rating =
		field === 'rating'
			? (/^([★⭐]+)[☆]*$/u.exec(cell)?.[1] ??
				/^(\S+) ?(?:\/ ?5|out of 5|sur 5|von 5|stars?|Sterne|★)$/i.exec(cell)?.[1])
			: undefined;
	if (rating !== undefined)
		return {
			value: /^\d/.test(rating) ? parseNumber(rating, decimal) : [...rating].filter((star) => star !== '\ufe0f').length,
			how: 'as ratings',
		};
	const number = parseNumber(cell, decimal);
	if (number !== undefined) {
		const isPlain = /^\d+(?:\.\d+)?$/.test(cell);
		return { value: unit === 'share' ? number * 100 : number, ...(isPlain ? {} : { how: 'as numbers' }) };
	}
	const percentage = parsePercentage(cell, decimal);
	if (percentage !== undefined) return { value: percentage, how: 'as percentages' };
	const money = parseMoney(cell, decimal);
	if (money !== undefined) return { value: money.amount, currency: money.currency, how: 'as amounts' };
	return { rule: 'a number', fix: 'write a number such as 12.5' };
}

function offers(cell: Cell): Read {
	try {
		return { value: JSON.parse(textOf(cell)) };
	} catch {
		return { rule: 'a list of offers in JSON', fix: 'write offers as JSON' };
	}
}

const DAYS_IN = { hours: 1 / 24, weeks: 7, months: 30 } as const;

function days(cell: Cell, { decimal = '.', unit }: ColumnMapping): Read {
	const number = typeof cell === 'string' ? parseNumber(cell, decimal) : cell.number;
	if (number !== undefined) {
		if (unit !== 'hours' && unit !== 'weeks' && unit !== 'months') return { value: number };
		return { value: inDays(number, DAYS_IN[unit]), how: `as days (from ${unit})` };
	}
	const text = textOf(cell);
	const duration = parseDuration(text, decimal);
	if (duration !== undefined) return { value: duration, how: 'as days' };
	if (
		/^(?:life ?time|unlimited|forever|lebenslang|unbegrenzt|a vie|illimite\w*|de por vida|ilimitad\w*|levenslang|onbeperkt|a vita|illimitat\w*)$/i.test(
			text.normalize('NFKD').replace(/\p{M}/gu, ''),
		)
	) {
		return { value: undefined, how: 'as unknown, because they are no number of days' };
	}
	return { rule: 'a number of days', fix: 'write a whole number of days such as 30' };
}

function boolean(cell: Cell): Read {
	const value = parseBoolean(textOf(cell));
	if (value === undefined) return { rule: 'yes or no', fix: 'write yes or no' };
	return { value, how: 'as yes or no' };
}

function timestamp(cell: Cell, { dates = 'day-month' }: ColumnMapping): Read {
	const text = textOf(cell);
	const number =
		typeof cell === 'string' ? (/^\d{5,13}(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined) : cell.number;
	const value = number === undefined ? parseDate(text, dates) : parseDateNumber(number);
	if (value === undefined) return { rule: 'a date of a real day', fix: 'write a date such as 2026-04-18' };
	if (number !== undefined) return { value, how: 'as dates (from numbers)' };
	return /^\d{4}-\d\d-\d\d/.test(text)
		? { value }
		: { value, how: `as dates (${dates === 'day-month' ? 'day' : 'month'} first)` };
}

function choice(text: string, field: string): Read {
	const value = choiceIn(field, text);
	if (value !== undefined) return { value: value || undefined, how: `as ${value || 'open or unknown'}` };
	if (field === 'payout_frequency') return { value: toSlug(text) || undefined };
	return { rule: 'one of the words for this field', fix: 'write one of the words in the documentation' };
}

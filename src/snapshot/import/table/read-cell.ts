/** Reads a cell of a table as the value of a field. */
import { type Column, plainForm } from '../../../catalog/columns.ts';
import { COUNTRIES, currentCode } from '../../../catalog/countries.ts';
import { isAmbiguous, parseDate, parseDateNumber, timestampAdvice } from '../../../catalog/dates.ts';
import { LONGEST, toSlug, WORLDWIDE } from '../../../catalog/fields.ts';
import { withoutApostrophe } from '../../../shared/csv.ts';
import { once } from '../../../shared/once.ts';
import type { ColumnMapping } from './mapping.ts';
import {
	currencyIn,
	inDays,
	parseDuration,
	parseMoney,
	parseNumber,
	parsePercentage,
	parseRating,
	parseWait,
} from './numbers.ts';
import { type Cell, textCell, textOf } from './table.ts';
import { choiceIn, hasChoices, isUnknown, parseBoolean, SHEET_ERROR } from './words.ts';

/**
 * Reads a text in our own format: a cell of our own CSV files, or what a user writes in a form. Names, words and addresses
 * stay as they are, so that records that were exported are the same when they are imported.
 */
export function readText(column: Column, text: string): Read {
	const trimmed = withoutApostrophe(text.trim());
	if (trimmed === '') return { value: undefined };
	const { type, spellings } = column;
	if (LISTS.includes(type)) return { value: namesIn(trimmed, type === 'names' ? ';' : LIST) };
	if (!(type in READERS) || EXACT.includes(type)) {
		return { value: spellings?.[trimmed] ?? trimmed.replace(/\r\n?/g, '\n') };
	}
	const cell = textCell(trimmed);
	const read = readCell(cell, type, { field: '' });
	const form = type === 'timestamp' ? timestampAdvice(cell) : `write ${plainForm(column)}`;
	if ('rule' in read) return { rule: read.rule, fix: form };
	if (read.currency !== undefined) {
		const fix = `write ${read.value}, and write ${read.currency} in the field currency`;
		return { rule: 'a number without a currency', fix };
	}
	if (type === 'timestamp' && isAmbiguous(cell)) return { rule: 'a date that can be read in one way only', fix: form };
	if (read.value === undefined && !isUnknown(cell)) return { rule: NOT_DAYS, fix: form };
	return { value: read.value };
}

/** The types whose texts are not changed. */
const EXACT: readonly string[] = ['line', 'name', 'link', 'icon', 'keyword', 'slug'];
const LISTS: readonly string[] = ['slugs', 'keywords', 'names'];

/** @param type the type of the field's values, as in the column tables */
export function readCell(cell: Cell, type: string, column: ColumnMapping): Read {
	const text = textOf(cell);
	if (text === '') return { value: undefined };
	if (SHEET_ERROR.test(text)) return { rule: 'a value, and not an error of a spreadsheet', fix: 'correct the formula' };
	if (isUnknown(text)) return { value: undefined, how: 'as unknown' };
	if (hasChoices(column.field)) return choice(text, column.field);
	return (READERS[type] ?? plainText)(cell, column);
}

type Reader = (cell: Cell, column: ColumnMapping) => Read;

function plainText(cell: Cell): Read {
	const text = textOf(cell);
	const value = text.replace(/[\p{Cc}--\n]+/gv, ' ').slice(0, LONGEST.text);
	return value === text ? { value } : { value, how: 'without control characters' };
}

export function oneLine(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const LIST = /[;,|\n]/;

/** Divides `CRM, Sales / E-Mail` into names. A name such as `HR & Recruiting` stays whole. */
export function namesIn(text: string, separator: string | RegExp = /[;,|\n]|\s\/\s|\s>\s/): string[] {
	const names = text.split(separator).map((name) => name.trim());
	return names.filter(isFirst);
}

const isFirst = (value: string, index: number, all: readonly string[]) => value !== '' && all.indexOf(value) === index;

/** Reads an address with or without `https://`, and the target of a Markdown link. */
function link(cell: Cell): Read {
	const text = textOf(cell).replaceAll('&amp;', '&');
	const target = /^\[[^\]]*\]\((\S+)\)$|^<(\S+)>$/.exec(text);
	const address = target?.[1] ?? target?.[2] ?? text;
	if (/^https?:\/\//i.test(address)) {
		return { value: address.replaceAll(' ', '%20'), ...(text !== textOf(cell) && { how: 'with & instead of &amp;' }) };
	}
	const isHost = /^(?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(address);
	if (!isHost) return { rule: 'an address', fix: 'write an address such as https://acme.example/' };
	return { value: `https://${address.replace(/^\/\//, '')}`, how: 'as addresses that start with https://' };
}

/** Reads a number, with or without a unit. @param of what its unit can be */
const figure =
	(of?: 'percentage' | 'amount' | 'rating'): Reader =>
	(cell, { decimal = '.', unit }) => {
		if (typeof cell !== 'string') {
			const factor = unit === 'share' && cell.unit === '' ? 100 : 1;
			const currency = cell.unit.length === 3 ? { currency: cell.unit } : {};
			return { value: cell.number * factor, ...currency };
		}
		const number = parseNumber(cell, decimal);
		if (number !== undefined) {
			const isPlain = /^\d+(?:\.\d+)?$/.test(cell);
			return { value: unit === 'share' ? number * 100 : number, ...(isPlain ? {} : { how: 'as numbers' }) };
		}
		const percentage = of === 'percentage' ? parsePercentage(cell, decimal) : undefined;
		if (percentage !== undefined) return { value: percentage, how: 'as percentages' };
		const money = of === 'amount' ? parseMoney(cell, decimal) : undefined;
		if (money !== undefined) return { value: money.amount, currency: money.currency, how: 'as amounts' };
		const rating = of === 'rating' ? parseRating(cell, decimal) : undefined;
		if (rating !== undefined) return { value: rating, how: 'as ratings' };
		return { rule: 'a number', fix: 'write a number such as 12.5' };
	};

const READERS: { readonly [type: string]: Reader } = {
	line: (cell) => ({ value: oneLine(textOf(cell)) }),
	name: (cell) => ({ value: oneLine(textOf(cell)) }),
	link,
	icon: (cell) => ({ value: toSlug(textOf(cell)) }),
	keyword: (cell) => ({ value: toSlug(textOf(cell)) || undefined }),
	slug: (cell) => ({ value: toSlug(textOf(cell)) || undefined }),
	slugs: (cell) => ({ value: namesIn(textOf(cell)) }),
	names: (cell) => ({ value: namesIn(textOf(cell), LIST) }),
	keywords: (cell) => ({ value: namesIn(textOf(cell), LIST).map(toSlug).filter(isFirst) }),
	countries: (cell) => countryCodesIn(textOf(cell)),
	currency: (cell) => ({
		value: currencyIn(textOf(cell).length === 3 ? textOf(cell).toUpperCase() : textOf(cell)) ?? textOf(cell),
	}),
	offers: json('a list of offers in JSON', 'write offers as JSON'),
	evidence: json('JSON', 'leave it as it was exported, or empty'),
	percentage: figure('percentage'),
	amount: figure('amount'),
	rating: figure('rating'),
	count: figure(),
	days,
	boolean,
	timestamp,
};

function json(rule: string, fix: string): (cell: Cell) => Read {
	return (cell) => {
		try {
			return { value: JSON.parse(textOf(cell)) };
		} catch {
			return { rule, fix };
		}
	};
}

const NOT_DAYS = 'a number of days';
const DAYS_IN = { hours: 1 / 24, weeks: 7, months: 30 } as const;

function days(cell: Cell, { decimal = '.', unit, field }: ColumnMapping): Read {
	const number = typeof cell === 'string' ? parseNumber(cell, decimal) : cell.number;
	if (number !== undefined) {
		if (unit !== 'hours' && unit !== 'weeks' && unit !== 'months') return { value: number };
		return { value: inDays(number, DAYS_IN[unit]), how: `as days (from ${unit})` };
	}
	const text = textOf(cell);
	const value = field === 'approval_days' ? parseWait(text, decimal) : parseDuration(text, decimal);
	return { value, how: value === undefined ? 'as unknown, because they are no number of days' : 'as days' };
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
	if (value === undefined) return { rule: 'a date of a real day', fix: timestampAdvice(text) };
	if (number !== undefined) return { value, how: 'as dates (from numbers)' };
	return /^\d{4}-\d\d-\d\d/.test(text)
		? { value }
		: { value, how: `as dates (${dates === 'day-month' ? 'day' : 'month'} first)` };
}

function choice(text: string, field: string): Read {
	const value = choiceIn(field, text);
	if (value === text) return { value };
	if (value !== undefined) return { value: value || undefined, how: `as ${value || 'open or unknown'}` };
	if (field === 'payout_frequency') return { value: toSlug(text) || undefined };
	return { rule: 'one of the words for this field', fix: 'write one of the words in the documentation' };
}

/** What a cell says, or the rule that it breaks. */
export type Read =
	| {
			readonly value: unknown;
			/** The currency that an amount names. */
			readonly currency?: string;
			/** How the value was read, if it was not simply copied, such as `30 Tage as days`. */
			readonly how?: string;
	  }
	| { readonly rule: string; readonly fix: string };

const EVERYWHERE =
	/^(?:world ?wide|global(?:ly)?|all(?: countries)?|international|any|weltweit|alle(?: lander)?|monde(?: entier)?|mondial|tous(?: les pays)?|mundial|todo el mundo|todos|wereldwijd|mondiale|tutti)$/;

/** The codes of countries by their names in several languages. */
const codes = once(
	() =>
		new Map(
			['en', 'de', 'fr', 'es', 'it', 'nl'].flatMap((language) => {
				const names = new Intl.DisplayNames(language, { type: 'region' });
				return COUNTRIES.map((code): [string, string] => [plain(names.of(code)!), code]);
			}),
		),
);

function plain(name: string): string {
	return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Reads countries by their codes or names, such as `DE, USA` or `Deutschland`. */
export function countryCodesIn(text: string): Read {
	const names = text
		.split(/[;,|/\n]/)
		.map((name) => name.trim())
		.filter(Boolean);
	const found = names.map(codeOf);
	const unknown = names.find((_, index) => found[index] === undefined);
	if (unknown === undefined) return { value: [...new Set(found)] };
	return { rule: `countries (“${unknown}” is unknown)`, fix: 'write codes such as DE; US, or worldwide' };
}

function codeOf(name: string): string | undefined {
	if (EVERYWHERE.test(plain(name))) return WORLDWIDE;
	if (name === 'USA') return 'US';
	const code = /^[a-z]{2}$/i.test(name) ? currentCode(name.toUpperCase()) : codes().get(plain(name));
	return code !== undefined && COUNTRIES.includes(code) ? code : undefined;
}

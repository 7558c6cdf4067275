/** Says what the values of a column look like. */
import { type DateOrder, parseDate, parseDateNumber, writtenDate } from '../../../catalog/dates.ts';
import {
	currencyIn,
	type DecimalMark,
	decimalMarkOf,
	isCurrency,
	parseDuration,
	parseMoney,
	parseNumber,
	parsePercentage,
} from './numbers.ts';
import { isEmpty, type TableRow, textOf } from './table.ts';
import { choiceIn, isUnknown, parseBoolean, SHEET_ERROR } from './words.ts';

const VALUE_KINDS = [
	...['link', 'home', 'image', 'percentage', 'money', 'number', 'duration', 'date', 'day number', 'boolean', 'type'],
	...['currency', 'unit', 'words about pay', 'text', 'long text', 'email'],
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export interface ColumnFacts {
	readonly index: number;
	readonly name: string;
	/** How many values the column has. Words such as `n/a` do not count. */
	readonly count: number;
	/** The share of the values of each kind, from 0 to 1. */
	readonly share: (kind: ValueKind) => number;
	/** The number of different values, as a share of all values. */
	readonly different: number;
	/** The numbers without a unit. */
	readonly numbers: readonly number[];
	/** The decimal marks that values show. */
	readonly marks: ReadonlySet<DecimalMark>;
	/** The orders of day and month that dates show, and dates that can be read in two ways. */
	readonly orders: ReadonlySet<DateOrder>;
	readonly ambiguousDates: readonly string[];
	/** The currencies that values name, with how often. */
	readonly currencies: ReadonlyMap<string, number>;
	/** The values, without words such as `n/a`. */
	readonly values: readonly string[];
}

/** How many rows are looked at. */
const MOST_ROWS = 2000;

export function columnFacts(name: string, index: number, rows: readonly TableRow[]): ColumnFacts {
	const cells = rows.slice(0, MOST_ROWS).flatMap(({ cells }) => (isEmpty(cells[index]) ? [] : [cells[index]!]));
	const values = cells.filter((cell) => !isUnknown(textOf(cell)) && !SHEET_ERROR.test(textOf(cell)));
	const counts = new Map<ValueKind, number>();
	const currencies = new Map<string, number>();
	const [numbers, marks, orders]: [number[], Set<DecimalMark>, Set<DateOrder>] = [[], new Set(), new Set()];
	const ambiguousDates: string[] = [];
	for (const cell of values) {
		const text = textOf(cell);
		for (const kind of kindsOf(text)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
		const number = typeof cell === 'string' ? parseNumber(text, '.') : cell.unit === '' ? cell.number : undefined;
		if (number !== undefined) numbers.push(number);
		const digits = /(?<![\d.,/])\d[\d.,]*(?![\d/])/.exec(text)?.[0].replace(/[.,]+$/, '');
		const mark = typeof cell === 'string' && digits !== undefined ? decimalMarkOf(digits) : undefined;
		if (mark !== undefined && !parseDate(text, 'day-month')) marks.add(mark);
		const date = writtenDate(text);
		if (date?.order !== undefined) orders.add(date.order);
		if (date?.days.length === 2) ambiguousDates.push(text);
		const currency = text.length < 40 && /\d/.test(text) ? currencyIn(text) : undefined;
		if (currency !== undefined) currencies.set(currency, (currencies.get(currency) ?? 0) + 1);
	}
	const texts = values.map(textOf);
	return {
		...{ index, name, numbers, marks, orders, ambiguousDates, currencies },
		count: values.length,
		share: (kind) => (counts.get(kind) ?? 0) / (values.length || 1),
		different: new Set(texts).size / (texts.length || 1),
		values: texts,
	};
}

const LINK = /^(?:https?:\/\/|www\.)\S+$|^\[[^\]]*\]\(https?:\S+\)$/i;
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/\S*)?$/u;

/** Whether an address is a website's home page. */
function isHome(address: string): boolean {
	const url = URL.parse(address.includes('://') ? address : `https://${address}`);
	return url?.pathname === '/' && url.search === '';
}

function* kindsOf(text: string): Generator<ValueKind> {
	if (/^\S+@\S+\.\S+$/.test(text)) yield 'email';
	else if (LINK.test(text) || HOST.test(text)) {
		yield 'link';
		if (/\.(?:png|jpe?g|svg|webp|gif|ico)(?:$|\?)/i.test(text)) yield 'image';
		else if (isHome(text)) yield 'home';
		if (HOST.test(text)) yield 'text';
		return;
	}
	const [percentage, money] = [parsePercentage(text, '.'), parseMoney(text, '.')];
	if (percentage !== undefined) yield 'percentage';
	if (money !== undefined) yield 'money';
	const number = parseNumber(text, '.');
	if (number !== undefined) yield 'number';
	if (parseDuration(text, '.') !== undefined) yield 'duration';
	if (parseDate(text, 'day-month') !== undefined || parseDate(text, 'month-day') !== undefined) yield 'date';
	else if (number !== undefined && parseDateNumber(number) !== undefined) yield 'day number';
	if (parseBoolean(text) !== undefined) yield 'boolean';
	if (isCurrency(text)) yield 'currency';
	if (isCurrency(text) || /^(?:%|percent\w*|pct|prozent|fix\w*|flat\w*|amount|absolute|relative)$/i.test(text))
		yield 'unit';
	if (text.length < 40 && !/\d/.test(text) && choiceIn('commission_type', text) !== undefined) yield 'type';
	if (
		money !== undefined ||
		/\d ?%|[$€£¥] ?\d|\d ?[$€£]|^(?:varies|variable|variabel|varie|varia|individuell|on request|auf anfrage)$/i.test(
			text,
		)
	) {
		yield 'words about pay';
	}
	if (/\p{L}{2}/u.test(text) && text.length > 60) yield 'long text';
	else if (/\p{L}/u.test(text) && number === undefined) yield 'text';
}

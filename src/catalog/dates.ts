/** Reads dates as people write them, in several languages. */
import { once } from '../shared/once.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';

/** The order of day and month in dates such as `4/5/2026`. */
export type DateOrder = 'day-month' | 'month-day';

export interface Day {
	readonly year: number;
	/** The month, counted from 1. */
	readonly month: number;
	readonly day: number;
}

/** What a text says about a date. */
export interface WrittenDate {
	/** The days that it can mean, which may not exist. If there are two, the first one has the day first. */
	readonly days: readonly Day[];
	/** The order that a date in figures shows. Undefined if it shows none. */
	readonly order: DateOrder | undefined;
	/** Whether it has a time of day without a time zone. It then counts as UTC. */
	readonly lacksZone: boolean;
	/** Returns a day with the time of day, as a timestamp. Undefined if there is no such day or time. */
	readonly at: (day: Day) => string | undefined;
}

const YEAR = String.raw`(?<year>\d{4}|\d{2})`;
const DAY = String.raw`(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º)?`;
const MONTH = String.raw`(?<name>\p{L}+)\.?`;
const DAY_NAME = String.raw`(?:\p{L}+,? )?`;
const TIME = String.raw`(?:[T ,]{1,2}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{1,9})?)? ?(?<half>[ap]m)? ?(?<zone>Z|[+-]\d\d:?\d\d)?)?`;

const FORMS = [
	String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
	String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`,
	String.raw`(?<one>\d{1,2})(?<sign>[-/.])\s?(?<other>\d{1,2})\k<sign>\s?${YEAR}`,
	`${DAY_NAME}${DAY}[ -](?:de )?${MONTH},?[ -](?:de )?${YEAR}`,
	String.raw`${DAY_NAME}${MONTH} ${DAY},? (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}${TIME}$`, 'iu'));

type Groups = { readonly [name: string]: string | undefined };

/** Returns undefined if the text has not the form of a date. */
export function writtenDate(text: string): WrittenDate | undefined {
	const found = FORMS.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined);
	if (found === undefined) return undefined;
	const both = daysOf(found);
	const days = both.filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
	const shown = days[0] === both[0] ? 'day-month' : 'month-day';
	return {
		days,
		order: both.length === 2 && days.length === 1 ? shown : undefined,
		lacksZone: found.hour !== undefined && found.zone === undefined,
		at: (day) => instantOf(day, found),
	};
}

/** Converts a date to a timestamp. @returns undefined if the text is not a date, or if there is no such day */
export function parseDate(text: string, order: DateOrder): string | undefined {
	if (isTimestamp(text)) return text;
	const date = writtenDate(text);
	const day = date?.days[date.days.length === 2 && order === 'month-day' ? 1 : 0];
	return day && date?.at(day);
}

/** Whether a date can be read in two ways, such as `4/5/2026`. Dates with points always have the day first. */
export function isAmbiguous(text: string): boolean {
	return writtenDate(text)?.days.length === 2;
}

/** The numbers that spreadsheets and programs store for days from 1990 to 2100, and for times in that period. */
const DAY_NUMBERS = [32_874, 73_050] as const;
const SECONDS = [631_152_000, 4_102_444_800] as const;

/** Converts the number that a spreadsheet stores for a day, or a number of seconds or milliseconds since 1970. */
export function parseDateNumber(number: number): string | undefined {
	const isIn = ([first, last]: readonly [number, number], value = number) => value >= first && value < last;
	if (isIn(DAY_NUMBERS)) return toTimestamp(new Date(Math.round((number - 25_569) * 86_400) * 1000));
	if (isIn(SECONDS)) return toTimestamp(new Date(number * 1000));
	return isIn(SECONDS, number / 1000) ? toTimestamp(new Date(number)) : undefined;
}

/** Returns the days that the text can mean. There are two if it is unclear which number is the month. */
function daysOf({ year, month, day, name, one, other, sign }: Groups): Day[] {
	const full = Number(year) + (year!.length === 2 ? 2000 : 0);
	if (one === undefined) {
		return [{ year: full, month: name === undefined ? Number(month) : monthOf(name), day: Number(day) }];
	}
	const dayFirst = { year: full, month: Number(other), day: Number(one) };
	const monthFirst = { year: full, month: Number(one), day: Number(other) };
	return sign === '.' || one === other ? [dayFirst] : [dayFirst, monthFirst];
}

/** Combines a day with the text's time of day (default: 00:00 UTC). */
function instantOf({ year, month, day }: Day, found: Groups): string | undefined {
	const { hour = '0', minute = '00', second = '00', half, zone = 'Z' } = found;
	if (day > daysIn(year, month)) return undefined;
	const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
	const two = (value: number) => String(value).padStart(2, '0');
	const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
	const time = new Date(`${date}T${two(hours)}:${minute}:${second}${zone.toUpperCase()}`);
	const timestamp = Number.isNaN(time.getTime()) ? '' : toTimestamp(time);
	return isTimestamp(timestamp) ? timestamp : undefined;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi'];

/** The numbers of months by their names, in full and shortened. */
const months = once(() => {
	const numbers = new Map<string, number>();
	for (const language of LANGUAGES) {
		for (const month of ['long', 'short'] as const) {
			const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
			for (let index = 0; index < 12; index++) {
				const parts = format.formatToParts(new Date(Date.UTC(2026, index, 1)));
				numbers.set(plainMonth(parts.find(({ type }) => type === 'month')!.value), index + 1);
			}
		}
	}
	return numbers;
});

/** Returns the number of a month, or 0 if the name is unknown. `Sept` is a longer form of `Sep`. */
function monthOf(name: string): number {
	const plain = plainMonth(name);
	return months().get(plain) ?? months().get(plain.slice(0, 3)) ?? 0;
}

function plainMonth(name: string): string {
	return name
		.normalize('NFKD')
		.replace(/\p{M}|\./gu, '')
		.toLowerCase();
}

/** Whether the value is an existing date and time in ISO 8601 format, in UTC, to the second, with `Z` at the end. */
export function isTimestamp(value: string): boolean {
	if (!/^\d{4}-(?:0[1-9]|1[0-2])-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(value)) return false;
	const day = Number(value.slice(8, 10));
	return day >= 1 && (day <= 28 || day <= daysIn(Number(value.slice(0, 4)), Number(value.slice(5, 7))));
}

export function daysIn(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const GENERAL = 'write it as 2026-04-18T09:30:00Z';

/**
 * Returns advice on how to write a date that is in another format. The advice names the timestamp that the text means,
 * or both timestamps if the text is ambiguous. If the day does not exist, the advice says so. If the text is not
 * recognized, the advice shows an example.
 */
export function timestampAdvice(text: string): string {
	const seconds = /^[1-9]\d{9}$/.test(text.trim()) ? parseDateNumber(Number(text)) : undefined;
	if (seconds !== undefined) return `write ${seconds} if it counts seconds since 1970`;
	const date = writtenDate(text);
	const [first, second] = date?.days ?? [];
	if (date === undefined || first === undefined) return GENERAL;
	const advice = date.at(first);
	if (advice === undefined) return first.day > daysIn(first.year, first.month) ? noSuchDay(first) : GENERAL;
	if (second !== undefined) return `write ${advice} if the day comes first, ${date.at(second)} if the month does`;
	return `write ${advice}${date.lacksZone ? ' if that is UTC' : ''}`;
}

function noSuchDay({ year, month, day }: Day): string {
	const name = new Date(Date.UTC(year, month - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
	return `correct the day: ${name} ${year} has ${daysIn(year, month)} days, not ${day}`;
}

/** Reads dates as people write them. */
import { timestamp } from '../../../catalog/fields.ts';
import { normalizeTimestamp } from '../timestamps.ts';

/** The order of day and month in dates such as `4/5/2026`. */
export type DateOrder = 'day-month' | 'month-day';

const NUMERIC = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?:,? (?:\d{1,2}:\d{2}.*))?$/;
const YEAR_FIRST = /^(\d{4})[./](\d{1,2})[./](\d{1,2})$/;
const ISO_DAY = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;
const DAY_NAME = String.raw`(?:\p{L}+,? )?`;
const DAY_FIRST = new RegExp(
	String.raw`^${DAY_NAME}(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[ -](?:de )?(\p{L}+)\.?,?[ -](?:de )?(\d{4}|\d{2})$`,
	'iu',
);
const MONTH_FIRST = new RegExp(String.raw`^${DAY_NAME}(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$`, 'iu');

/** Days and months that are both at most 12 can be read in two ways. Dates with points always have the day first. */
export function isAmbiguous(text: string): boolean {
	const [, one, separator, two] = NUMERIC.exec(text) ?? [];
	return separator !== undefined && separator !== '.' && Number(one) <= 12 && Number(two) <= 12 && one !== two;
}

/** Returns the order that a date shows, or undefined if it shows none. */
export function orderOf(text: string): DateOrder | undefined {
	const [, one, separator, two] = NUMERIC.exec(text) ?? [];
	if (separator === undefined || separator === '.') return undefined;
	if (Number(one) > 12) return 'day-month';
	return Number(two) > 12 ? 'month-day' : undefined;
}

/**
 * Converts a date to a timestamp.
 *
 * @returns undefined if the text is not a date, or if there is no such day
 */
export function parseDate(text: string, order: DateOrder): string | undefined {
	const time = normalizeTimestamp(text);
	if (timestamp.safeParse(time).success) return time;
	const [, iso] = ISO_DAY.exec(text) ?? [];
	if (iso !== undefined) return dayOf(...(iso.split('-').map(Number) as [number, number, number]));
	const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
	if (year !== undefined) return dayOf(Number(year), Number(month), Number(day));
	const [, one, separator, two, years] = NUMERIC.exec(text) ?? [];
	if (years !== undefined) {
		const isDayFirst = (separator === '.' ? undefined : orderOf(text)) ?? (separator === '.' ? 'day-month' : order);
		const [d, m] = isDayFirst === 'day-month' ? [one, two] : [two, one];
		return dayOf(fullYear(years), Number(m), Number(d));
	}
	const [, d, named, y] = DAY_FIRST.exec(text) ?? [];
	if (y !== undefined) return dayOf(fullYear(y), monthOf(named!), Number(d));
	const [, name, dayNumber, inYear] = MONTH_FIRST.exec(text) ?? [];
	return inYear === undefined ? undefined : dayOf(Number(inYear), monthOf(name!), Number(dayNumber));
}

/** The numbers that spreadsheets and programs store for days from 1990 to 2100, and for times in that period. */
const DAY_NUMBERS = [32_874, 73_050] as const;
const SECONDS = [631_152_000, 4_102_444_800] as const;

/** Converts the number that a spreadsheet stores for a day, or a number of seconds or milliseconds since 1970. */
export function parseDateNumber(number: number): string | undefined {
	const isIn = ([first, last]: readonly [number, number]) => number >= first && number < last;
	const milliseconds = isIn(DAY_NUMBERS)
		? Math.round((number - 25_569) * 86_400) * 1000
		: isIn(SECONDS)
			? number * 1000
			: number / 1000 >= SECONDS[0] && number / 1000 < SECONDS[1]
				? number
				: undefined;
	return milliseconds === undefined ? undefined : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function fullYear(digits: string): number {
	return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

function dayOf(year: number, month: number, day: number): string | undefined {
	const [m, d] = [month, day].map((part) => String(part).padStart(2, '0'));
	const time = `${String(year).padStart(4, '0')}-${m}-${d}T00:00:00Z`;
	return timestamp.safeParse(time).success ? time : undefined;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi'];

/** The numbers of months by their names, in full and shortened. */
const MONTHS = new Map<string, number>(
	LANGUAGES.flatMap((language) =>
		(['long', 'short'] as const).flatMap((month) =>
			Array.from({ length: 12 }, (_, index): [string, number] => {
				const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
				const parts = format.formatToParts(new Date(Date.UTC(2026, index, 1)));
				return [plainMonth(parts.find(({ type }) => type === 'month')!.value), index + 1];
			}),
		),
	),
);

/** Returns the number of a month, or 0 if the name is unknown. `Sept` is a longer form of `Sep`. */
function monthOf(name: string): number {
	const plain = plainMonth(name);
	return MONTHS.get(plain) ?? MONTHS.get(plain.slice(0, 3)) ?? 0;
}

function plainMonth(name: string): string {
	return name
		.normalize('NFKD')
		.replace(/\p{M}|\./gu, '')
		.toLowerCase();
}

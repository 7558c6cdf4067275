/** Timestamps in the catalogue's format, and advice on how to write dates that are in other formats. */
import { toTimestamp } from '../shared/to-timestamp.ts';

/** Whether the value is an existing date and time in ISO 8601 format, in UTC, to the second, with `Z` at the end. */
export function isTimestamp(value: string): boolean {
	if (!/^\d{4}-(?:0[1-9]|1[0-2])-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(value)) return false;
	const day = Number(value.slice(8, 10));
	return day >= 1 && (day <= 28 || day <= daysIn(Number(value.slice(0, 4)), Number(value.slice(5, 7))));
}

const GENERAL = 'write it as 2026-04-18T09:30:00Z';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(?<name>(?:${MONTHS.join('|')})[a-z]{0,6})\.?`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.)?`;
const YEAR = '(?<year>\\d{4})';
const TIME = String.raw`(?:[T ,]{1,2}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{1,9})?)? ?(?<zone>Z|[+-]\d\d:?\d\d)?)?`;

const FORMS = [
	String.raw`${YEAR}[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
	String.raw`${YEAR}(?<month>\d\d)(?<day>\d\d)`,
	String.raw`(?<one>\d{1,2})(?<sign>[-/.])(?<other>\d{1,2})\k<sign>${YEAR}`,
	`${DAY}[ -]${MONTH},?[ -]${YEAR}`,
	`${MONTH} ${DAY},? ${YEAR}`,
].map((form) => new RegExp(`^${form}${TIME}$`, 'i'));

type Groups = { readonly [name: string]: string | undefined };

interface Day {
	readonly year: number;
	/** The month, counted from 1. */
	readonly month: number;
	readonly day: number;
}

/**
 * Returns advice on how to write a date that is in another format. The advice names the timestamp that the text means,
 * or both timestamps if the text is ambiguous. If the day does not exist, the advice says so. If the text is not
 * recognized, the advice shows an example.
 */
export function timestampAdvice(text: string): string {
	const seconds = secondsSince1970(text);
	if (seconds !== undefined) return `write ${toTimestamp(new Date(seconds * 1000))} if it counts seconds since 1970`;

	const found = FORMS.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined);
	if (found === undefined) return GENERAL;
	const days = daysOf(found).filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
	const [first, second] = days.filter(({ year, month, day }) => day <= daysIn(year, month));
	if (first === undefined) return days[0] ? noSuchDay(days[0]) : GENERAL;
	const advice = instantOf(first, found);
	if (advice === undefined) return GENERAL;
	if (second !== undefined && second.day !== first.day) {
		return `write ${advice} if the day comes first, ${instantOf(second, found)} if the month does`;
	}
	return `write ${advice}${found.hour !== undefined && found.zone === undefined ? ' if that is UTC' : ''}`;
}

/** Reads a Unix time in seconds. Accepts only numbers with 10 digits, so only times from 2001 to 2286. */
function secondsSince1970(text: string): number | undefined {
	return /^[1-9]\d{9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Returns the days that the text can mean. There are two if it is unclear which number is the month. */
function daysOf(found: Groups): Day[] {
	const year = Number(found.year);
	const month =
		found.name === undefined ? Number(found.month) : MONTHS.indexOf(found.name.slice(0, 3).toLowerCase()) + 1;
	if (found.one === undefined) return [{ year, month, day: Number(found.day) }];
	const [one, other] = [Number(found.one), Number(found.other)];
	return [
		{ year, month: other, day: one },
		{ year, month: one, day: other },
	];
}

function daysIn(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function noSuchDay({ year, month, day }: Day): string {
	const name = new Date(Date.UTC(year, month - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
	return `correct the day: ${name} ${year} has ${daysIn(year, month)} days, not ${day}`;
}

/** Combines a day with the text's time of day (default: 00:00 UTC). Returns undefined if that time does not exist. */
function instantOf({ year, month, day }: Day, found: Groups): string | undefined {
	const { hour = '0', minute = '00', second = '00', zone = 'Z' } = found;
	const two = (value: number | string) => String(value).padStart(2, '0');
	const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
	const time = Date.parse(`${date}T${two(hour)}:${minute}:${second}${zone.toUpperCase()}`);
	return Number.isNaN(time) ? undefined : toTimestamp(new Date(time));
}

import { type Day, parseDateNumber, writtenDate } from './dates.ts';
import { daysIn } from './timestamps.ts';

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

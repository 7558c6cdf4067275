import { InvalidArgumentError } from 'commander';
import { isAmbiguous, parseDate } from '../catalog/dates.ts';

/** Reads an option whose value is a day or a time. Returns a timestamp. */
export function timestamp(text: string): string {
	const time = isAmbiguous(text) ? undefined : parseDate(text.trim(), 'day-month');
	if (time !== undefined) return time;
	throw new InvalidArgumentError('It must be a day or a time such as 2026-04-18 or 2026-04-18T09:30:00Z.');
}

import { InvalidArgumentError } from 'commander';
import { isTimestamp } from '../catalog/timestamps.ts';
import { normalizeTimestamp } from '../snapshot/import/timestamps.ts';

/** Reads an option whose value is a day or a time. Returns a timestamp. */
export function timestamp(text: string): string {
	const time = normalizeTimestamp(text.trim());
	if (isTimestamp(time)) return time;
	throw new InvalidArgumentError('It must be a day or a time such as 2026-04-18 or 2026-04-18T09:30:00Z.');
}

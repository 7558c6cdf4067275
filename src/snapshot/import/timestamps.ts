import { timestamp } from '../../catalog/fields.ts';
import { isTimestamp } from '../../catalog/timestamps.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';

const FORMS = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d))?$/i;

/**
 * Converts a date or time to the catalogue's form. A date such as `2026-04-18` becomes the first second of that day in
 * UTC. An offset from UTC is applied, and a fraction of a second is dropped. Any other text, such as a day that does
 * not exist or a time without a time zone, is returned unchanged.
 */
export function normalizeTimestamp(text: string): string {
	if (isTimestamp(text)) return text;
	const [, date, time = '00:00:00', zone = 'Z'] = FORMS.exec(text) ?? [];
	if (date === undefined || !timestamp.safeParse(`${date}T${time}Z`).success) return text;
	const instant = new Date(`${date}T${time}${zone.toUpperCase()}`);
	return Number.isNaN(instant.getTime()) ? text : toTimestamp(instant);
}

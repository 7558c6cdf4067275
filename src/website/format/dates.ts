import { splitWords } from '../../shared/text.ts';

// Marked as pure, so that scripts in browsers that need no dates do not get the names.
const MONTHS = /* @__PURE__ */ splitWords(
	'January February March April May June July August September October November December',
);

/** Formats the day of a timestamp, in UTC: `18 April 2026`. */
export function dayOf(timestamp: string): string {
	const [year, month, day] = timestamp.slice(0, 10).split('-').map(Number) as [number, number, number];
	return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** Formats the month of a timestamp: `April 2026`. The timestamp can be shortened, as in `2026-04`. */
export function monthOf(timestamp: string): string {
	const [year, month] = timestamp.slice(0, 7).split('-').map(Number) as [number, number];
	return `${MONTHS[month - 1]} ${year}`;
}

/** The requests of a key by day, as a small chart for a table row. */
import { USAGE_DAYS } from '../../../accounts/api-keys.ts';
import { toTimestamp } from '../../../catalog/fields.ts';
import { dayOf } from '../../format/dates.ts';
import { count, number } from '../../format/numbers.ts';

export interface Day {
	/** A date such as `2026-05-01`. */
	readonly day: string;
	readonly requests: number;
}

const DAY = 24 * 60 * 60 * 1000;
const STEP = 4;
const WIDTH = 3;
export const USAGE_SIZE = { width: USAGE_DAYS * STEP - (STEP - WIDTH), height: 24 } as const;

/** The most recent days, ending today, including days without requests. */
export function usageDays(used: readonly Day[], today: Date): Day[] {
	const byDay = new Map(used.map(({ day, requests }) => [day, requests]));
	return Array.from({ length: USAGE_DAYS }, (_, i) => {
		const day = toTimestamp(new Date(today.getTime() - (USAGE_DAYS - 1 - i) * DAY)).slice(0, 10);
		return { day, requests: byDay.get(day) ?? 0 };
	});
}

/** The path of an SVG with a column for each day. Days with few requests are visible too. */
export function usagePath(days: readonly Day[]): string {
	const most = Math.max(...days.map(({ requests }) => requests));
	return days
		.map(({ requests }, i) => {
			const height = requests === 0 ? 0 : Math.max(1, Math.round((USAGE_SIZE.height * requests) / most));
			return height === 0 ? '' : `M${i * STEP} ${USAGE_SIZE.height}v-${height}h${WIDTH}v${height}z`;
		})
		.join('');
}

/** A sentence that describes the chart. */
export function usageSentence(days: readonly Day[]): string {
	const sum = days.reduce((total, { requests }) => total + requests, 0);
	const most = days.reduce((best, day) => (day.requests > best.requests ? day : best));
	const all = `${count(sum, 'request')} in ${days.length} days`;
	return sum === 0 ? all : `${all}, most on ${dayOf(most.day)}: ${number(most.requests)}`;
}

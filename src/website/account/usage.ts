/** How much a key was used: charts of its daily requests, small and large, and a table of endpoints. */
import { USAGE_DAYS } from '../../accounts/api-keys.ts';
import { MCP_ENDPOINT } from '../../api/mcp/endpoint.ts';
import { BASE_PATH } from '../../api/target.ts';
import { daysFrom } from '../../state/keys/create.ts';
import type { DayUsage, EndpointUsage } from '../../state/usage-store.ts';
import { dayOf } from '../format/dates.ts';
import { count, number } from '../format/numbers.ts';

/** The number of requests on a day, which is a date such as `2026-05-01`. */
export type UsageDay = Pick<DayUsage, 'day' | 'requests'>;

/** The sizes of the charts: the height, the width of a column, and the distance between the starts of two columns. */
const SMALL = { height: 24, column: 3, step: 4 };
const LARGE = { height: 110, column: 9, step: 11 };
export const USAGE_SIZE = { width: widthOf(SMALL), height: SMALL.height } as const;
const CHART_WIDTH = widthOf(LARGE);

function widthOf({ column, step }: typeof SMALL): number {
	return USAGE_DAYS * step - (step - column);
}

/** Returns the last `USAGE_DAYS` days, ending today, including days without requests. */
export function usageDays(used: readonly UsageDay[], today: Date): UsageDay[] {
	const byDay = new Map(used.map(({ day, requests }) => [day, requests]));
	return Array.from({ length: USAGE_DAYS }, (_, i) => {
		const day = daysFrom(today, i + 1 - USAGE_DAYS).slice(0, 10);
		return { day, requests: byDay.get(day) ?? 0 };
	});
}

/** Returns an SVG path with a column for each day that has requests. Every column is at least 1 unit high. */
export function usagePath(days: readonly UsageDay[], size = SMALL): string {
	const most = Math.max(...days.map(({ requests }) => requests));
	return days
		.map(({ requests }, i) => {
			const height = requests === 0 ? 0 : Math.max(1, Math.round((size.height * requests) / most));
			return height === 0 ? '' : `M${i * size.step} ${size.height}v-${height}h${size.column}v${height}z`;
		})
		.join('');
}

/** The space above the columns for the largest number, and the space below the columns for the days. */
const [ABOVE, BELOW] = [18, 20];

/**
 * Returns the SVG of a chart that looks like those on the statistics page. It does not use the library of those charts,
 * because the server does not load that library.
 *
 * @param counted what the columns count, for screen readers
 */
export function usageChart(days: readonly UsageDay[], counted = 'requests'): string {
	const { height, column, step } = LARGE;
	const most = days.reduce((best, day) => (day.requests > best.requests ? day : best));
	const x = days.indexOf(most) * step + column / 2;
	const isRight = x > CHART_WIDTH / 2;
	const label = (words: string, at: number, y: number, anchor: string, kind: string) =>
		`<text class="${kind}" x="${at}" y="${y}" text-anchor="${anchor}">${words}</text>`;
	return [
		`<svg class="chart" viewBox="0 ${-ABOVE} ${CHART_WIDTH} ${height + ABOVE + BELOW}" role="img" aria-label="Columns: ${counted} by day">`,
		`<path class="mark" d="${usagePath(days, LARGE)}"/><path class="rule" d="M0 ${height}h${CHART_WIDTH}"/>`,
		label(number(most.requests), isRight ? x + column / 2 : x - column / 2, -6, isRight ? 'end' : 'start', 'value'),
		label(dayOf(days[0]!.day), 0, height + 16, 'start', 'tick'),
		label('today', CHART_WIDTH, height + 16, 'end', 'tick'),
		'</svg>',
	].join('');
}

export function sumOfRequests(counts: readonly { readonly requests: number }[]): number {
	return counts.reduce((sum, { requests }) => sum + requests, 0);
}

/** @param counted how much was counted, in words. The default is the number of requests */
export function usageSentence(days: readonly UsageDay[], counted = count(sumOfRequests(days), 'request')): string {
	const sum = sumOfRequests(days);
	const most = days.reduce((best, day) => (day.requests > best.requests ? day : best));
	const all = `${counted} in ${days.length} days.`;
	return sum === 0 ? all : `${all} The busiest day was ${dayOf(most.day)}, with ${number(most.requests)}.`;
}

/**
 * Returns the statuses that occurred, in ascending order, and a row for each endpoint, most used first, with the number
 * of requests with each status. The last row counts the requests for unknown paths.
 */
export function endpointTable(usage: readonly EndpointUsage[]) {
	const statuses = [...new Set(usage.map(({ status }) => status))].sort((a, b) => a - b);
	const rows = [...Map.groupBy(usage, ({ endpoint }) => endpoint)].map(([endpoint, uses]) => ({
		name: endpoint === '' ? UNKNOWN : addressOf(endpoint),
		counts: statuses.map((status) => sumOfRequests(uses.filter((use) => use.status === status))),
		total: sumOfRequests(uses),
	}));
	const isUnknown = ({ name }: { readonly name: string }) => Number(name === UNKNOWN);
	return { statuses, rows: rows.sort((a, b) => isUnknown(a) - isUnknown(b) || b.total - a.total) };
}

const UNKNOWN = 'Unknown path';

/** The path of an endpoint as clients request it. */
function addressOf(path: string): string {
	return path === MCP_ENDPOINT.path ? path : BASE_PATH + path;
}

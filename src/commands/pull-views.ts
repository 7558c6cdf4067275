/** Fetches the counts of views from a directory that another machine serves. */
import { z } from 'zod';
import { UserError } from '../shared/user-error.ts';
import type { DayViews, ViewStore } from '../state/view-store.ts';
import { askOperator } from './ask-operator.ts';

const DAY = 86_400_000;
/** The number of days to fetch at first, and how many of those that are known to fetch again. */
const DAYS = 30;
const AGAIN = 2;
/** The maximum number of responses for one day. */
const MOST_PAGES = 1000;

const count = z.int().nonnegative();
const PageSchema = z.object({
	programs: z.array(z.object({ program: z.string().max(200), views: count, clicks: count })).max(100_000),
	has_more: z.boolean(),
});

export interface PulledViews {
	readonly days: number;
	readonly views: number;
	readonly clicks: number;
}

/**
 * Fetches the counts of the last complete days that are not known yet, and adds them to those in the state. The last days
 * that are known are fetched again, because a server may have saved some of their counts later.
 *
 * @param from the address of the directory, an origin
 * @param token its `OPERATOR_TOKEN`
 * @throws UserError when the directory cannot be reached, or does not answer as expected
 */
export async function pullViews(store: ViewStore, from: string, token: string, now: Date): Promise<PulledViews> {
	const today = now.getTime() - (now.getTime() % DAY);
	const known = await store.lastDay(from);
	const first = Math.max(today - DAYS * DAY, known === undefined ? 0 : Date.parse(known) - (AGAIN - 1) * DAY);
	const pulled = { days: 0, views: 0, clicks: 0 };
	for (let time = first; time < today; time += DAY) {
		const day = new Date(time).toISOString().slice(0, 10);
		const counts = await countsOf(day, from, token);
		await store.replace(from, day, counts);
		pulled.days++;
		for (const { views, clicks } of counts) {
			pulled.views += views;
			pulled.clicks += clicks;
		}
	}
	return pulled;
}

async function countsOf(day: string, from: string, token: string): Promise<DayViews[]> {
	const counts = new Map<string, DayViews>();
	let after = '';
	for (let page = 0; page < MOST_PAGES; page++) {
		const { programs, has_more } = await askOperator(
			from,
			token,
			`/operator/views?day=${day}&after=${after}`,
			PageSchema,
		);
		for (const counted of programs) counts.set(counted.program, { day, ...counted });
		if (!has_more) return [...counts.values()];
		const last = programs.at(-1)?.program ?? '';
		if (last <= after) break;
		after = last;
	}
	throw new UserError(`${from} sends the views of ${day} without an end. Nothing of that day was stored.`);
}

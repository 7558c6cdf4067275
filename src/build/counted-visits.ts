/** The counted visits by which a release orders its programs. They are taken at most once a day. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildingPath } from '../release/layout.ts';
import { setViews } from '../snapshot/set-views.ts';
import type { DateRange } from '../state/visit-store.ts';

/** Reads the visits to each program in a period, by slug. */
export type ReadVisits = (period: DateRange) => Promise<ReadonlyMap<string, number>>;

export interface CountedVisits {
	/** Reads them from the state. */
	readonly read: ReadVisits;
	/** The current day in UTC, such as `2026-05-01`. */
	readonly today: string;
}

/** The number of days whose visits count: the last complete ones. */
export const VISIT_DAYS = 30;

const DAY = 86_400_000;

/** The visits in the folder of releases. All builds of a day use the same, so lists keep their order during the day. */
const TakenSchema = z.object({ day: z.iso.date(), views: z.record(z.string(), z.int().nonnegative()) });
type Taken = z.output<typeof TakenSchema>;

const fileIn = (out: string) => join(out, 'counted-views.json');

/**
 * Replaces the views in the build's copy of the snapshot with counted visits. If the state cannot be read, uses those
 * that an earlier build has taken. If there are none, the copy keeps the views of the snapshot. Warns in both cases.
 *
 * @param keepsOld whether to use the visits of an earlier day, because the release must have the same data as before
 */
export async function applyCountedVisits(
	copy: string,
	out: string,
	counted: CountedVisits,
	{ keepsOld, warn }: { readonly keepsOld: boolean; readonly warn: (message: string) => void },
): Promise<void> {
	const known = readTaken(out);
	const isUsable = known !== undefined && (keepsOld || known.day === counted.today);
	const taken = isUsable ? known : ((await take(out, counted, known, warn)) ?? known);
	if (taken !== undefined) setViews(copy, Object.entries(taken.views));
}

/** Reads the visits of the last days, and keeps them for the next builds. Returns undefined if there are none. */
async function take(
	out: string,
	{ read, today }: CountedVisits,
	known: Taken | undefined,
	warn: (message: string) => void,
): Promise<Taken | undefined> {
	const instead = known === undefined ? 'the views of the snapshot' : `those of ${known.day}`;
	try {
		const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);
		const views = await read({ from: dayBefore(VISIT_DAYS), to: dayBefore(1) });
		if (views.size === 0) {
			warn(
				`no views were counted in the ${VISIT_DAYS} days before ${today}, so lists are ordered by ${instead}. If another machine counts them, build with --at and its address`,
			);
			return undefined;
		}
		const taken = { day: today, views: Object.fromEntries(views) };
		const unfinished = buildingPath(out, 'views');
		writeFileSync(unfinished, JSON.stringify(taken));
		renameSync(unfinished, fileIn(out));
		return taken;
	} catch (error) {
		warn(`could not read the counted views, so lists are ordered by ${instead}: ${(error as Error).message}`);
		return undefined;
	}
}

function readTaken(out: string): Taken | undefined {
	try {
		return TakenSchema.parse(JSON.parse(readFileSync(fileIn(out), 'utf8')));
	} catch {
		return undefined;
	}
}

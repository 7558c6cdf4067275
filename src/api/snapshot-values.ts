/** The types of query parameters that name a snapshot or a time. */

import { z } from 'zod';
import type { ChangesStart } from '../catalog/change.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';

/** The form of a snapshot's ID. See `idOfSum`. */
const ID = /^[0-9a-f]{12}$/;
const MEANING = 'the X-Snapshot of an earlier response (12 characters from 0-9 and a-f, such as 9f2c41d07b6e)';

export function isSnapshotId(text: string): boolean {
	return ID.test(text);
}

/** `9f2c41d07b6e` */
export const snapshotId = z.string().regex(ID, { error: `It must be ${MEANING}.` });

const isDate = (text: string) => z.iso.date().safeParse(text).success;
const isTime = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success;

/** `9f2c41d07b6e`, `2026-11-20`, `2026-11-20T09:30:00Z` or `2026-11-20T09:30:00+01:00` */
export const changesStart = z
	.string()
	.transform((sent, context): ChangesStart => {
		if (isSnapshotId(sent)) return { snapshot: sent };
		// An address contains a plus as %2B. If a client forgets this, the plus becomes a space.
		const text = sent.replace(/ (?=\d\d:\d\d$)/, '+');
		const now = new Date();
		if (!isDate(text) && !isTime(text)) {
			context.addIssue({
				code: 'custom',
				message: `It must be ${MEANING}, a date such as 2026-11-20, or a time with its offset from UTC, such as 2026-11-20T09:30:00Z.`,
			});
		} else if (Date.parse(text) > now.getTime()) {
			context.addIssue({ code: 'custom', message: `It is in the future. It is ${toTimestamp(now)} now.` });
		}
		return context.issues.length > 0 ? z.NEVER : { time: toTimestamp(new Date(text)) };
	})
	.meta({ type: 'string' });

/** How many minutes a snapshot can still be requested after another snapshot has replaced it. */
export const KEPT_MINUTES = 15;
/** The maximum number of replaced releases whose snapshots can still be requested. */
export const MOST_KEPT = 60;

import type Database from 'better-sqlite3';
import { toTimestamp } from '../../shared/to-timestamp.ts';

/**
 * The maximum numbers of publications and changes to keep. If a client had to read more changes, a new export would be
 * faster.
 */
const MOST_PUBLICATIONS = 10_000;
const MOST_CHANGES = 2_000_000;
const DAY = 86_400_000;

/**
 * Removes publications that are too old, and the oldest ones if there are too many publications or changes. The latest
 * of the publications to remove is kept, but without its changes. It was current until the next publication, so clients
 * may still have its data.
 *
 * The clock may have been wrong at some publications. So ages count from the last publication that is a day older than
 * the latest one, and a publication is too old only if all before it are: a day with a wrong clock removes nothing.
 *
 * @param at the time of the latest publication
 * @param days for how many days changes are kept
 */
export function prune(db: Database.Database, at: string, days: number): void {
	const before = (time: string, days: number) => toTimestamp(new Date(Date.parse(time) - days * DAY));
	const dayBefore = db
		.prepare<[string], string | null>('SELECT max(at) FROM publications WHERE at <= ?')
		.pluck()
		.get(before(at, 1));
	// Every time is after an empty one.
	const oldest = dayBefore ? before(dayBefore, days) : '';
	const first = db
		.prepare<unknown[], { seq: number; total: number }>(
			`WITH latest AS (SELECT max(seq) AS seq, max(total) AS total FROM publications)
			 SELECT p.seq, p.total FROM publications p, latest
			 WHERE p.seq < latest.seq AND (p.seq < (SELECT min(seq) FROM publications WHERE at > ?) OR p.seq <= latest.seq - ? OR p.total <= latest.total - ?)
			 ORDER BY p.seq DESC LIMIT 1`,
		)
		.get(oldest, MOST_PUBLICATIONS, MOST_CHANGES);
	if (first === undefined) return;
	db.prepare('DELETE FROM publications WHERE seq < ?').run(first.seq);
	db.prepare('DELETE FROM changes WHERE number <= ?').run(first.total);
	db.prepare('DELETE FROM mentions WHERE number <= ?').run(first.total);
}

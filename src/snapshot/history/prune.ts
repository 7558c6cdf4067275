import type Database from 'better-sqlite3';
import { toTimestamp } from '../../shared/to-timestamp.ts';

/**
 * The maximum numbers of publications and changes to keep. If a client had to read more changes, a new export would be
 * faster.
 */
const MOST_PUBLICATIONS = 10_000;
const MOST_CHANGES = 2_000_000;

/**
 * Removes publications that are too old, and the oldest ones if there are too many publications or changes. The latest
 * of the publications to remove is kept, but without its changes. It was current until the next publication, so clients
 * may still have its data.
 *
 * @param oldest the time of the oldest changes to keep
 */
export function prune(db: Database.Database, oldest: Date): void {
	const first = db
		.prepare<unknown[], { seq: number; total: number }>(
			`WITH latest AS (SELECT max(seq) AS seq, max(total) AS total FROM publications)
			 SELECT p.seq, p.total FROM publications p, latest
			 WHERE p.seq < latest.seq AND (p.at <= ? OR p.seq <= latest.seq - ? OR p.total <= latest.total - ?)
			 ORDER BY p.seq DESC LIMIT 1`,
		)
		.get(toTimestamp(oldest), MOST_PUBLICATIONS, MOST_CHANGES);
	if (first === undefined) return;
	db.prepare('DELETE FROM publications WHERE seq < ?').run(first.seq);
	db.prepare('DELETE FROM changes WHERE number <= ?').run(first.total);
	db.prepare('DELETE FROM mentions WHERE number <= ?').run(first.total);
}

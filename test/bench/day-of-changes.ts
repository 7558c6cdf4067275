/**
 * Simulates a day of editing a snapshot. Of the programs that change, most are edited, some are added and some are
 * removed.
 */
import Database from 'better-sqlite3';

/** One in this many programs is edited. The added and the removed programs are each a tenth as many. */
const SHARE = 100;

/** Returns SQL for the slugs whose position in slug order leaves this remainder when it is divided by `divisor`. */
const numbered = (remainder: number, divisor: number) =>
	`SELECT slug FROM (SELECT slug, row_number() OVER (ORDER BY slug) AS number FROM programs) WHERE number % ${divisor} = ${remainder}`;

const REMOVED = numbered(0, SHARE * 10);
const ADDED = numbered(1, SHARE * 10);
const EDITED = numbered(2, SHARE);

/** Hides the programs that `afterTheDay` adds. */
export function beforeTheDay(snapshot: string): void {
	execute(
		snapshot,
		`UPDATE programs SET status = 'published'; UPDATE programs SET status = 'draft' WHERE slug IN (${ADDED})`,
	);
}

/** Makes the day's changes. */
export function afterTheDay(snapshot: string): void {
	execute(
		snapshot,
		`UPDATE programs SET status = 'published' WHERE slug IN (${ADDED});
		UPDATE programs SET status = 'draft' WHERE slug IN (${REMOVED});
		UPDATE programs SET
			commission_rate = coalesce(commission_rate, 10) + 5,
			cookie_days = coalesce(cookie_days, 30) + 15,
			description = substr(description || ' Now with better terms.', 1, 1000),
			updated_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
		WHERE slug IN (${EDITED})`,
	);
}

function execute(snapshot: string, sql: string): void {
	const db = new Database(snapshot);
	db.transaction(() => db.exec(sql))();
	db.close();
}

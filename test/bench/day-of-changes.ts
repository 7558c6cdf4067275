/** Changes a share of the programs of a snapshot, as editors do in a day: most are edited, some added and some removed. */
import Database from 'better-sqlite3';

/** One in this many programs changes. */
const SHARE = 100;

/** SQL for the slugs whose position in the order of slugs leaves this remainder. */
const numbered = (remainder: number, divisor: number) =>
	`SELECT slug FROM (SELECT slug, row_number() OVER (ORDER BY slug) AS number FROM programs) WHERE number % ${divisor} = ${remainder}`;

const REMOVED = numbered(0, SHARE * 10);
const ADDED = numbered(1, SHARE * 10);
const EDITED = numbered(2, SHARE);

/** Hides the programs that the day adds. */
export function beforeTheDay(snapshot: string): void {
	execute(
		snapshot,
		`UPDATE programs SET status = 'published'; UPDATE programs SET status = 'draft' WHERE slug IN (${ADDED})`,
	);
}

/** Makes the changes of the day. */
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

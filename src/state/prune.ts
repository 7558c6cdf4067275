import type Database from 'better-sqlite3';
import { toTimestamp } from '../catalog/fields.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How long rows are kept, in days. */
const KEPT = { usage: 90, requests: 7, events: 365 } as const;

/** Removes old usage counts, requests and events, requests with future times, and expired sessions, links and sign-ups. */
export function prune(db: Database.Database, now: Date): void {
	const before = (days: number) => toTimestamp(new Date(now.getTime() - days * DAY));
	const steps: readonly (readonly [string, string])[] = [
		['DELETE FROM key_usage WHERE day < ?', before(KEPT.usage).slice(0, 10)],
		['DELETE FROM key_requests WHERE at < ?', before(KEPT.requests)],
		// Requests from a time when the clock was wrong would otherwise always count as the latest requests.
		['DELETE FROM key_requests WHERE at > ?', before(-1)],
		['DELETE FROM events WHERE at < ?', before(KEPT.events)],
		['DELETE FROM sessions WHERE expires_at < ?', toTimestamp(now)],
		['DELETE FROM verifications WHERE expires_at < ?', toTimestamp(now)],
		['DELETE FROM sign_ups WHERE expires_at < ?', toTimestamp(now)],
	];
	db.transaction(() => {
		for (const [statement, limit] of steps) db.prepare(statement).run(limit);
	}).immediate();
}

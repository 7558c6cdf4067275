import { toTimestamp } from '../catalog/fields.ts';
import { type Database, run } from './database.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How long rows are kept, in days. */
const KEPT = { usage: 90, requests: 7, events: 365 } as const;

/**
 * Removes old usage counts, requests and events, and expired sessions, links and sign-ups. Also removes requests with
 * future times.
 */
export async function prune(db: Database, now: Date): Promise<void> {
	const before = (days: number) => toTimestamp(new Date(now.getTime() - days * DAY));
	const steps: readonly (readonly [string, string])[] = [
		['DELETE FROM key_usage WHERE day < @limit', before(KEPT.usage).slice(0, 10)],
		['DELETE FROM key_requests WHERE at < @limit', before(KEPT.requests)],
		// Requests recorded while the clock was wrong can have future times. They would always count as the latest ones.
		['DELETE FROM key_requests WHERE at > @limit', before(-1)],
		['DELETE FROM events WHERE at < @limit', before(KEPT.events)],
		['DELETE FROM sessions WHERE expires_at < @limit', toTimestamp(now)],
		['DELETE FROM verifications WHERE expires_at < @limit', toTimestamp(now)],
		['DELETE FROM sign_ups WHERE expires_at < @limit', toTimestamp(now)],
	];
	await db.transaction(function* () {
		for (const [statement, limit] of steps) yield* run(statement, { limit });
	});
}

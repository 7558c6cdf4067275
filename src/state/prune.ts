import { setTimeout as sleep } from 'node:timers/promises';
import { toTimestamp } from '../shared/to-timestamp.ts';
import type { Database } from './database.ts';
import { daysFrom } from './keys/create.ts';
import { ENDED_KEYS_KEPT } from './keys/key.ts';
import { VISITS_KEPT } from './visit-store.ts';
import { IS_UNSENT } from './webhooks/emit.ts';
import { DELIVERIES_KEPT } from './webhooks/webhook.ts';

/** How long rows are kept, in days. */
const KEPT = {
	/** Longer than they are valid, because a clock that is wrong by less than a day can be trusted: see trusted-clock.ts. */
	expired: 1,
	usage: 90,
	requests: 7,
	events: 365,
	jobs: 2,
	proposals: 365,
	deliveries: DELIVERIES_KEPT,
	keys: ENDED_KEYS_KEPT,
	claims: ENDED_KEYS_KEPT,
	visits: VISITS_KEPT,
	idempotency: 2,
	removedPrograms: 90,
} as const;

/**
 * The maximum numbers of rows and of keys to remove in one statement. With SQLite, a statement blocks this process, so it
 * must be short.
 */
const MOST_ROWS = 1000;
const MOST_KEYS = 100;
/** The pause between two statements, in milliseconds, in which this process handles requests. */
const PAUSE = 10;

/** The primary keys of the tables from which old rows are removed. */
const PRIMARY_KEYS = {
	key_usage: 'key_id, day, endpoint, status',
	key_requests: 'id',
	events: 'id',
	sessions: 'id',
	verifications: 'id',
	sign_ups: 'token',
	jobs: 'id',
	proposals: 'id',
	webhook_deliveries: 'id',
	webhook_messages: 'id',
	program_views: 'program, day, site',
	idempotency_keys: 'account_id, operation, key',
	saved_programs: 'account_id, slug',
	claims: 'id',
} as const;

/** The number of removed rows, by table. */
export type Removed = { readonly [table: string]: number };

const END = 'coalesce(revoked_at, expires_at)';
/** Selects the keys that ended first. An index on END makes this fast. */
const ENDED = `SELECT id FROM keys WHERE ${END} < @limit ORDER BY ${END}, id LIMIT ${MOST_KEYS}`;

/**
 * Removes old counts of usage and visits, old requests, events, settled proposals, claims that were withdrawn or never proved, expired sessions,
 * links and sign-ups, jobs that no server takes, old events of webhooks, and the slugs of saved programs that were removed.
 * Also removes requests with future times, and keys that ended long ago, with everything about them. Rows are removed a few
 * at a time, so that a server can handle requests in the meantime, even if there are millions of rows to remove.
 *
 * @param now a wrong time would remove what is not old: see trusted-clock.ts
 * @param signal stops between two statements
 */
export async function prune(db: Database, now: Date, signal?: AbortSignal): Promise<Removed> {
	const before = (days: number) => daysFrom(now, -days);

	const total: { [table: string]: number } = {};

	async function removeSome(table: string, sql: string, limit: string): Promise<number> {
		const removed = await db.run(sql, { limit });
		if (removed > 0) total[table] = (total[table] ?? 0) + removed;
		return removed;
	}

	async function remove(table: keyof typeof PRIMARY_KEYS, condition: string, limit: string): Promise<void> {
		const key = PRIMARY_KEYS[table];
		const some = `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${MOST_ROWS}`;
		const sql = `DELETE FROM ${table} WHERE (${key}) IN (${some})`;
		while (!signal?.aborted && (await removeSome(table, sql, limit)) >= MOST_ROWS) await sleep(PAUSE);
	}

	await remove('key_usage', 'day < @limit', before(KEPT.usage).slice(0, 10));
	await remove('key_requests', 'at < @limit', before(KEPT.requests));
	// Requests recorded while the clock was wrong can have future times. They would always count as the latest ones.
	await remove('key_requests', 'at > @limit', before(-1));
	await remove('events', 'at < @limit', before(KEPT.events));
	for (const table of ['sessions', 'verifications', 'sign_ups'] as const) {
		await remove(table, 'expires_at < @limit', before(KEPT.expired));
	}
	await remove('jobs', 'created_at < @limit', before(KEPT.jobs));
	await remove('idempotency_keys', 'created_at < @limit', before(KEPT.idempotency));
	// An accepted review says whose it is, so it is kept.
	const isOld = "settled_at < @limit AND NOT (kind = 'review' AND status = 'accepted')";
	await remove('proposals', isOld, before(KEPT.proposals));
	await remove('webhook_deliveries', 'created_at < @limit', before(KEPT.deliveries));
	await remove('webhook_messages', `created_at < @limit AND ${IS_UNSENT}`, toTimestamp(now));
	await remove('saved_programs', 'removed_at < @limit', before(KEPT.removedPrograms));
	await remove('claims', "status = 'withdrawn' AND ended_at < @limit", before(KEPT.claims));
	await remove('claims', "status = 'pending' AND coalesce(checked_at, created_at) < @limit", before(KEPT.claims));
	await remove('program_views', 'day < @limit', before(KEPT.visits).slice(0, 10));
	const ended = before(KEPT.keys);
	let removed: number;
	do {
		// Deleting a key also deletes these rows. They are removed first, because a key can have thousands of them.
		for (const table of ['key_usage', 'key_requests', 'events'] as const) {
			await remove(table, `key_id IN (${ENDED})`, ended);
		}
		if (signal?.aborted) break;
		removed = await removeSome('keys', `DELETE FROM keys WHERE id IN (${ENDED})`, ended);
		await sleep(PAUSE);
	} while (removed >= MOST_KEYS);
	return total;
}

/** Puts events on their way: a delivery and a job for each webhook that receives the event. */

import { PLANS } from '../../config/plan.ts';
import { all, run, runWith, type Work } from '../database.ts';
import { JOB_LIFE } from '../jobs/job-store.ts';
import { planAllows } from '../keys/scope.ts';
import { randomText } from '../keys/secret.ts';
import { MOST_DELIVERIES, TEST_EVENT, type WebhookEventName } from './webhook.ts';

/** The kind of the jobs. Their targets are the IDs of webhooks, and their IDs are those of the deliveries. */
export const WEBHOOK_JOB = 'webhook';

/** The maximum size of an event as JSON, in characters. */
export const LONGEST_BODY = 20_000;
const ID_LENGTH = 24;

export interface Emitted {
	readonly event: WebhookEventName | typeof TEST_EVENT;
	/** The account that the event is about. Undefined if the event is about the whole directory. */
	readonly account?: string | undefined;
	/** Only the webhook with this ID receives the event. Undefined for all that have chosen it. */
	readonly webhook?: string | undefined;
	/** The facts: the field `data` of what is sent. */
	readonly data: { readonly [name: string]: unknown };
}

const ALLOWED = PLANS.filter((plan) => planAllows(plan, 'webhooks:manage')).map((plan) => `'${plan}'`);
/** Webhooks that are on, of accounts whose plan includes them. */
export const IS_LISTENING = `w.off IS NULL AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = w.account_id AND a.plan IN (${ALLOWED}))`;

/** Messages that are in the list of no webhook. */
export const IS_UNSENT = 'NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE message_id = webhook_messages.id)';

/**
 * Puts an event on its way, as part of a transaction. So the event is delivered if, and only if, the transaction
 * succeeds.
 *
 * @param clock the SQL of the database's clock
 * @returns the IDs of the deliveries, one for each webhook that receives the event
 */
export function* emit(clock: string, { event, account, webhook, data }: Emitted): Work<readonly string[]> {
	const chosen = event === TEST_EVENT ? '' : ` AND w.events LIKE '%"${event}"%'`;
	// The lock lets a webhook be removed only after the transaction. Otherwise its delivery would have no webhook.
	const receivers = yield* all<{ readonly id: string; readonly account_id: string }>(
		`SELECT w.id, w.account_id FROM webhooks w WHERE ${IS_LISTENING}${chosen}
		 AND (CAST(@account AS TEXT) IS NULL OR w.account_id = @account)
		 AND (CAST(@webhook AS TEXT) IS NULL OR w.id = @webhook) ORDER BY w.id FOR KEY SHARE OF w`,
		{ account: account ?? null, webhook: webhook ?? null },
	);
	if (receivers.length === 0) return [];
	const message = `msg_${randomText(ID_LENGTH)}`;
	const at = new Date().toISOString();
	const body = JSON.stringify({ type: event, timestamp: at, data });
	yield* run('INSERT INTO webhook_messages (id, event, body, created_at) VALUES (@message, @event, @body, @at)', {
		message,
		event,
		body,
		at,
	});
	const rows = receivers.map(({ id, account_id }) => ({
		id: `dlv_${randomText(ID_LENGTH)}`,
		webhook: id,
		account: account_id,
		message,
		at,
	}));
	const columns = { id: 'TEXT', webhook: 'TEXT', account: 'TEXT', message: 'TEXT', at: 'TEXT' } as const;
	yield* runWith(
		`INSERT INTO webhook_deliveries (id, webhook_id, account_id, message_id, status, attempts, created_at)
		 SELECT id, webhook, account, message, 'waiting', 0, at FROM given`,
		{ columns, rows },
	);
	yield* runWith(addJobs(clock, 'SELECT id, account, webhook, at FROM given'), { columns, rows });
	const former = `SELECT id FROM (SELECT d.id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, d.id DESC)
		AS place FROM webhook_deliveries d WHERE webhook_id IN (SELECT webhook FROM given)) AS placed WHERE place > ${MOST_DELIVERIES}`;
	yield* runWith(`DELETE FROM jobs WHERE kind = '${WEBHOOK_JOB}' AND id IN (${former})`, { columns, rows });
	yield* runWith(`DELETE FROM webhook_deliveries WHERE id IN (${former})`, { columns, rows });
	return rows.map(({ id }) => id);
}

/**
 * Returns SQL that adds jobs that are due now. These jobs have bounds of their own: MOST_DELIVERIES for each webhook.
 *
 * @param deliveries a query for the IDs of deliveries, accounts and webhooks, and for the times of the events. The SQL ends
 *   with a condition, so that `ON CONFLICT` can follow
 */
export function addJobs(clock: string, deliveries: string): string {
	return `INSERT INTO jobs (id, kind, account_id, target, payload, created_at, run_at, expires_at, attempts)
		SELECT id, '${WEBHOOK_JOB}', account, webhook, '{}', at, ${clock}, ${clock} + ${JOB_LIFE}, 0
		FROM (${deliveries}) AS d WHERE true`;
}

/** Removes the events that no webhook receives any more. They can be about the account that had it. */
export function* dropUnsent(): Work<void> {
	yield* run(`DELETE FROM webhook_messages WHERE ${IS_UNSENT}`);
}

/** Gives up the events that wait for a webhook. */
export function* dropWaiting(webhook: string): Work<void> {
	yield* run(
		`UPDATE webhook_deliveries SET status = 'failed', error = coalesce(error, 'The webhook was switched off.')
		 WHERE webhook_id = @webhook AND status = 'waiting'`,
		{ webhook },
	);
	yield* run(`DELETE FROM jobs WHERE kind = '${WEBHOOK_JOB}' AND target = @webhook`, { webhook });
}

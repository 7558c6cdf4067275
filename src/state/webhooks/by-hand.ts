/** Events that owners send by hand: tests, and events that are sent again. Only a few in a minute. */
import type { AttemptStore } from '../attempt-store.ts';
import { get, run, type Work } from '../database.ts';
import { addJobs, emit, IS_LISTENING } from './emit.ts';
import { MOST_BY_HAND, TEST_EVENT } from './webhook.ts';

const MINUTE = 60_000;

/** Why an event was not sent by hand. */
export type NotSent = 'missing' | 'off' | 'too many';

/** Puts an event on its way. Returns the ID of the delivery, or undefined if there is no such event. */
export type SendByHand = () => Work<string | undefined>;

/** Counts an event that an account sends by hand. Returns whether the account may send it now. */
export function mayByHand(attempts: AttemptStore, account: string): Promise<boolean> {
	return attempts.add({ key: `webhook by hand:${account}`, most: MOST_BY_HAND, length: MINUTE });
}

/** Sends an event by hand in a transaction. Returns the ID of the delivery. */
export function* byHand(
	account: string,
	webhook: string,
	send: SendByHand,
): Work<{ readonly id: string } | { readonly notSent: NotSent }> {
	const exists = 'SELECT 1 FROM webhooks WHERE id = @webhook AND account_id = @account';
	if ((yield* get(exists, { account, webhook })) === undefined) return { notSent: 'missing' };
	const listening = `SELECT 1 FROM webhooks w WHERE w.id = @webhook AND w.account_id = @account AND ${IS_LISTENING}`;
	if ((yield* get(listening, { account, webhook })) === undefined) return { notSent: 'off' };
	const id = yield* send();
	return id === undefined ? { notSent: 'missing' } : { id };
}

/** @param clock the SQL of the database's clock */
export function* sendTest(clock: string, account: string, webhook: string): Work<string | undefined> {
	const test = { event: TEST_EVENT, account, webhook, data: { webhook } } as const;
	return (yield* emit(clock, test))[0];
}

/** @param clock the SQL of the database's clock */
export function* sendAgain(clock: string, account: string, webhook: string, id: string): Work<string | undefined> {
	const found = yield* run(
		`UPDATE webhook_deliveries SET status = 'waiting' WHERE id = @id AND webhook_id = @webhook AND account_id = @account`,
		{ id, webhook, account },
	);
	if (found === 0) return undefined;
	// The job begins now, however old the event is. Jobs that began long ago are removed.
	const given = `SELECT id, account_id AS account, webhook_id AS webhook, CAST(@at AS TEXT) AS at
		FROM webhook_deliveries WHERE id = @id`;
	const add = `${addJobs(clock, given)} ON CONFLICT (id) DO UPDATE SET run_at = excluded.run_at`;
	yield* run(add, { id, at: new Date().toISOString() });
	return id;
}

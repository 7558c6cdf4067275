/** The events on their way to webhooks. See `emit` for how they get there, and job-pool.ts for who sends them. */
import { excerpt } from '../shared/text.ts';
import type { AttemptStore } from './attempt-store.ts';
import { all, type Database, isDuplicate, run, runWith, Store } from './database.ts';
import type { TakenJob } from './jobs/job-store.ts';
import { type SwitchedOff, switchOffFailing } from './webhook-store.ts';
import {
	type AnnouncedRelease,
	type Announcement,
	announceRelease,
	LAST_RELEASE,
} from './webhooks/announce-release.ts';
import { byHand, mayByHand, type NotSent, type SendByHand, sendAgain, sendTest } from './webhooks/by-hand.ts';
import { type Emitted, emit, IS_LISTENING, WEBHOOK_JOB } from './webhooks/emit.ts';
import type { Delivery, OffReason } from './webhooks/webhook.ts';

const LONGEST_ERROR = 300;

/** What a server needs to send an event. */
export interface Sending {
	readonly webhook_id: string;
	readonly account_id: string;
	readonly url: string;
	/** The encrypted secret. */
	readonly secret: string;
	readonly previous_secret: string | null;
	readonly previous_until: string | null;
	readonly event_id: string;
	readonly event: Delivery['event'];
	readonly body: string;
	/** How many attempts in a row have failed, of all events of this webhook. */
	readonly failures: number;
}

export interface Failed {
	/** The status of the response, or null if there was none. */
	readonly status: number | null;
	readonly error: string;
	/** Switches the webhook off at once. */
	readonly off?: OffReason | undefined;
	/**
	 * How long to wait before the next attempt, and how long the other events of this webhook wait at least, in
	 * milliseconds. Undefined if the event is given up.
	 */
	readonly pauses: { readonly own: number; readonly others: number } | undefined;
}

const DELIVERY = `SELECT d.id, webhook_id, message_id AS event_id, event, status, d.attempts, response_status, error,
	d.created_at, tried_at, CASE WHEN status = 'waiting' THEN run_at END AS next
	FROM webhook_deliveries d JOIN webhook_messages m ON m.id = message_id LEFT JOIN jobs j ON j.id = d.id`;

export class DeliveryStore extends Store {
	readonly #attempts: () => Promise<AttemptStore>;

	constructor(db: Database, attempts: () => Promise<AttemptStore>) {
		super(db);
		this.#attempts = attempts;
	}

	/** Puts an event on its way. Returns the IDs of the deliveries. */
	emit(emitted: Emitted): Promise<readonly string[]> {
		return this.db.transaction(() => emit(this.db.now, emitted));
	}

	async lastRelease(): Promise<string | undefined> {
		return (await this.db.get<AnnouncedRelease>(LAST_RELEASE))?.snapshot;
	}

	/** Whether the release is new, or this process has seen how it replaced the release that was announced last. */
	async isNews({ snapshot, before, last }: Announcement): Promise<boolean> {
		if (snapshot === last) return false;
		const known = await this.db.get('SELECT 1 FROM webhook_releases WHERE snapshot = @snapshot', { snapshot });
		return known === undefined || (before !== undefined && before === last);
	}

	/**
	 * Announces a release once, no matter how many servers and processes call this.
	 *
	 * @returns false if another process has announced a release in the meantime
	 */
	async announce(release: Announcement, events: readonly Emitted[]): Promise<boolean> {
		return this.db
			.transaction(() => announceRelease(this.db.now, release, events))
			.catch((error) => {
				// Another process announced a release at the same moment.
				if (isDuplicate(error)) return false;
				throw error;
			});
	}

	/** Returns the deliveries of a webhook, newest first. */
	async ofWebhook(account: string, webhook: string, offset: number, limit: number): Promise<Delivery[]> {
		const rows = await this.db.all<Row>(
			`${DELIVERY} WHERE d.account_id = @account AND webhook_id = @webhook
			 ORDER BY d.created_at DESC, d.id DESC LIMIT @limit OFFSET @offset`,
			{ account, webhook, limit, offset },
		);
		return rows.map(asDelivery);
	}

	async countOf(account: string, webhook: string): Promise<number> {
		const row = await this.db.get<{ count: number }>(
			'SELECT count(*) AS count FROM webhook_deliveries WHERE account_id = @account AND webhook_id = @webhook',
			{ account, webhook },
		);
		return row!.count;
	}

	async find(account: string, webhook: string, id: string): Promise<Delivery | undefined> {
		const where = 'WHERE d.id = @id AND d.account_id = @account AND webhook_id = @webhook';
		const row = await this.db.get<Row>(`${DELIVERY} ${where}`, { account, webhook, id });
		return row && asDelivery(row);
	}

	test(account: string, webhook: string): Promise<Delivery | NotSent> {
		return this.#byHand(account, webhook, () => sendTest(this.db.now, account, webhook));
	}

	again(account: string, webhook: string, id: string): Promise<Delivery | NotSent> {
		return this.#byHand(account, webhook, () => sendAgain(this.db.now, account, webhook, id));
	}

	async #byHand(account: string, webhook: string, send: SendByHand): Promise<Delivery | NotSent> {
		if (!(await mayByHand(await this.#attempts(), account))) return 'too many';
		const sent = await this.db.transaction(() => byHand(account, webhook, send));
		return 'id' in sent ? ((await this.find(account, webhook, sent.id)) ?? 'missing') : sent.notSent;
	}

	/** Returns what a server needs to send the event of a job. Returns undefined if it must not be sent any more. */
	async sending({ id }: TakenJob): Promise<Sending | undefined> {
		return this.db.get(
			`SELECT webhook_id, d.account_id, url, secret, previous_secret, previous_until, m.id AS event_id, event, body, failures
			 FROM webhook_deliveries d JOIN webhook_messages m ON m.id = message_id JOIN webhooks w ON w.id = webhook_id
			 WHERE d.id = @id AND status = 'waiting' AND ${IS_LISTENING}`,
			{ id },
		);
	}

	/** Records that an event was delivered. @param status the status of the response */
	async delivered({ id, attempts }: TakenJob, status: number): Promise<void> {
		await this.db.transaction(function* () {
			yield* run('DELETE FROM jobs WHERE id = @id AND attempts = @attempts', { id, attempts });
			yield* run(
				`UPDATE webhook_deliveries SET status = 'delivered', attempts = attempts + 1, response_status = @status,
				 error = NULL, tried_at = @now WHERE id = @id`,
				{ id, status, now: new Date().toISOString() },
			);
			yield* run(`UPDATE webhooks SET failures = 0, succeeded_at = @now WHERE ${OF_DELIVERY}`, {
				id,
				now: new Date().toISOString(),
			});
		});
	}

	/**
	 * Records a failed attempt. If the event is given up, and no other event was delivered since it happened, the webhook
	 * is switched off and its owner told, in the same transaction.
	 *
	 * @returns the webhook if it was switched off
	 */
	async failed({ id, attempts }: TakenJob, failed: Failed): Promise<SwitchedOff | undefined> {
		const { now } = this.db;
		const { status, error, off, pauses } = failed;
		return this.db.transaction(function* () {
			yield* run(
				`UPDATE webhook_deliveries SET status = @state, attempts = attempts + 1, response_status = @status, error = @error,
				 tried_at = @now WHERE id = @id AND status = 'waiting'`,
				{
					id,
					state: pauses === undefined ? 'failed' : 'waiting',
					status,
					error: excerpt(error, LONGEST_ERROR),
					now: new Date().toISOString(),
				},
			);
			const job = { id, attempts };
			if (pauses === undefined) {
				yield* run('DELETE FROM jobs WHERE id = @id AND attempts = @attempts', job);
				return (yield* switchOffFailing(now, [id], off))[0];
			}
			yield* run(`UPDATE webhooks SET failures = failures + 1 WHERE ${OF_DELIVERY}`, { id });
			const [own, others] = [pauses.own, pauses.others].map((pause) => `${now} + ${Math.round(pause)}`);
			yield* run(`UPDATE jobs SET run_at = ${own} WHERE id = @id AND attempts = @attempts`, job);
			yield* run(
				`UPDATE jobs SET run_at = ${others} WHERE kind = '${WEBHOOK_JOB}' AND id <> @id AND run_at < ${others}
				 AND target = (SELECT webhook_id FROM webhook_deliveries WHERE id = @id)`,
				{ id },
			);
			return undefined;
		});
	}

	/** Removes the job of an event that must not be sent any more. */
	async dropped({ id, attempts }: TakenJob): Promise<void> {
		await this.db.transaction(function* () {
			yield* run('DELETE FROM jobs WHERE id = @id AND attempts = @attempts', { id, attempts });
			yield* run(
				`UPDATE webhook_deliveries SET status = 'failed', error = coalesce(error, @error) WHERE id = @id AND status = 'waiting'`,
				{ id, error: 'The webhook was off, or the plan of the account no longer included webhooks.' },
			);
		});
	}

	/** Gives up the events that could not be delivered for a day. Returns the webhooks that were switched off. */
	async giveUpExpired(): Promise<readonly SwitchedOff[]> {
		const expired = `SELECT id FROM jobs WHERE expires_at <= ${this.db.now} AND kind = '${WEBHOOK_JOB}' LIMIT 1000`;
		// With SQLite, this query spares most calls the lock for writing.
		if ((await this.db.get(expired)) === undefined) return [];
		const { now } = this.db;
		return this.db.transaction(function* () {
			const ids = (yield* all<{ id: string }>(`${expired} FOR UPDATE SKIP LOCKED`)).map(({ id }) => id);
			const given = { columns: { id: 'TEXT' }, rows: ids.map((id) => ({ id })) } as const;
			yield* runWith(
				`UPDATE webhook_deliveries SET status = 'failed', error = coalesce(error, 'It could not be sent for a day.')
				 WHERE status = 'waiting' AND id IN (SELECT id FROM given)`,
				given,
			);
			yield* runWith('DELETE FROM jobs WHERE id IN (SELECT id FROM given)', given);
			return yield* switchOffFailing(now, ids);
		});
	}

	/** Counts the events that wait, and those of them that have failed at least once. */
	async waiting(): Promise<{ readonly waiting: number; readonly failed: number }> {
		const row = await this.db.get<{ waiting: number; failed: number }>(
			`SELECT count(*) AS waiting, count(error) AS failed FROM webhook_deliveries WHERE status = 'waiting'`,
		);
		return row!;
	}
}

const OF_DELIVERY = 'id = (SELECT webhook_id FROM webhook_deliveries WHERE id = @id)';

interface Row extends Omit<Delivery, 'next_at'> {
	/** When the job is due, in milliseconds since 1970. */
	readonly next: number | null;
}

function asDelivery({ next, ...row }: Row): Delivery {
	return { ...row, next_at: next === null ? null : new Date(next).toISOString() };
}

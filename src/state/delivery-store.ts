/** The events on their way to webhooks. See `emit` for how they get there, and job-pool.ts for who sends them. */
import { excerpt } from '../shared/excerpt.ts';
import { all, allWith, type Database, get, isDuplicate, run, runWith, type Work } from './database.ts';
import type { TakenJob } from './jobs/job-store.ts';
import { lockAccount } from './lock-account.ts';
import { switchOff } from './webhook-store.ts';
import { addJobs, type Emitted, emit, IS_LISTENING, WEBHOOK_JOB } from './webhooks/emit.ts';
import { type Delivery, MOST_BY_HAND, type OffReason, TEST_EVENT, type Webhook } from './webhooks/webhook.ts';

const MINUTE = 60_000;
const LONGEST_ERROR = 300;
/** How many announced releases are remembered. */
const MOST_RELEASES = 1000;

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

/** An attempt that failed. */
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

/** A webhook that was switched off because it failed. */
export interface SwitchedOff {
	readonly webhook: string;
	readonly account: string;
}

/** A release to announce. */
export interface Announcement {
	/** The snapshot that is served now. */
	readonly snapshot: string;
	/** The snapshot that this process served before. Undefined if the process has just started. */
	readonly before: string | undefined;
	/** The snapshot that was announced last, on which the events are based. */
	readonly last: string | undefined;
}

const DELIVERY = `SELECT d.id, webhook_id, message_id AS event_id, event, status, d.attempts, response_status, error,
	d.created_at, tried_at, CASE WHEN status = 'waiting' THEN run_at END AS next
	FROM webhook_deliveries d JOIN webhook_messages m ON m.id = message_id LEFT JOIN jobs j ON j.id = d.id`;
const LAST_RELEASE = 'SELECT snapshot FROM webhook_releases ORDER BY place DESC LIMIT 1';

export class DeliveryStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	/** Puts an event on its way. Returns the IDs of the deliveries. */
	emit(emitted: Emitted): Promise<readonly string[]> {
		return this.#db.transaction(() => emit(this.#db.now, emitted));
	}

	/** Returns the webhooks that receive an event about the whole directory. */
	async listening(event: Delivery['event']): Promise<Pick<Webhook, 'id' | 'programs'>[]> {
		const sql = `SELECT id, programs FROM webhooks w WHERE ${IS_LISTENING} AND events LIKE '%"${event}"%'`;
		const rows = await this.#db.all<{ id: string; programs: string | null }>(sql);
		return rows.map(({ id, programs }) => ({ id, programs: programs === null ? null : JSON.parse(programs) }));
	}

	/** Returns the snapshot that was announced last. */
	async lastRelease(): Promise<string | undefined> {
		return (await this.#db.get<{ snapshot: string }>(LAST_RELEASE))?.snapshot;
	}

	/** Whether the release is new, or this process has seen how it replaced the release that was announced last. */
	async isNews({ snapshot, before, last }: Announcement): Promise<boolean> {
		if (snapshot === last) return false;
		const known = await this.#db.get('SELECT 1 FROM webhook_releases WHERE snapshot = @snapshot', { snapshot });
		return known === undefined || (before !== undefined && before === last);
	}

	/**
	 * Announces a release once, no matter how many servers and processes call this.
	 *
	 * @param events the events that go with it
	 * @returns false if another process has announced a release in the meantime
	 */
	async announce(release: Announcement, events: readonly Emitted[]): Promise<boolean> {
		const { now } = this.#db;
		const step = function* (): Work<boolean> {
			const read = 'SELECT snapshot, place FROM webhook_releases ORDER BY place DESC LIMIT 1';
			yield* get(`${read} FOR UPDATE`);
			// Waiting for the lock can take until another process has announced a release, so the last one is read again.
			const last = yield* get<{ snapshot: string; place: number }>(read);
			if (last?.snapshot !== release.last) return false;
			const values = { snapshot: release.snapshot, place: (last?.place ?? 0) + 1 };
			const known = yield* run('UPDATE webhook_releases SET place = @place WHERE snapshot = @snapshot', values);
			if (known === 0) {
				yield* run('INSERT INTO webhook_releases (snapshot, place) VALUES (@snapshot, @place)', values);
			}
			const { place } = values;
			yield* run(`DELETE FROM webhook_releases WHERE place <= @place - ${MOST_RELEASES}`, { place });
			for (const event of events) yield* emit(now, event);
			return true;
		};
		return this.#db.transaction(step).catch((error) => {
			// Another process announced a release at the same moment.
			if (isDuplicate(error)) return false;
			throw error;
		});
	}

	/** Returns the deliveries of a webhook, newest first. */
	async ofWebhook(account: string, webhook: string, offset: number, limit: number): Promise<Delivery[]> {
		const rows = await this.#db.all<Row>(
			`${DELIVERY} WHERE d.account_id = @account AND webhook_id = @webhook
			 ORDER BY d.created_at DESC, d.id DESC LIMIT @limit OFFSET @offset`,
			{ account, webhook, limit, offset },
		);
		return rows.map(asDelivery);
	}

	async countOf(account: string, webhook: string): Promise<number> {
		const row = await this.#db.get<{ count: number }>(
			'SELECT count(*) AS count FROM webhook_deliveries WHERE account_id = @account AND webhook_id = @webhook',
			{ account, webhook },
		);
		return row!.count;
	}

	async find(account: string, webhook: string, id: string): Promise<Delivery | undefined> {
		const where = 'WHERE d.id = @id AND d.account_id = @account AND webhook_id = @webhook';
		const row = await this.#db.get<Row>(`${DELIVERY} ${where}`, { account, webhook, id });
		return row && asDelivery(row);
	}

	/** Sends a test event to a webhook. */
	test(account: string, webhook: string): Promise<Delivery | NotSent> {
		const { now } = this.#db;
		return this.#byHand(account, webhook, function* () {
			const test = { event: TEST_EVENT, account, webhooks: [webhook], data: { webhook } } as const;
			return (yield* emit(now, test))[0];
		});
	}

	/** Sends an event again, now. */
	again(account: string, webhook: string, id: string): Promise<Delivery | NotSent> {
		const { now } = this.#db;
		return this.#byHand(account, webhook, function* () {
			const found = yield* run(
				`UPDATE webhook_deliveries SET status = 'waiting' WHERE id = @id AND webhook_id = @webhook AND account_id = @account`,
				{ id, webhook, account },
			);
			if (found === 0) return undefined;
			// The job begins now, however old the event is. Jobs that began long ago are removed.
			const given = `SELECT id, account_id AS account, webhook_id AS webhook, CAST(@at AS TEXT) AS at
				FROM webhook_deliveries WHERE id = @id`;
			const add = `${addJobs(now, given)} ON CONFLICT (id) DO UPDATE SET run_at = excluded.run_at`;
			yield* run(add, { id, at: new Date().toISOString() });
			return id;
		});
	}

	/** @param send puts an event on its way. Returns the ID of the delivery, or undefined if there is no such event */
	async #byHand(account: string, webhook: string, send: () => Work<string | undefined>): Promise<Delivery | NotSent> {
		const step = function* (): Work<{ readonly id: string } | NotSent> {
			yield* lockAccount(account);
			const minuteAgo = new Date(Date.now() - MINUTE).toISOString();
			const recent = yield* get<{ count: number }>(
				'SELECT count(*) AS count FROM webhook_deliveries WHERE account_id = @account AND asked_at > @minuteAgo',
				{ account, minuteAgo },
			);
			const listening = `SELECT 1 FROM webhooks w WHERE w.id = @webhook AND w.account_id = @account AND ${IS_LISTENING}`;
			const exists = 'SELECT 1 FROM webhooks WHERE id = @webhook AND account_id = @account';
			if ((yield* get(exists, { account, webhook })) === undefined) return 'missing';
			if ((yield* get(listening, { account, webhook })) === undefined) return 'off';
			if (recent!.count >= MOST_BY_HAND) return 'too many';
			const id = yield* send();
			if (id === undefined) return 'missing';
			const asked = new Date().toISOString();
			yield* run('UPDATE webhook_deliveries SET asked_at = @asked WHERE id = @id', { id, asked });
			return { id };
		};
		const sent = await this.#db.transaction(step);
		return typeof sent === 'string' ? sent : ((await this.find(account, webhook, sent.id)) ?? 'missing');
	}

	/** Returns what a server needs to send the event of a job. Returns undefined if it must not be sent any more. */
	async sending({ id }: TakenJob): Promise<Sending | undefined> {
		return this.#db.get(
			`SELECT webhook_id, d.account_id, url, secret, previous_secret, previous_until, m.id AS event_id, event, body, failures
			 FROM webhook_deliveries d JOIN webhook_messages m ON m.id = message_id JOIN webhooks w ON w.id = webhook_id
			 WHERE d.id = @id AND status = 'waiting' AND ${IS_LISTENING}`,
			{ id },
		);
	}

	/** Records that an event was delivered. @param status the status of the response */
	async delivered({ id, attempts }: TakenJob, status: number): Promise<void> {
		await this.#db.transaction(function* () {
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
	 * is switched off.
	 *
	 * @returns the webhook if it was switched off
	 */
	async failed({ id, attempts }: TakenJob, failed: Failed): Promise<SwitchedOff | undefined> {
		const { now } = this.#db;
		const { status, error, off, pauses } = failed;
		return this.#db.transaction(function* () {
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
				return (yield* switchOffFailing([id], off))[0];
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
		await this.#db.transaction(function* () {
			yield* run('DELETE FROM jobs WHERE id = @id AND attempts = @attempts', { id, attempts });
			yield* run(
				`UPDATE webhook_deliveries SET status = 'failed', error = coalesce(error, @error) WHERE id = @id AND status = 'waiting'`,
				{ id, error: 'The webhook was off, or the plan of the account no longer included webhooks.' },
			);
		});
	}

	/** Gives up the events that could not be delivered for a day. Returns the webhooks that were switched off. */
	async giveUpExpired(): Promise<readonly SwitchedOff[]> {
		const expired = `SELECT id FROM jobs WHERE expires_at <= ${this.#db.now} AND kind = '${WEBHOOK_JOB}' LIMIT 1000`;
		// With SQLite, this query spares most calls the lock for writing.
		if ((await this.#db.get(expired)) === undefined) return [];
		return this.#db.transaction(function* () {
			const ids = (yield* all<{ id: string }>(`${expired} FOR UPDATE SKIP LOCKED`)).map(({ id }) => id);
			const given = { columns: { id: 'TEXT' }, rows: ids.map((id) => ({ id })) } as const;
			yield* runWith(
				`UPDATE webhook_deliveries SET status = 'failed', error = coalesce(error, 'It could not be sent for a day.')
				 WHERE status = 'waiting' AND id IN (SELECT id FROM given)`,
				given,
			);
			yield* runWith('DELETE FROM jobs WHERE id IN (SELECT id FROM given)', given);
			return yield* switchOffFailing(ids);
		});
	}

	/** Counts the events that wait, and those of them that have failed at least once. */
	async waiting(): Promise<{ readonly waiting: number; readonly failed: number }> {
		const row = await this.#db.get<{ waiting: number; failed: number }>(
			`SELECT count(*) AS waiting, count(error) AS failed FROM webhook_deliveries WHERE status = 'waiting'`,
		);
		return row!;
	}
}

/** Why an event was not sent by hand. */
export type NotSent = 'missing' | 'off' | 'too many';

const OF_DELIVERY = 'id = (SELECT webhook_id FROM webhook_deliveries WHERE id = @id)';

/**
 * Switches off the webhooks of events that were given up, if they received nothing since those events happened. A test
 * switches nothing off.
 *
 * @param reason switches a webhook off in any case
 */
function* switchOffFailing(deliveries: readonly string[], reason?: OffReason): Work<SwitchedOff[]> {
	const rows = deliveries.map((id) => ({ id }));
	const hopeless =
		reason === undefined ? `AND event <> '${TEST_EVENT}' AND coalesce(succeeded_at, '') < d.created_at` : '';
	const found = yield* allWith<SwitchedOff, { id: 'TEXT' }>(
		`SELECT DISTINCT w.id AS webhook, w.account_id AS account FROM webhook_deliveries d
		 JOIN webhooks w ON w.id = webhook_id JOIN webhook_messages m ON m.id = message_id
		 WHERE d.id IN (SELECT id FROM given) ${hopeless}`,
		{ columns: { id: 'TEXT' }, rows },
	);
	const off: SwitchedOff[] = [];
	for (const webhook of found) if (yield* switchOff(webhook.webhook, reason ?? 'failing')) off.push(webhook);
	return off;
}

interface Row extends Omit<Delivery, 'next_at'> {
	/** When the job is due, in milliseconds since 1970. */
	readonly next: number | null;
}

function asDelivery({ next, ...row }: Row): Delivery {
	return { ...row, next_at: next === null ? null : new Date(next).toISOString() };
}

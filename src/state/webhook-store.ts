import { toTimestamp } from '../shared/to-timestamp.ts';
import { allWith, get, lockAccount, run, Store, type Work } from './database.ts';
import { ADD_EVENT, type NewEvent } from './event-store.ts';
import { addJob } from './jobs/job-store.ts';
import { randomText } from './keys/secret.ts';
import { dropWaiting, WEBHOOK_JOB } from './webhooks/emit.ts';
import {
	BOTH_SECRETS,
	MOST_WEBHOOKS,
	type OffReason,
	TEST_EVENT,
	type Webhook,
	type WebhookSettings,
} from './webhooks/webhook.ts';

const COLUMNS = 'id, account_id, url, events, off, off_since, previous_until, created_at, updated_at';
const ID_LENGTH = 24;
const HOUR = 60 * 60 * 1000;

interface Row extends Omit<Webhook, 'events'> {
	readonly events: string;
}

/** A new webhook. The secret is encrypted, see `secretBox`. */
export interface NewWebhook extends WebhookSettings {
	readonly account: string;
	/** Encrypts the secret for the webhook with this ID. */
	readonly seal: (id: string) => string;
}

/** A webhook that was switched off because it failed. */
export interface SwitchedOff {
	readonly webhook: string;
	readonly account: string;
}

interface Owned extends SwitchedOff {
	readonly url: string;
	/** The email address of its owner. */
	readonly email: string;
}

/** The kind of the job that is the email about a webhook that was switched off. */
export const WEBHOOK_OFF_MAIL = 'webhook_off';

/** The webhooks of accounts. All methods need the account's ID, so nobody can read or change those of other accounts. */
export class WebhookStore extends Store {
	/** Adds a webhook that is on. Returns undefined if the account does not exist or has MOST_WEBHOOKS webhooks. */
	async add({ account, url, events, seal }: NewWebhook): Promise<Webhook | undefined> {
		const id = `wh_${randomText(ID_LENGTH)}`;
		const now = toTimestamp(new Date());
		const row = { id, account, url, events: JSON.stringify(events), secret: seal(id), now };
		const added = await this.db.transaction(function* () {
			yield* lockAccount(account);
			return yield* run(
				`INSERT INTO webhooks (id, account_id, url, events, secret, failures, created_at, updated_at)
				 SELECT @id, id, @url, @events, @secret, 0, @now, @now FROM accounts
				 WHERE id = @account AND (SELECT count(*) FROM webhooks WHERE account_id = @account) < ${MOST_WEBHOOKS}`,
				row,
			);
		});
		return added === 1 ? this.find(account, id) : undefined;
	}

	/** Returns an account's webhooks, oldest first. */
	async ofAccount(account: string): Promise<Webhook[]> {
		const sql = `SELECT ${COLUMNS} FROM webhooks WHERE account_id = @account ORDER BY created_at, id`;
		return (await this.db.all<Row>(sql, { account })).map(asWebhook);
	}

	async find(account: string, id: string): Promise<Webhook | undefined> {
		const row = await this.db.get<Row>(`SELECT ${COLUMNS} FROM webhooks WHERE ${OWN}`, { account, id });
		return row && asWebhook(row);
	}

	/** Changes some settings. Returns false if the account has no such webhook. */
	async change(account: string, id: string, changed: Partial<WebhookSettings>): Promise<boolean> {
		const values: { readonly [column: string]: unknown } = {
			...(changed.url !== undefined && { url: changed.url }),
			...(changed.events !== undefined && { events: JSON.stringify(changed.events) }),
		};
		const set = Object.keys(values).map((column) => `${column} = @${column}, `);
		const change = `UPDATE webhooks SET ${set.join('')}updated_at = @now WHERE ${OWN}`;
		return (await this.db.run(change, { account, id, now: toTimestamp(new Date()), ...values })) === 1;
	}

	/** Switches a webhook on. Returns false if the account has no such webhook. */
	async switchOn(account: string, id: string): Promise<boolean> {
		const on = `UPDATE webhooks SET off = NULL, off_since = NULL, failures = 0, updated_at = @now WHERE ${OWN}`;
		return (await this.db.run(on, { account, id, now: toTimestamp(new Date()) })) === 1;
	}

	/** Switches a webhook off on behalf of its owner. The events that wait are given up. Returns false if it does not exist. */
	async switchOff(account: string, id: string): Promise<boolean> {
		return this.db.transaction(function* () {
			if ((yield* get(`SELECT 1 FROM webhooks WHERE ${OWN}`, { account, id })) === undefined) return false;
			yield* switchOff(id, 'owner');
			return true;
		});
	}

	/** Removes a webhook with its deliveries. Returns false if the account has no such webhook. */
	async remove(account: string, id: string): Promise<boolean> {
		return this.db.transaction(function* () {
			const removed = (yield* run(`DELETE FROM webhooks WHERE ${OWN}`, { account, id })) === 1;
			if (removed) yield* run(`DELETE FROM jobs WHERE kind = '${WEBHOOK_JOB}' AND target = @id`, { id });
			return removed;
		});
	}

	/**
	 * Replaces the secret. For BOTH_SECRETS hours, events are signed with the previous secret too. A webhook that was
	 * switched off because its secret could not be read is switched on.
	 *
	 * @param sealed the encrypted new secret
	 * @returns false if the account has no such webhook
	 */
	async rotate(account: string, id: string, sealed: string): Promise<boolean> {
		const now = new Date();
		const until = toTimestamp(new Date(now.getTime() + BOTH_SECRETS * HOUR));
		const values = { account, id, sealed, now: toTimestamp(now) };
		return this.db.transaction(function* () {
			const replaced = yield* run(
				`UPDATE webhooks SET off = NULL, off_since = NULL, failures = 0, previous_secret = NULL, previous_until = NULL,
				 secret = @sealed, updated_at = @now WHERE ${OWN} AND off = 'secret'`,
				values,
			);
			if (replaced === 1) return true;
			const rotated = yield* run(
				`UPDATE webhooks SET previous_secret = secret, previous_until = @until, secret = @sealed, updated_at = @now
				 WHERE ${OWN}`,
				{ ...values, until },
			);
			return rotated === 1;
		});
	}
}

const OWN = 'id = @id AND account_id = @account';

/** Switches a webhook off, unless it is off already. Returns whether it was on. */
export function* switchOff(id: string, reason: OffReason): Work<boolean> {
	const now = toTimestamp(new Date());
	const off = yield* run(
		'UPDATE webhooks SET off = @reason, off_since = @now, updated_at = @now WHERE id = @id AND off IS NULL',
		{ id, reason, now },
	);
	yield* dropWaiting(id);
	return off === 1;
}

/**
 * Switches off the webhooks of events that were given up, if they received nothing since those events happened, and tells
 * their owners. A test switches nothing off.
 *
 * @param clock the SQL of the database's clock
 * @param reason switches a webhook off in any case
 */
export function* switchOffFailing(
	clock: string,
	deliveries: readonly string[],
	reason?: OffReason,
): Work<SwitchedOff[]> {
	const rows = deliveries.map((id) => ({ id }));
	const hopeless =
		reason === undefined ? `AND event <> '${TEST_EVENT}' AND coalesce(succeeded_at, '') < d.created_at` : '';
	const found = yield* allWith<Owned, { id: 'TEXT' }>(
		`SELECT DISTINCT w.id AS webhook, w.account_id AS account, url, email FROM webhook_deliveries d
		 JOIN webhooks w ON w.id = webhook_id JOIN accounts a ON a.id = w.account_id JOIN webhook_messages m ON m.id = message_id
		 WHERE d.id IN (SELECT id FROM given) ${hopeless}`,
		{ columns: { id: 'TEXT' }, rows },
	);
	const off: SwitchedOff[] = [];
	for (const { email, url, ...ended } of found) {
		if (!(yield* switchOff(ended.webhook, reason ?? 'failing'))) continue;
		yield* tellOwner(clock, { ...ended, email, url });
		off.push(ended);
	}
	return off;
}

/** Tells the owner that a webhook was switched off because it failed: with a notice, and by email. */
function* tellOwner(clock: string, { webhook, account, email, url }: Owned): Work<void> {
	const event: NewEvent = {
		account_id: account,
		key_id: null,
		kind: 'webhook_off',
		detail: new URL(url).host,
		address: null,
		at: toTimestamp(new Date()),
	};
	yield* run(ADD_EVENT, { ...event });
	// Without a mail server, nobody takes it, and it is removed with the other old jobs.
	yield* addJob(clock, { kind: WEBHOOK_OFF_MAIL, account, target: email, payload: { webhook } });
}

function asWebhook(row: Row): Webhook {
	return { ...row, events: JSON.parse(row.events) };
}

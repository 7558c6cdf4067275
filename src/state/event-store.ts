import { listOf, run, Store } from './database.ts';
import type { AccountEvent, EventKind } from './event.ts';

export type NewEvent = Omit<AccountEvent, 'id'> & {
	readonly account_id: string;
	/** The ID of the key that the event is about. The event is removed with the key. */
	readonly key_id: string | null;
};

/** Adds an event, unless the account does not exist. */
export const ADD_EVENT = `INSERT INTO events (account_id, key_id, kind, detail, address, at)
	SELECT id, (SELECT id FROM keys WHERE id = @key_id), @kind, @detail, @address, @at
	FROM accounts WHERE id = @account_id`;

/** The maximum number of events of each kind that an account has. Accounts can cause some kinds as often as they want. */
export const MOST_OF_KIND = 200;

/** Removes the oldest events of a kind, if an account has more than MOST_OF_KIND of them. */
const DROP_OLDEST = `DELETE FROM events WHERE account_id = @account_id AND kind = @kind AND id <=
	(SELECT id FROM events WHERE account_id = @account_id AND kind = @kind ORDER BY id DESC LIMIT 1 OFFSET ${MOST_OF_KIND})`;

const COLUMNS = 'id, kind, detail, address, at';

export class EventStore extends Store {
	/** Adds an event, unless the account was deleted in the meantime. */
	async add(event: NewEvent): Promise<void> {
		const { account_id, kind } = event;
		const add = function* () {
			yield* run(ADD_EVENT, { ...event });
			yield* run(DROP_OLDEST, { account_id, kind });
		};
		await this.db.transaction(add);
	}

	/**
	 * Returns an account's latest events, newest first. The number of failed sign-ins is limited, because strangers could
	 * otherwise hide the other events by causing many failed sign-ins.
	 */
	async ofAccount(account: string, most: number, mostFailures: number): Promise<AccountEvent[]> {
		const failed = `account_id = @account AND kind = 'sign_in_failed'`;
		return this.db.all(
			`SELECT ${COLUMNS} FROM events WHERE account_id = @account AND (kind <> 'sign_in_failed' OR id >= coalesce(
				(SELECT id FROM events WHERE ${failed} ORDER BY id DESC LIMIT 1 OFFSET @earlierFailures), 0))
			 ORDER BY id DESC LIMIT @most`,
			{ account, most, earlierFailures: mostFailures - 1 },
		);
	}

	/** Returns an account's events of the given kinds that the user has not dismissed, newest first. */
	async open(account: string, kinds: readonly EventKind[]): Promise<AccountEvent[]> {
		return this.db.all(
			`SELECT ${COLUMNS} FROM events WHERE account_id = @account AND kind IN (${listOf(kinds)})
			 AND dismissed_at IS NULL ORDER BY id DESC`,
			{ account },
		);
	}

	async dismiss(account: string, id: number, now: string): Promise<void> {
		const dismiss = 'UPDATE events SET dismissed_at = @now WHERE id = @id AND account_id = @account';
		await this.db.run(dismiss, { account, id, now });
	}
}

import type Database from 'better-sqlite3';
import type { AccountEvent, EventKind } from './event.ts';
import type { Reserve } from './reserve.ts';

type NewEvent = Omit<AccountEvent, 'id'> & { readonly account_id: string };

/** The events that record a revocation. On a full disk, they can use the reserve. */
const REVOCATIONS: readonly EventKind[] = ['key_revoked', 'key_leaked'];

/** The events in the histories of accounts. */
export class EventStore {
	readonly #reserve: Reserve;
	readonly #insert: Database.Statement<[NewEvent]>;
	readonly #ofAccount: Database.Statement<[{ account: string; most: number; mostFailures: number }], AccountEvent>;
	readonly #open: Database.Statement<[string, string], AccountEvent>;
	readonly #dismiss: Database.Statement<[string, number, string]>;

	constructor(db: Database.Database, reserve: Reserve) {
		this.#reserve = reserve;
		const columns = 'id, kind, detail, address, at';
		this.#insert = db.prepare(
			`INSERT INTO events (account_id, kind, detail, address, at)
			 SELECT id, @kind, @detail, @address, @at FROM accounts WHERE id = @account_id`,
		);
		const failed = `account_id = @account AND kind = 'sign_in_failed'`;
		this.#ofAccount = db.prepare(
			`SELECT ${columns} FROM events WHERE account_id = @account AND (kind <> 'sign_in_failed' OR id >= coalesce(
				(SELECT id FROM events WHERE ${failed} ORDER BY id DESC LIMIT 1 OFFSET @mostFailures - 1), 0))
			 ORDER BY id DESC LIMIT @most`,
		);
		this.#open = db.prepare(
			`SELECT ${columns} FROM events WHERE account_id = ? AND kind IN (SELECT value FROM json_each(?))
			 AND dismissed_at IS NULL ORDER BY id DESC`,
		);
		this.#dismiss = db.prepare('UPDATE events SET dismissed_at = ? WHERE id = ? AND account_id = ?');
	}

	/** Adds an event, unless the account was deleted in the meantime. */
	async add(event: NewEvent): Promise<void> {
		const insert = () => this.#insert.run(event);
		if (REVOCATIONS.includes(event.kind)) this.#reserve.lend(insert);
		else insert();
	}

	/**
	 * The latest events of an account, newest first. The number of failed sign-ins is limited, because strangers cause
	 * them and could hide other events.
	 */
	async ofAccount(account: string, most: number, mostFailures: number): Promise<AccountEvent[]> {
		return this.#ofAccount.all({ account, most, mostFailures });
	}

	/** The events of the given kinds, newest first, except those that the user has dismissed. */
	async open(account: string, kinds: readonly EventKind[]): Promise<AccountEvent[]> {
		return this.#open.all(account, JSON.stringify(kinds));
	}

	/** Dismisses an event of an account. */
	async dismiss(account: string, id: number, now: string): Promise<void> {
		this.#dismiss.run(now, id, account);
	}
}

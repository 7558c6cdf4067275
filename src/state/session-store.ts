import type Database from 'better-sqlite3';

/** A session, as its owner sees it. */
export interface Session {
	readonly id: string;
	/** The User-Agent header of the browser. */
	readonly user_agent: string | null;
	/** The time when the session started, as a timestamp. */
	readonly created_at: string;
	readonly expires_at: string;
}

/** The sessions, for the dashboard and the commands. better-auth opens and checks them in the same table. */
export class SessionStore {
	readonly #ofAccount: Database.Statement<[string, string], Session>;
	readonly #end: Database.Statement<[string, string]>;
	readonly #endOthers: Database.Statement<[string, string]>;
	readonly #endAll: Database.Statement<[string]>;

	constructor(db: Database.Database) {
		const time = (column: string) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${column}) AS ${column}`;
		this.#ofAccount = db.prepare(
			`SELECT id, user_agent, ${time('created_at')}, ${time('expires_at')} FROM sessions
			 WHERE account_id = ? AND sessions.expires_at > ? ORDER BY sessions.created_at DESC, id`,
		);
		this.#end = db.prepare('DELETE FROM sessions WHERE account_id = ? AND id = ?');
		this.#endOthers = db.prepare('DELETE FROM sessions WHERE account_id = ? AND id <> ?');
		this.#endAll = db.prepare('DELETE FROM sessions WHERE account_id = ?');
	}

	/** The open sessions of an account, newest first. */
	async ofAccount(account: string, now: string): Promise<Session[]> {
		return this.#ofAccount.all(account, now);
	}

	/** Ends a session of an account. */
	async end(account: string, id: string): Promise<void> {
		this.#end.run(account, id);
	}

	/** Ends every session of an account except one. */
	async endOthers(account: string, id: string): Promise<void> {
		this.#endOthers.run(account, id);
	}

	/** Ends every session of an account. */
	async endAll(account: string): Promise<void> {
		this.#endAll.run(account);
	}
}

import Database from 'better-sqlite3';
import type { Account } from '../keys/account.ts';
import type { Plan } from '../keys/plan.ts';

/** The columns of an account. better-auth writes times with milliseconds, which are removed here. */
const COLUMNS = `id, email, plan, strftime('%Y-%m-%dT%H:%M:%SZ', created_at) AS created_at`;

/** The accounts, for the commands and the dashboard. better-auth uses the same table for signing in. */
export class AccountStore {
	readonly #db: Database.Database;
	readonly #insert: Database.Statement<[Account]>;
	readonly #byId: Database.Statement<[string], Account>;
	readonly #byEmail: Database.Statement<[string], Account>;
	readonly #all: Database.Statement<[], Account>;
	readonly #setPlan: Database.Statement<[Plan, string]>;
	readonly #setEmail: Database.Statement<[string, number, string]>;
	readonly #turnOffTwoFactor: Database.Statement<[string]>;
	readonly #forgetTwoFactor: Database.Statement<[string]>;
	readonly #delete: Database.Statement<[string]>;
	readonly #forget: Database.Statement<[string]>;

	constructor(db: Database.Database) {
		this.#db = db;
		this.#insert = db.prepare(
			`INSERT INTO accounts (id, email, plan, created_at, updated_at, email_verified)
			 VALUES (@id, @email, @plan, @created_at, @created_at, 1) ON CONFLICT DO NOTHING`,
		);
		this.#byId = db.prepare(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`);
		this.#byEmail = db.prepare(`SELECT ${COLUMNS} FROM accounts WHERE email = ?`);
		this.#all = db.prepare(`SELECT ${COLUMNS} FROM accounts ORDER BY created_at, rowid`);
		this.#setPlan = db.prepare('UPDATE accounts SET plan = ? WHERE email = ?');
		this.#setEmail = db.prepare('UPDATE accounts SET email = ?, email_verified = ? WHERE id = ?');
		this.#turnOffTwoFactor = db.prepare('UPDATE accounts SET two_factor = 0 WHERE id = ? AND two_factor');
		this.#forgetTwoFactor = db.prepare('DELETE FROM two_factors WHERE account_id = ?');
		this.#delete = db.prepare('DELETE FROM accounts WHERE id = ?');
		this.#forget = db.prepare(`DELETE FROM verifications WHERE instr(value, ?)`);
	}

	/**
	 * Adds an account for the operator, who vouches for its e-mail address.
	 *
	 * @returns false when the address has an account already
	 */
	async add(account: Account): Promise<boolean> {
		return this.#insert.run(account).changes === 1;
	}

	async findById(id: string): Promise<Account | undefined> {
		return this.#byId.get(id);
	}

	async findByEmail(email: string): Promise<Account | undefined> {
		return this.#byEmail.get(email);
	}

	/** All accounts, oldest first. */
	async all(): Promise<Account[]> {
		return this.#all.all();
	}

	/** Sets the plan of an account. Returns false if there is no such account. */
	async setPlan(email: string, plan: Plan): Promise<boolean> {
		return this.#setPlan.run(plan, email).changes === 1;
	}

	/** Changes the e-mail address and removes pending links. Returns false if another account has the address. */
	async setEmail(id: string, email: string, verified: boolean): Promise<boolean> {
		try {
			return this.#db
				.transaction(() => {
					this.#forget.run(id);
					return this.#setEmail.run(email, verified ? 1 : 0, id).changes === 1;
				})
				.immediate();
		} catch (error) {
			if (error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') return false;
			throw error;
		}
	}

	/** Turns two-factor off for an owner who has lost their app. Returns whether it was on. */
	async turnOffTwoFactor(id: string): Promise<boolean> {
		const turnOff = this.#db.transaction(() => {
			this.#forgetTwoFactor.run(id);
			return this.#turnOffTwoFactor.run(id).changes === 1;
		});
		return turnOff.immediate();
	}

	/** Removes pending links, and sign-ins that wait for a code. */
	async endPending(id: string): Promise<void> {
		this.#forget.run(id);
	}

	/** Deletes an account with all its data. When this returns, every process refuses its keys. */
	async delete(id: string): Promise<void> {
		this.#db
			.transaction(() => {
				this.#forget.run(id);
				this.#delete.run(id);
			})
			.immediate();
	}
}

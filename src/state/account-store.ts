import type Database from 'better-sqlite3';
import type { Account, Plan } from '../accounts/account.ts';

export class AccountStore {
	readonly #insert: Database.Statement<[Account]>;
	readonly #byEmail: Database.Statement<[string], Account>;
	readonly #all: Database.Statement<[], Account & { active_keys: number }>;
	readonly #setPlan: Database.Statement<[Plan, string]>;

	constructor(db: Database.Database) {
		this.#insert = db.prepare('INSERT INTO accounts VALUES (@id, @email, @plan, @created_at) ON CONFLICT DO NOTHING');
		this.#byEmail = db.prepare('SELECT * FROM accounts WHERE email = ?');
		this.#all = db.prepare('SELECT * FROM accounts ORDER BY created_at, email');
		this.#setPlan = db.prepare('UPDATE accounts SET plan = ? WHERE email = ?');
	}

	/** Whether it was added: false when its e-mail address has an account already. */
	add(account: Account): boolean {
		return this.#insert.run(account).changes === 1;
	}

	findByEmail(email: string): Account | undefined {
		return this.#byEmail.get(email);
	}

	/** Oldest first. */
	all(): Account[] {
		return this.#all.all();
	}

	/** Whether there is such an account. */
	setPlan(email: string, plan: Plan): boolean {
		return this.#setPlan.run(plan, email).changes === 1;
	}
}

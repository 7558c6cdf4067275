import type Database from 'better-sqlite3';
import type { Account } from '../keys/account.ts';

/** A sign-up whose e-mail address is not confirmed yet. */
export interface SignUp {
	readonly email: string;
	/** The scrypt hash of the password. */
	readonly password: string;
}

/** The SHA-256 of the token in a link. */
type TokenHash = string;

/** The sign-ups that wait for a confirmation. A confirmed sign-up becomes an account. */
export class SignUpStore {
	readonly #db: Database.Database;
	readonly #add: Database.Statement<[SignUp & { token: TokenHash; expires_at: string }]>;
	readonly #find: Database.Statement<[TokenHash, string], SignUp>;
	readonly #removeAll: Database.Statement<[string]>;
	readonly #insertAccount: Database.Statement<[Account & { verified: number }]>;
	readonly #insertPassword: Database.Statement<[Account & { password: string }]>;

	constructor(db: Database.Database) {
		this.#db = db;
		this.#add = db.prepare('INSERT INTO sign_ups VALUES (@token, @email, @password, @expires_at)');
		this.#find = db.prepare('SELECT email, password FROM sign_ups WHERE token = ? AND expires_at > ?');
		this.#removeAll = db.prepare('DELETE FROM sign_ups WHERE email = ?');
		this.#insertAccount = db.prepare(
			`INSERT INTO accounts (id, email, plan, created_at, updated_at, email_verified)
			 VALUES (@id, @email, @plan, @created_at, @created_at, @verified) ON CONFLICT DO NOTHING`,
		);
		this.#insertPassword = db.prepare(
			`INSERT INTO credentials (id, account_id, provider, provider_account, password, created_at, updated_at)
			 VALUES (lower(hex(randomblob(12))), @id, 'credential', @id, @password, @created_at, @created_at)`,
		);
	}

	/** @param expires_at a timestamp */
	async add(token: TokenHash, signUp: SignUp, expires_at: string): Promise<void> {
		this.#add.run({ ...signUp, token, expires_at });
	}

	/** Finds a sign-up by its link, if the link still works. */
	async find(token: TokenHash, now: string): Promise<SignUp | undefined> {
		return this.#find.get(token, now);
	}

	/**
	 * Creates the account of a confirmed sign-up and removes all sign-ups of the address, in one transaction.
	 *
	 * @returns false when the link no longer works, or the address has an account by now
	 */
	async confirm(token: TokenHash, account: Account): Promise<boolean> {
		const confirm = this.#db.transaction(() => {
			const signUp = this.#find.get(token, account.created_at);
			return signUp !== undefined && this.#open(account, signUp.password, 1);
		});
		return confirm.immediate();
	}

	/** Creates an account without confirming its address. Returns false if the address has an account. */
	async openUnconfirmed(account: Account, password: string): Promise<boolean> {
		return this.#db.transaction(() => this.#open(account, password, 0)).immediate();
	}

	/** Removes all sign-ups of an address, so that their links no longer work. */
	async removeAll(email: string): Promise<void> {
		this.#removeAll.run(email);
	}

	#open(account: Account, password: string, verified: 0 | 1): boolean {
		this.#removeAll.run(account.email);
		if (this.#insertAccount.run({ ...account, verified }).changes === 0) return false;
		this.#insertPassword.run({ ...account, password });
		return true;
	}
}

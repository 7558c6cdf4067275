import type Database from 'better-sqlite3';

/** The ways in to accounts by providers; a password is another. Signing in is better-auth's work on the same table. */
export class CredentialStore {
	readonly #ofAccount: Database.Statement<[string], string>;
	readonly #remove: Database.Statement<[{ readonly id: string; readonly provider: string }]>;

	constructor(db: Database.Database) {
		this.#ofAccount = db
			.prepare<[string], string>(
				`SELECT DISTINCT provider FROM credentials WHERE account_id = ? AND provider <> 'credential' ORDER BY provider`,
			)
			.pluck();
		this.#remove = db.prepare(
			`DELETE FROM credentials WHERE account_id = @id AND provider = @provider AND provider <> 'credential'
			 AND EXISTS (SELECT 1 FROM credentials WHERE account_id = @id AND provider <> @provider)`,
		);
	}

	/** The providers that an account can be signed in to by. */
	async providersOf(accountId: string): Promise<string[]> {
		return this.#ofAccount.all(accountId);
	}

	/** Removes one. False, and nothing is done, when it is the only way in. */
	async removeProvider(id: string, provider: string): Promise<boolean> {
		return this.#remove.run({ id, provider }).changes > 0;
	}
}

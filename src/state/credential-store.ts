import type Database from 'better-sqlite3';

/** The providers that accounts can sign in with. better-auth uses the same table for signing in, and for passwords. */
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

	/** The providers that are connected to an account. */
	async providersOf(accountId: string): Promise<string[]> {
		return this.#ofAccount.all(accountId);
	}

	/** Disconnects a provider. Returns false, and changes nothing, if it is the only way to sign in. */
	async removeProvider(id: string, provider: string): Promise<boolean> {
		return this.#remove.run({ id, provider }).changes > 0;
	}
}

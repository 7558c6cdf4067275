import { randomBytes } from 'node:crypto';
import { lockAccount, run, Store, type Work } from './database.ts';

/** SQL that selects the names of the providers that are connected to an account. */
export const PROVIDERS_OF_ACCOUNT = `SELECT DISTINCT provider FROM credentials
	WHERE account_id = @id AND provider <> 'credential' ORDER BY provider`;

/**
 * Reads and removes the providers that accounts can sign in with. The table also contains passwords. better-auth uses
 * the same table when users sign in.
 */
export class CredentialStore extends Store {
	async providersOf(accountId: string): Promise<string[]> {
		const rows = await this.db.all<{ provider: string }>(PROVIDERS_OF_ACCOUNT, { id: accountId });
		return rows.map(({ provider }) => provider);
	}

	/**
	 * Disconnects a provider from an account. Returns false, and changes nothing, if the provider is not connected or is
	 * the account's only way to sign in.
	 */
	async removeProvider(id: string, provider: string): Promise<boolean> {
		return this.db.transaction(function* () {
			yield* lockAccount(id);
			const removed = yield* run(
				`DELETE FROM credentials WHERE account_id = @id AND provider = @provider AND provider <> 'credential'
				 AND EXISTS (SELECT 1 FROM credentials WHERE account_id = @id AND provider <> @provider)`,
				{ id, provider },
			);
			return removed > 0;
		});
	}
}

/** Adds a password to an account that has none. @param password the scrypt hash */
export function addPassword(account: string, password: string, now: string): Work<number> {
	return run(
		`INSERT INTO credentials (id, account_id, provider, provider_account, password, created_at, updated_at)
		 VALUES (@id, @account, 'credential', @account, @password, @now, @now)`,
		{ id: randomBytes(12).toString('hex'), account, password, now },
	);
}

import { randomBytes } from 'node:crypto';
import { run, type Work } from './database.ts';

/** Adds a password to an account that has none. @param password the scrypt hash */
export function addPassword(account: string, password: string, now: string): Work<number> {
	return run(
		`INSERT INTO credentials (id, account_id, provider, provider_account, password, created_at, updated_at)
		 VALUES (@id, @account, 'credential', @account, @password, @now, @now)`,
		{ id: randomBytes(12).toString('hex'), account, password, now },
	);
}

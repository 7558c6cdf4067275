import type Database from 'better-sqlite3';

/** The data of an account in an export, by table. Secrets are left out, even hashes and encrypted values. */
const TABLES = {
	account: 'id, email, email_verified, name, plan, two_factor, created_at, updated_at FROM accounts WHERE id = ?',
	sessions: 'id, created_at, updated_at, expires_at, user_agent FROM sessions WHERE account_id = ?',
	credentials: 'provider, provider_account, created_at, updated_at FROM credentials WHERE account_id = ?',
	keys: 'id, name, prefix, scopes, created_at, expires_at, revoked_at, last_used_at FROM keys WHERE account_id = ?',
	usage:
		'key_id, day, endpoint, status, requests FROM key_usage JOIN keys ON id = key_id WHERE account_id = ? ORDER BY day',
	requests:
		'key_id, at, method, path, status, address FROM key_requests r JOIN keys k ON k.id = key_id WHERE account_id = ? ORDER BY at',
	events: 'kind, detail, address, at FROM events WHERE account_id = ? ORDER BY id',
} as const;

export type AccountExport = { readonly [table in keyof typeof TABLES]: readonly object[] };

/** Reads the data of an account for an export. */
export class ExportStore {
	readonly #db: Database.Database;

	constructor(db: Database.Database) {
		this.#db = db;
	}

	async ofAccount(id: string): Promise<AccountExport> {
		const read = this.#db.transaction(() =>
			Object.fromEntries(
				Object.entries(TABLES).map(([table, query]) => [
					table,
					this.#db.prepare(`SELECT ${query}`).all(id) as object[],
				]),
			),
		);
		return read() as unknown as AccountExport;
	}
}

import type Database from 'better-sqlite3';
import { type Key, MOST_ACTIVE_KEYS } from '../keys/key.ts';

interface Row extends Omit<Key, 'scopes'> {
	readonly scopes: string;
}

const COLUMNS = 'k.id, account_id, name, prefix, scopes, k.created_at, expires_at, revoked_at, last_used_at';

export class KeyStore {
	readonly #db: Database.Database;
	readonly #byId: Database.Statement<[string], Row>;
	readonly #all: Database.Statement<[], Row & { email: string }>;
	readonly #countActive: Database.Statement<[string, string], number>;
	readonly #insert: Database.Statement;
	readonly #revoke: Database.Statement<[string, string]>;
	readonly #touch: Database.Statement<[string, string, string]>;

	constructor(db: Database.Database) {
		this.#db = db;
		const accounts = 'JOIN accounts a ON a.id = k.account_id';
		this.#byId = db.prepare(`SELECT ${COLUMNS} FROM keys k WHERE id = ?`);
		this.#all = db.prepare(`SELECT ${COLUMNS}, email FROM keys k ${accounts} ORDER BY email, k.created_at, k.id`);
		this.#countActive = db
			.prepare<[string, string], number>(
				`SELECT count(*) FROM keys WHERE account_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`,
			)
			.pluck();
		this.#insert = db.prepare(
			`INSERT INTO keys VALUES (@id, @account_id, @name, @hash, @prefix, @scopes, @created_at, @expires_at, @revoked_at, @last_used_at)`,
		);
		this.#revoke = db.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
		this.#touch = db.prepare("UPDATE keys SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, '') < ?");
	}

	findById(id: string): Key | undefined {
		const row = this.#byId.get(id);
		return row && { ...row, scopes: JSON.parse(row.scopes) };
	}

	/** By account, oldest first. */
	all(): (Key & { email: string })[] {
		return this.#all.all().map((row) => ({ ...row, scopes: JSON.parse(row.scopes) }));
	}

	/** Whether it was added: false when its account has as many active keys as it may, also when many are added at once. */
	add(key: Key, hash: string): boolean {
		return this.#db
			.transaction(() => {
				if (this.#countActive.get(key.account_id, key.created_at)! >= MOST_ACTIVE_KEYS) return false;
				this.#insert.run({ ...key, hash, scopes: JSON.stringify(key.scopes) });
				return true;
			})
			.immediate();
	}

	/** Whether it was active or expired until now. From the moment this returns, every process refuses the key. */
	revoke(id: string, now: string): boolean {
		return this.#revoke.run(now, id).changes === 1;
	}

	/** Notes when keys were last used, many in one write. */
	touch(lastUsed: ReadonlyMap<string, string>): void {
		this.#db
			.transaction(() => {
				for (const [id, at] of lastUsed) this.#touch.run(at, id, at);
			})
			.immediate();
	}
}

import type Database from 'better-sqlite3';
import { type Key, MOST_ACTIVE_KEYS, stateOf } from '../keys/key.ts';
import type { Rotation, RotationResult } from '../keys/rotate.ts';
import type { Reserve } from './reserve.ts';

interface Row extends Omit<Key, 'scopes'> {
	readonly scopes: string;
}

const COLUMNS = 'k.id, account_id, k.name, prefix, scopes, k.created_at, expires_at, revoked_at, last_used_at';
const IS_ACTIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)';

export class KeyStore {
	readonly #db: Database.Database;
	readonly #reserve: Reserve;
	readonly #byId: Database.Statement<[string], Row>;
	readonly #byHash: Database.Statement<[string], Row>;
	readonly #all: Database.Statement<[], Row & { email: string }>;
	readonly #ofAccount: Database.Statement<[{ account: string; now: string }], Row>;
	readonly #countActive: Database.Statement<[{ account: string; now: string }], number>;
	readonly #insert: Database.Statement;
	readonly #rename: Database.Statement<[string, string, string]>;
	readonly #revoke: Database.Statement<[string, string]>;
	readonly #expire: Database.Statement<[string, string]>;

	constructor(db: Database.Database, reserve: Reserve) {
		this.#db = db;
		this.#reserve = reserve;
		const accounts = 'JOIN accounts a ON a.id = k.account_id';
		this.#byId = db.prepare(`SELECT ${COLUMNS} FROM keys k WHERE id = ?`);
		this.#byHash = db.prepare(`SELECT ${COLUMNS} FROM keys k WHERE hash = ?`);
		this.#all = db.prepare(`SELECT ${COLUMNS}, email FROM keys k ${accounts} ORDER BY email, k.created_at, k.rowid`);
		this.#ofAccount = db.prepare(
			`SELECT ${COLUMNS} FROM keys k WHERE account_id = @account ORDER BY ${IS_ACTIVE} DESC, created_at DESC, id`,
		);
		this.#countActive = db
			.prepare<[{ account: string; now: string }], number>(
				`SELECT count(*) FROM keys WHERE account_id = @account AND ${IS_ACTIVE}`,
			)
			.pluck();
		this.#insert = db.prepare(
			`INSERT INTO keys VALUES (@id, @account_id, @name, @hash, @prefix, @scopes, @created_at, @expires_at, @revoked_at, @last_used_at)`,
		);
		this.#rename = db.prepare('UPDATE keys SET name = ? WHERE id = ? AND account_id = ?');
		this.#revoke = db.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
		this.#expire = db.prepare('UPDATE keys SET expires_at = ? WHERE id = ?');
	}

	async findById(id: string): Promise<Key | undefined> {
		return asKey(this.#byId.get(id));
	}

	async findByHash(hash: string): Promise<Key | undefined> {
		return asKey(this.#byHash.get(hash));
	}

	/** All keys, sorted by account. The keys of an account are sorted from oldest to newest. */
	async all(): Promise<(Key & { email: string })[]> {
		return this.#all.all().map((row) => ({ ...row, scopes: JSON.parse(row.scopes) }));
	}

	/** The keys of an account: active ones first, then the others, each group newest first. */
	async ofAccount(account: string, now: string): Promise<Key[]> {
		return this.#ofAccount.all({ account, now }).map((row) => asKey(row)!);
	}

	/**
	 * Adds a key. Returns false if the account has the maximum number of active keys. Even simultaneous calls cannot
	 * exceed this number.
	 */
	async add(key: Key, hash: string): Promise<boolean> {
		return this.#db.transaction(() => this.#addUnlessFull(key, hash)).immediate();
	}

	/** Renames a key of an account. Returns false if the account has no such key. */
	async rename(account: string, id: string, name: string): Promise<boolean> {
		return this.#rename.run(name, id, account).changes === 1;
	}

	/** Ends a key and adds its replacement, or does neither. */
	async rotate({ old, oldEnds, next, hash }: Rotation): Promise<RotationResult> {
		const now = next.created_at;
		const step = this.#db.transaction((): RotationResult => {
			const key = asKey(this.#byId.get(old));
			if (key === undefined || key.account_id !== next.account_id) return 'missing';
			if (stateOf(key, () => new Date(now)) !== 'active') return 'ended';
			if (oldEnds <= now) this.#revoke.run(now, old);
			else if (key.expires_at === null || key.expires_at > oldEnds) this.#expire.run(oldEnds, old);
			const made = { ...next, name: key.name, scopes: key.scopes };
			if (!this.#addUnlessFull(made, hash)) throw new Full();
			return made;
		});
		try {
			return step.immediate();
		} catch (error) {
			if (error instanceof Full) return 'full';
			throw error;
		}
	}

	/**
	 * Revokes a key. Returns false if it was already revoked. When this returns, every process refuses the key. Uses the
	 * reserve if the disk is full.
	 */
	async revoke(id: string, now: string): Promise<boolean> {
		return this.#reserve.lend(() => this.#revoke.run(now, id).changes === 1);
	}

	#addUnlessFull(key: Key, hash: string): boolean {
		if (this.#countActive.get({ account: key.account_id, now: key.created_at })! >= MOST_ACTIVE_KEYS) return false;
		this.#insert.run({ ...key, hash, scopes: JSON.stringify(key.scopes) });
		return true;
	}
}

/** Thrown to undo a rotation for which the account has too many keys. */
class Full extends Error {}

function asKey(row: Row | undefined): Key | undefined {
	return row && { ...row, scopes: JSON.parse(row.scopes) };
}

import { toTimestamp } from '../shared/to-timestamp.ts';
import { get, lockAccount, run, Store, type Work } from './database.ts';
import type { Rotation, RotationResult } from './keys/create.ts';
import { type Key, type KeyRefusal, MOST_ACTIVE_KEYS, MOST_NEW_KEYS, stateOf } from './keys/key.ts';

interface Row extends Omit<Key, 'scopes'> {
	readonly scopes: string;
}

const COLUMNS = 'k.id, account_id, k.name, prefix, scopes, k.created_at, expires_at, revoked_at, last_used_at';
const BY_ID = `SELECT ${COLUMNS} FROM keys k WHERE k.id = @id`;
/** SQL that tells whether a key is active at the time `@now`. */
export const IS_ACTIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)';
const HOUR = 60 * 60 * 1000;
const REVOKE = 'UPDATE keys SET revoked_at = @now WHERE id = @id AND revoked_at IS NULL';

export class KeyStore extends Store {
	async findById(id: string): Promise<Key | undefined> {
		return asKey(await this.db.get<Row>(BY_ID, { id }));
	}

	async findByHash(hash: string): Promise<Key | undefined> {
		return asKey(await this.db.get<Row>(`SELECT ${COLUMNS} FROM keys k WHERE hash = @hash`, { hash }));
	}

	/** All keys, sorted by account. The keys of an account are sorted from oldest to newest. */
	async all(): Promise<(Key & { email: string })[]> {
		const rows = await this.db.all<Row & { email: string }>(
			`SELECT ${COLUMNS}, email FROM keys k JOIN accounts a ON a.id = k.account_id
			 ORDER BY email, k.created_at, k.rowid`,
		);
		return rows.map((row) => ({ ...row, scopes: JSON.parse(row.scopes) }));
	}

	/**
	 * Returns an account's keys: first the active keys, then the others. Both groups are sorted from newest to oldest.
	 */
	async ofAccount(account: string, now: string): Promise<Key[]> {
		const rows = await this.db.all<Row>(
			`SELECT ${COLUMNS} FROM keys k WHERE account_id = @account ORDER BY (${IS_ACTIVE}) DESC, k.created_at DESC, k.id`,
			{ account, now },
		);
		return rows.map((row) => asKey(row)!);
	}

	/**
	 * Adds a key. Returns the reason if the account cannot have it. Even simultaneous calls, in any number of processes,
	 * cannot exceed the limits.
	 *
	 * @param maker the operator can add any number of keys in an hour, and the owner of the account only MOST_NEW_KEYS
	 */
	async add(key: Key, hash: string, maker: 'owner' | 'operator' = 'operator'): Promise<KeyRefusal | undefined> {
		return this.db.transaction(() => add(key, hash, maker));
	}

	/** Renames a key of an account. Returns false if the account has no such key. */
	async rename(account: string, id: string, name: string): Promise<boolean> {
		const rename = 'UPDATE keys SET name = @name WHERE id = @id AND account_id = @account';
		return (await this.db.run(rename, { account, id, name })) === 1;
	}

	/**
	 * Ends a key at `oldEnds` at the latest, and adds its replacement, on behalf of the owner. If this is refused, changes
	 * nothing.
	 */
	async rotate({ old, oldEnds, next, hash }: Rotation): Promise<RotationResult> {
		const now = next.created_at;
		const step = function* (): Work<RotationResult> {
			yield* lockAccount(next.account_id);
			const key = asKey(yield* get<Row>(BY_ID, { id: old }));
			if (key === undefined || key.account_id !== next.account_id) return 'missing';
			if (stateOf(key, () => new Date(now)) !== 'active') return 'ended';
			if (oldEnds <= now) yield* run(REVOKE, { id: old, now });
			else if (key.expires_at === null || key.expires_at > oldEnds) {
				yield* run('UPDATE keys SET expires_at = @oldEnds WHERE id = @old', { old, oldEnds });
			}
			const made = { ...next, name: key.name, scopes: key.scopes };
			const refusal = yield* add(made, hash, 'owner');
			if (refusal !== undefined) throw new Refused(refusal);
			return { made };
		};
		try {
			return await this.db.transaction(step, { endsKeys: true });
		} catch (error) {
			if (error instanceof Refused) return error.refusal;
			throw error;
		}
	}

	/**
	 * Revokes a key. Returns false if the key does not exist or was already revoked. When the promise resolves, every
	 * process refuses the key.
	 */
	async revoke(id: string, now: string): Promise<boolean> {
		const step = function* () {
			return (yield* run(REVOKE, { id, now })) === 1;
		};
		return this.db.transaction(step, { endsKeys: true });
	}
}

function* add(key: Key, hash: string, maker: 'owner' | 'operator'): Work<KeyRefusal | undefined> {
	yield* lockAccount(key.account_id);
	const active = yield* get<{ count: number }>(
		`SELECT count(*) AS count FROM keys WHERE account_id = @account AND ${IS_ACTIVE}`,
		{ account: key.account_id, now: key.created_at },
	);
	if (active!.count >= MOST_ACTIVE_KEYS) return 'full';
	const wait = maker === 'owner' ? yield* untilNextKey(key) : 0;
	if (wait > 0) return { wait };
	yield* run(
		`INSERT INTO keys (id, account_id, name, hash, prefix, scopes, created_at, expires_at, revoked_at, last_used_at)
		 VALUES (@id, @account_id, @name, @hash, @prefix, @scopes, @created_at, @expires_at, @revoked_at, @last_used_at)`,
		{ ...key, hash, scopes: JSON.stringify(key.scopes) },
	);
	return undefined;
}

/** Returns the whole seconds until an account has fewer than MOST_NEW_KEYS new keys, or 0 if it has fewer now. */
function* untilNextKey({ account_id: account, created_at: now }: Key): Work<number> {
	const hourAgo = toTimestamp(new Date(Date.parse(now) - HOUR));
	const oldest = yield* get<{ created_at: string }>(
		`SELECT created_at FROM keys WHERE account_id = @account AND created_at > @hourAgo
		 ORDER BY created_at DESC LIMIT 1 OFFSET ${MOST_NEW_KEYS - 1}`,
		{ account, hourAgo },
	);
	return oldest === undefined ? 0 : Math.ceil((Date.parse(oldest.created_at) - Date.parse(hourAgo)) / 1000);
}

/** Thrown to undo a rotation if the account cannot have another key. */
class Refused extends Error {
	readonly refusal: KeyRefusal;

	constructor(refusal: KeyRefusal) {
		super();
		this.refusal = refusal;
	}
}

function asKey(row: Row | undefined): Key | undefined {
	return row && { ...row, scopes: JSON.parse(row.scopes) };
}

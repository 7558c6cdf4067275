/** Makes sure that restoring a backup revives no key. */
import Database from 'better-sqlite3';
import { diskFull, isDiskFull } from '../../shared/disk-full.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import type { Key } from '../keys/key.ts';

/** A key of the state that a backup replaces. */
type PreviousKey = Pick<Key, 'id' | 'revoked_at' | 'expires_at'>;

/** The numbers of keys that ended after the backup was made, and that do not work again. */
export interface EndedAgain {
	/** The keys that were revoked, or whose end came closer because they were rotated. */
	readonly ended: number;
	/** The keys that the previous state does not have, and that are therefore revoked. */
	readonly missing: number;
}

/**
 * Reads the keys of a state. Closing the database also moves its write-ahead log into it. Returns undefined if the state
 * is damaged, for example because a database file was copied to a folder that contains another database's log.
 *
 * @throws UserError when the state cannot be read for another reason
 */
export function readKeys(state: string): readonly PreviousKey[] | undefined {
	try {
		const db = new Database(state, { fileMustExist: true });
		try {
			return db.prepare<[], PreviousKey>('SELECT id, revoked_at, expires_at FROM keys').all();
		} finally {
			db.close();
		}
	} catch (error) {
		if (!(error instanceof Database.SqliteError)) throw error;
		// SQLITE_ERROR means that there is no such table.
		if (/^SQLITE_(?:NOTADB|CORRUPT.*|ERROR)$/.test(error.code)) return undefined;
		if (isDiskFull(error)) throw diskFull(state, error);
		throw new UserError(
			`Could not read which keys were revoked in ${state} (${error.message}), so nothing was restored. Solve this problem, or move the file away and revoke these keys again afterwards.`,
			{ cause: error },
		);
	}
}

/**
 * Ends the keys of a restored backup that have ended in the previous state.
 *
 * @param now when the restore revokes keys
 * @param isRecent whether all keys that have ended since the backup are still in the previous state. Otherwise, a key that
 *   the previous state does not have is revoked
 */
export function endAgain(
	copy: Database.Database,
	previous: readonly PreviousKey[],
	now: Date,
	isRecent: boolean,
): EndedAgain {
	const end = copy.prepare<PreviousKey>(
		`UPDATE keys SET revoked_at = coalesce(revoked_at, @revoked_at),
			expires_at = CASE WHEN @expires_at < coalesce(expires_at, 'never') THEN @expires_at ELSE expires_at END
		 WHERE id = @id AND (revoked_at IS NULL AND @revoked_at IS NOT NULL OR @expires_at < coalesce(expires_at, 'never'))`,
	);
	const ended = previous.reduce((sum, key) => sum + end.run(key).changes, 0);
	if (isRecent) return { ended, missing: 0 };
	const kept = new Set(previous.map(({ id }) => id));
	const active = copy.prepare<[], string>('SELECT id FROM keys WHERE revoked_at IS NULL').pluck().all();
	const missing = active.filter((id) => !kept.has(id));
	const revoke = copy.prepare('UPDATE keys SET revoked_at = ? WHERE id = ?');
	for (const id of missing) revoke.run(toTimestamp(now), id);
	return { ended, missing: missing.length };
}

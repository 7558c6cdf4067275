/** Makes sure that restoring a backup brings back no key or account that has ended since the backup was made. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { diskFull, isDiskFull } from '../../shared/explain.ts';
import { closing } from '../../shared/sqlite.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import type { SqliteState } from '../sqlite/open-sqlite.ts';
import type { StateRow } from './side.ts';

/** The rows of the replaced state that tell what has ended. */
export interface Endings {
	readonly keys: readonly StateRow[];
	readonly deleted_accounts: readonly StateRow[];
}

/** What does not come back, although it is in the backup. */
export interface EndedAgain {
	/** The keys that were revoked, or whose end came closer because they were rotated. */
	readonly ended: number;
	/** The keys that the previous state does not have, and that are therefore revoked. */
	readonly missing: number;
	/** The accounts that were deleted. */
	readonly accounts: number;
}

/**
 * Reads the state that a backup is about to replace. Closing the database also moves its write-ahead log into it. Returns
 * undefined if there is no state, if it has never had an account, or if it is damaged, for example because a database file was copied to a folder that
 * contains another database's log.
 *
 * @throws UserError when the state cannot be read for another reason
 */
export function readEndings(file: string): Endings | undefined {
	if (!existsSync(file)) return undefined;
	try {
		using db = closing(new Database(file, { fileMustExist: true }));
		const rows = (sql: string) => db.prepare<[], StateRow>(sql).all();
		const deleted_accounts = rows('SELECT id FROM deleted_accounts');
		if (deleted_accounts.length === 0 && rows('SELECT 1 FROM accounts LIMIT 1').length === 0) return undefined;
		return { keys: rows('SELECT id, revoked_at, expires_at FROM keys'), deleted_accounts };
	} catch (error) {
		if (!(error instanceof Database.SqliteError)) throw error;
		// SQLITE_ERROR means that there is no such table.
		if (/^SQLITE_(?:NOTADB|CORRUPT.*|ERROR)$/.test(error.code)) return undefined;
		if (isDiskFull(error)) throw diskFull(file, error);
		throw new UserError(
			`Could not read what has ended since in ${file} (${error.message}), so nothing was restored. Solve this problem, or move the file away and revoke keys again afterwards.`,
			{ cause: error },
		);
	}
}

/**
 * Ends in a restored state what has ended in the state that it replaces.
 *
 * @param now when the restore revokes keys
 * @param isRecent whether all keys that have ended since the backup are still in the previous state. Otherwise, a key that
 *   the previous state does not have is revoked
 */
export async function endAgain(
	{ accounts, database }: SqliteState,
	previous: Endings,
	now: Date,
	isRecent: boolean,
): Promise<EndedAgain> {
	const isThere = database.prepare('SELECT 1 FROM accounts WHERE id = ?');
	const note = database.prepare('INSERT INTO deleted_accounts (id) VALUES (@id) ON CONFLICT DO NOTHING');
	let deleted = 0;
	for (const { id } of previous.deleted_accounts) {
		note.run({ id });
		if (isThere.get(id) === undefined) continue;
		await accounts.delete(id as string, 'erase', toTimestamp(now));
		deleted++;
	}
	const ended = endKeys(database, previous.keys);
	return { accounts: deleted, ended, missing: isRecent ? 0 : revokeMissing(database, previous.keys, now) };
}

function endKeys(db: Database.Database, previous: readonly StateRow[]): number {
	const end = db.prepare(
		`UPDATE keys SET revoked_at = coalesce(revoked_at, @revoked_at),
			expires_at = CASE WHEN @expires_at < coalesce(expires_at, 'never') THEN @expires_at ELSE expires_at END
		 WHERE id = @id AND (revoked_at IS NULL AND @revoked_at IS NOT NULL OR @expires_at < coalesce(expires_at, 'never'))`,
	);
	return previous.reduce(
		(sum, { id, revoked_at, expires_at }) => sum + end.run({ id, revoked_at, expires_at }).changes,
		0,
	);
}

function revokeMissing(db: Database.Database, previous: readonly StateRow[], now: Date): number {
	const kept = JSON.stringify(previous.map(({ id }) => id));
	return db
		.prepare('UPDATE keys SET revoked_at = ? WHERE revoked_at IS NULL AND id NOT IN (SELECT value FROM json_each(?))')
		.run(toTimestamp(now), kept).changes;
}

import { toTimestamp } from '../shared/to-timestamp.ts';
import { run, Store, type Work, withSeconds } from './database.ts';

/** The maximum life of a session, in milliseconds. An unused session ends after a week. */
export const LONGEST_SESSION = 30 * 24 * 60 * 60 * 1000;

/** A session, as its owner sees it. */
export interface Session {
	readonly id: string;
	readonly user_agent: string | null;
	/** The time when the session started, as a timestamp. */
	readonly created_at: string;
	readonly expires_at: string;
}

/**
 * Lists and ends sessions for the dashboard and the commands. better-auth opens and checks sessions in the same table.
 */
export class SessionStore extends Store {
	/** The open sessions of an account, newest first. */
	async ofAccount(account: string, now: string): Promise<Session[]> {
		const oldest = toTimestamp(new Date(Date.parse(now) - LONGEST_SESSION));
		const rows = await this.db.all<Session>(
			`SELECT id, user_agent, created_at, expires_at FROM sessions
			 WHERE account_id = @account AND expires_at > @now AND created_at > @oldest ORDER BY created_at DESC, id`,
			{ account, now, oldest },
		);
		return rows.map((row) => ({
			...row,
			created_at: withSeconds(row.created_at),
			expires_at: withSeconds(row.expires_at),
		}));
	}

	async end(account: string, id: string): Promise<void> {
		await this.db.run('DELETE FROM sessions WHERE account_id = @account AND id = @id', { account, id });
	}

	async endOthers(account: string, id: string): Promise<void> {
		await this.db.transaction(() => endSessions(account, id));
	}

	async endAll(account: string): Promise<void> {
		await this.db.transaction(() => endSessions(account, ''));
	}
}

/** @param kept the ID of a session that does not end, or empty */
export function* endSessions(account: string, kept: string): Work<void> {
	yield* run('DELETE FROM sessions WHERE account_id = @account AND id <> @kept', { account, kept });
}

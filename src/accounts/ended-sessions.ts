import type { DBAdapter } from 'better-auth';
import { LONGEST_SESSION } from '../state/session-store.ts';

/**
 * Wraps an adapter so that it does not find sessions that have ended: those that have expired, and those that are too
 * old, although better-auth has extended them. better-auth deletes an expired session as soon as it finds it, so a clock
 * that is wrong for a moment would end sessions for good. `prune` deletes them instead.
 */
export function hideEndedSessions(adapter: DBAdapter): DBAdapter {
	return {
		...adapter,
		async findOne<T>(query: Parameters<DBAdapter['findOne']>[0]): Promise<T | null> {
			const found = await adapter.findOne<T>(query);
			if (query.model !== 'session' || found === null) return found;
			const { expiresAt, createdAt } = found as { readonly expiresAt: Date; readonly createdAt: Date };
			const end = Math.min(expiresAt.getTime(), createdAt.getTime() + LONGEST_SESSION);
			return end < Date.now() ? null : found;
		},
	};
}

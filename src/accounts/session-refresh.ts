import type { DBAdapter } from 'better-auth';
import { StateUnavailable } from '../state/unavailable.ts';

/**
 * Wraps an adapter so that a session stays unchanged if it cannot be extended now, because the state is locked or
 * read-only, or its disk is full. better-auth extends a session at most once a day, when it reads the session. Without
 * this function, even pages that change nothing would fail in such a case.
 *
 * @param hasty the same adapter, except that it does not wait while the state is locked
 */
export function tolerateFailedRefresh(adapter: DBAdapter, hasty: DBAdapter): DBAdapter {
	return {
		...adapter,
		async update<T>(query: Parameters<DBAdapter['update']>[0]): Promise<T | null> {
			if (query.model !== 'session') return adapter.update<T>(query);
			try {
				return await hasty.update<T>(query);
			} catch (error) {
				if (!(error instanceof StateUnavailable)) throw error;
				return adapter.findOne<T>({ model: query.model, where: query.where });
			}
		},
	};
}

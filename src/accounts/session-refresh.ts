import type { DBAdapter } from 'better-auth';
import { isDiskFull } from '../shared/disk-full.ts';
import { isLocked } from '../shared/retry-while-locked.ts';

/**
 * Keeps a session unchanged if it cannot be extended now, because the state is locked or its disk is full. better-auth
 * extends sessions once a day while it reads them. Without this function, even pages that change nothing would fail.
 *
 * @param plain the same adapter, except that it does not wait while the state is locked
 */
export function tolerateFailedRefresh(adapter: DBAdapter, plain: DBAdapter): DBAdapter {
	return {
		...adapter,
		async update<T>(query: Parameters<DBAdapter['update']>[0]): Promise<T | null> {
			if (query.model !== 'session') return adapter.update<T>(query);
			try {
				return await plain.update<T>(query);
			} catch (error) {
				if (!isLocked(error) && !isDiskFull(error)) throw error;
				return plain.findOne<T>({ model: query.model, where: query.where });
			}
		},
	};
}

/** How better-auth stores and finds sessions. */
import { hash } from 'node:crypto';
import type { DBAdapter, Where } from 'better-auth';
import { LONGEST_SESSION } from '../state/session-store.ts';
import { StateUnavailable } from '../state/unavailable.ts';

/**
 * Wraps a better-auth adapter so that it stores hashes of session tokens, does not find ended sessions, and finds the
 * others even if they cannot be extended now.
 *
 * @param hasty the same adapter, except that it does not wait while the state is locked
 */
export function sessionAdapter(adapter: DBAdapter, hasty: DBAdapter): DBAdapter {
	return hashSessionTokens(hideEndedSessions(tolerateFailedRefresh(adapter, hasty)));
}

/**
 * Wraps a better-auth adapter so that it stores the SHA-256 hash of each session token instead of the token. Nobody can
 * then sign in with data from the database. A caller that creates a session or queries by token already knows the
 * token, so the result contains the token instead of the hash.
 */
function hashSessionTokens(inner: DBAdapter): DBAdapter {
	const outer: DBAdapter = {
		...inner,
		// Run the statements without a transaction. In SQLite, all requests use the same connection, so an open
		// transaction would include the statements of other requests.
		transaction: (work) => work(outer),
		async create(query) {
			const { token } = query.data as { token?: unknown };
			if (query.model !== 'session' || typeof token !== 'string') return inner.create(query);
			const made = await inner.create({ ...query, data: { ...query.data, token: hashToken(token) } });
			return { ...made, token } as never;
		},
		async findOne(query) {
			return withToken(await inner.findOne(hashed(query)), query);
		},
		async update(query) {
			return withToken(await inner.update(hashed(query)), query);
		},
		async consumeOne(query) {
			return withToken(await inner.consumeOne(hashed(query)), query);
		},
		findMany: (query) => inner.findMany(hashed(query)),
		count: (query) => inner.count(hashed(query)),
		updateMany: (query) => inner.updateMany(hashed(query)),
		delete: (query) => inner.delete(hashed(query)),
		deleteMany: (query) => inner.deleteMany(hashed(query)),
	};
	return outer;
}

interface Query {
	readonly model: string;
	readonly where?: Where[] | undefined;
}

function hashed<Q extends Query>(query: Q): Q {
	if (query.model !== 'session' || query.where === undefined) return query;
	const where = query.where.map((condition) =>
		condition.field === 'token' ? { ...condition, value: hashValue(condition.value) } : condition,
	);
	return { ...query, where };
}

function hashValue(value: Where['value']): Where['value'] {
	return Array.isArray(value) ? value.map((one) => hashToken(String(one))) : hashToken(String(value));
}

export function hashToken(token: string): string {
	return hash('sha256', token, 'base64url');
}

/** If the query selects a session by its token, replaces the hash in the result with this token. */
function withToken<T>(found: T, { model, where }: Query): T {
	const condition = where?.find(({ field, operator }) => field === 'token' && (operator ?? 'eq') === 'eq');
	return model === 'session' && found && condition ? { ...found, token: condition.value } : found;
}

/**
 * Wraps an adapter so that a session stays unchanged if it cannot be extended now, because the state is locked or
 * read-only, or its disk is full. better-auth extends a session at most once a day, when it reads the session. Without
 * this function, even pages that change nothing would fail in such a case.
 */
function tolerateFailedRefresh(adapter: DBAdapter, hasty: DBAdapter): DBAdapter {
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

/**
 * Wraps an adapter so that it does not find sessions that have ended: those that have expired, and those that are too
 * old, although better-auth has extended them. better-auth deletes an expired session as soon as it finds it, so a clock
 * that is wrong for a moment would end sessions for good. `prune` deletes them instead.
 */
function hideEndedSessions(adapter: DBAdapter): DBAdapter {
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

import { hash } from 'node:crypto';
import type { DBAdapter, Where } from 'better-auth';

/**
 * Wraps a better-auth adapter so that it stores the SHA-256 hash of each session token instead of the token. Nobody can
 * then sign in with data from the database. A caller that creates a session or queries by token already knows the
 * token, so the result contains the token instead of the hash.
 */
export function hashSessionTokens(inner: DBAdapter): DBAdapter {
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

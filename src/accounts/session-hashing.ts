import { hash } from 'node:crypto';
import type { DBAdapter, Where } from 'better-auth';

/**
 * Makes an adapter of better-auth store the SHA-256 of session tokens in place of the tokens, so that whoever reads the
 * database cannot sign in with what is there. better-auth has the token only where the caller brought it or it was just
 * made; there it is put back into what is returned.
 */
export function hashSessionTokens(inner: DBAdapter): DBAdapter {
	const outer: DBAdapter = {
		...inner,
		// Without one: each statement is a transaction of its own, and none is open while others use the connection.
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

function hashToken(token: string): string {
	return hash('sha256', token, 'base64url');
}

/** Puts the token back that a session was asked for by. */
function withToken<T>(found: T, { model, where }: Query): T {
	const asked = where?.find(({ field, operator }) => field === 'token' && (operator ?? 'eq') === 'eq');
	return model === 'session' && found && asked ? { ...found, token: asked.value } : found;
}

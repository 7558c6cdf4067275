import { Client, type QueryConfig } from 'pg';

/**
 * A connection that replaces NUL characters in values, because PostgreSQL refuses text with NUL characters. Users can
 * send such text, and SQLite accepts it.
 */
export class TextClient extends Client {
	override query(...[query, values, ...others]: unknown[]): never {
		const cleaned = isConfig(query) ? { ...query, values: clean(query.values) } : query;
		return (super.query as (...args: unknown[]) => unknown)(cleaned, clean(values), ...others) as never;
	}
}

function isConfig(query: unknown): query is QueryConfig {
	return typeof query === 'object' && query !== null && !('submit' in query);
}

function clean(values: unknown): unknown[] | undefined {
	if (!Array.isArray(values)) return values as undefined;
	return values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
}

/** Measures the time of a request inside the server, and the time of the same work in plain SQL. */
import { createApi } from '../../src/api/handler.ts';
import { readProgramQuery } from '../../src/api/program-query.ts';
import { parseQuery } from '../../src/api/target.ts';
import { readSiteConfig } from '../../src/config/site-config.ts';
import type { Release } from '../../src/release/release.ts';
import type { Query } from '../../src/search/program-index.ts';
import { keyVerifier } from '../../src/state/keys/verify.ts';
import type { State } from '../../src/state/state.ts';
import type { SqlSearch } from '../support/sql-search.ts';

/** Returns how many milliseconds the `/v1` handler takes for each `GET /programs` query, including the key check. */
export async function timeHandler(
	release: Release,
	state: State,
	key: string,
	queries: readonly string[],
): Promise<number[]> {
	const { url, key_prefix } = readSiteConfig();
	const api = createApi({
		release: () => release,
		changes: () => undefined,
		verify: keyVerifier(state.keyReader, key_prefix),
		siteUrl: url,
		nextRequestId: () => 'bench',
		reportError: (error) => {
			throw error;
		},
	});
	const header = (name: string) => (name === 'x-api-key' ? key : undefined);
	const address = () => '127.0.0.1';
	const times: number[] = [];
	for (const query of queries) {
		const start = performance.now();
		const { status } = await api({ method: 'GET', target: `/v1/programs?${query}`, header, address });
		times.push(performance.now() - start);
		if (status !== 200) throw new Error(`${query}: ${status}`);
	}
	return times;
}

/**
 * Returns how many milliseconds it takes to compute the explorer's results for each query. The results are the page,
 * the count, the facets, and a suggestion if nothing matches.
 */
export function timeExplorer(release: Release, queries: readonly Query[]): number[] {
	return queries.map((query) => {
		const start = performance.now();
		release.explore(query);
		return performance.now() - start;
	});
}

/**
 * Returns the total seconds that the page and count of all queries take, with the index and with SQL. The counts must
 * agree.
 */
export function timeAgainstSql(
	release: Release,
	sql: SqlSearch,
	queries: readonly string[],
): { index: number; sql: number } {
	const sum = { index: 0, sql: 0 };
	for (const text of queries) {
		const { query } = readProgramQuery(parseQuery(text));
		const start = performance.now();
		const found = release.search(query);
		const between = performance.now();
		const expected = sql.search(query);
		sum.index += (between - start) / 1000;
		sum.sql += (performance.now() - between) / 1000;
		if (found.total !== expected.total)
			throw new Error(`${text}: ${found.total} by the index, ${expected.total} by SQL`);
	}
	return sum;
}

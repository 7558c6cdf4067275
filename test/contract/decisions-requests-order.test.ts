import { describe, expect, test } from 'vitest';
import { KEYS, SERVERS } from './contract.ts';
import { ENDPOINTS } from './endpoints.ts';

/** A way to violate one or more checks. */
interface Violation {
	readonly status: number;
	readonly key?: 'revoked' | 'without the scope';
	readonly method?: string;
	readonly slug?: string;
	readonly query?: string;
}

/** One way to fail each check, in the order of the checks. */
const VIOLATIONS: readonly Violation[] = [
	{ status: 401, key: 'revoked' },
	{ status: 403, key: 'without the scope' },
	{ status: 405, method: 'DELETE' },
	{ status: 404, slug: 'no-such' },
	{ status: 400, query: '?page=0' },
];

const PAIRS = VIOLATIONS.flatMap((first, i) => VIOLATIONS.slice(i + 1).map((second) => ({ first, second })));

describe.each(SERVERS)('Requests: the order of the checks, through $name', (api) => {
	/** The statuses of a request with these errors to each endpoint. */
	async function statuses(violation: Violation): Promise<number[]> {
		const { key, method = 'GET', slug, query = '' } = violation;
		// An endpoint without a slug cannot have an unknown slug.
		const endpoints = ENDPOINTS.filter(({ path }) => slug === undefined || path.split('/').length > 2);
		return Promise.all(
			endpoints.map(async ({ path, scope }) => {
				const keys = { revoked: KEYS.revoked, 'without the scope': KEYS.without[scope] };
				const [, kind, known, list] = path.split('/');
				const requested = ['', kind, slug ?? known, list].filter((segment) => segment !== undefined).join('/');
				return (await api.get(`${requested}${query}`, { key: key ? keys[key] : KEYS.reading, method })).status;
			}),
		);
	}

	test.each(VIOLATIONS)('$status on every endpoint for one violation', async (violation) => {
		expect(new Set(await statuses(violation))).toEqual(new Set([violation.status]));
	});

	test.each(PAIRS)('$first.status comes before $second.status on every endpoint', async ({ first, second }) => {
		expect(new Set(await statuses({ ...second, ...first }))).toEqual(new Set([first.status]));
	});

	test('the key comes first if all checks fail', async () => {
		const all: Violation = Object.assign({}, ...VIOLATIONS.toReversed());
		expect(new Set(await statuses(all))).toEqual(new Set([401]));
	});
});

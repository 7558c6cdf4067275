import { describe, expect, test } from 'vitest';
import { KEYS, SERVERS } from './contract.ts';
import { ENDPOINTS } from './endpoints.ts';

/** The errors of a request. */
interface Fault {
	readonly status: number;
	readonly key?: 'revoked' | 'without the scope';
	readonly method?: string;
	readonly slug?: string;
	readonly query?: string;
}

/** One way to fail each check, in the order of the checks. */
const FAULTS: readonly Fault[] = [
	{ status: 401, key: 'revoked' },
	{ status: 403, key: 'without the scope' },
	{ status: 405, method: 'DELETE' },
	{ status: 404, slug: 'no-such' },
	{ status: 400, query: '?page=0' },
];

const PAIRS = FAULTS.flatMap((first, i) => FAULTS.slice(i + 1).map((second) => ({ first, second })));

describe.each(SERVERS)('Requests: the order of the checks, through $name', (api) => {
	/** The statuses of a request with these errors to each endpoint. */
	async function statuses(faults: Fault): Promise<number[]> {
		const { key, method = 'GET', slug, query = '' } = faults;
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

	test.each(FAULTS)('alone, on every endpoint: $status', async (fault) => {
		expect(new Set(await statuses(fault))).toEqual(new Set([fault.status]));
	});

	test.each(PAIRS)('$first.status before $second.status, on every endpoint', async ({ first, second }) => {
		expect(new Set(await statuses({ ...second, ...first }))).toEqual(new Set([first.status]));
	});

	test('all at once: the key comes first', async () => {
		const all: Fault = Object.assign({}, ...FAULTS.toReversed());
		expect(new Set(await statuses(all))).toEqual(new Set([401]));
	});
});

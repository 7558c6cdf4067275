import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RecordedUse } from '../../src/api/context.ts';
import { keepUsage, type UsageOptions } from '../../src/server/usage.ts';
import type { KeyRequest, KeyUse } from '../../src/state/usage-store.ts';

interface Written {
	readonly uses: KeyUse[];
	readonly requests: KeyRequest[];
}

/** Calls `keepUsage`, and collects its writes in a list. */
function openUsage(options: Partial<UsageOptions> = {}) {
	const writes: Written[] = [];
	const usage = keepUsage({
		keyPrefix: 'svc_',
		write: async (uses, requests) => void writes.push({ uses: [...uses], requests: [...requests] }),
		failed(error) {
			throw error;
		},
		...options,
	});
	return { usage, writes };
}

const ENDPOINT = { path: '/programs/:slug' } as RecordedUse['endpoint'];

function use(keyId: string, { target = '/v1/programs/acme', status = 200, ...more } = {}): RecordedUse {
	const request = { method: 'GET', target, header: () => undefined, address: () => '203.0.113.7' };
	return { keyId, isValid: true, request, endpoint: ENDPOINT, status, ...more };
}

describe('keepUsage', () => {
	beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-01T12:00:30.5Z') }));
	afterEach(() => void vi.useRealTimers());

	test('saves all requests of a second at once, with the last use to the minute', async () => {
		const { usage, writes } = openUsage();
		usage.record(use('key_a'));
		usage.record(use('key_b', { status: 404 }));
		usage.record(use('key_a'));
		await vi.advanceTimersByTimeAsync(1000);
		const at = { day: '2026-05-01', endpoint: '/programs/:slug', lastUsed: '2026-05-01T12:00:00Z' };
		expect(writes.map(({ uses }) => uses)).toEqual([
			[
				{ id: 'key_a', requests: 2, status: 200, ...at },
				{ id: 'key_b', requests: 1, status: 404, ...at },
			],
		]);
		await usage.close();
		expect(writes).toHaveLength(1);
	});

	test('counts each request on its own UTC day', async () => {
		vi.setSystemTime(new Date('2026-05-01T23:59:59.999Z'));
		const { usage, writes } = openUsage();
		usage.record(use('key_a'));
		vi.setSystemTime(new Date('2026-05-02T00:00:00Z'));
		usage.record(use('key_a'));
		usage.record(use('key_a'));
		await usage.close();
		expect(writes[0]!.uses.map(({ day, requests }) => [day, requests])).toEqual([
			['2026-05-01', 1],
			['2026-05-02', 2],
		]);
	});

	test('counts requests without an endpoint, and those with a revoked key, but without a last use', async () => {
		const { usage, writes } = openUsage();
		usage.record({ ...use('key_a', { status: 404 }), endpoint: undefined });
		usage.record({ ...use('key_b', { status: 401 }), isValid: false });
		await usage.close();
		expect(writes[0]!.uses).toMatchObject([
			{ id: 'key_a', endpoint: '', status: 404, lastUsed: '2026-05-01T12:00:00Z' },
			{ id: 'key_b', endpoint: '/programs/:slug', status: 401, lastUsed: null },
		]);
		expect(writes[0]!.requests.map(({ status }) => status)).toEqual([404, 401]);
	});

	test('saves the path without query and keys, and the address without its last part', async () => {
		const { usage, writes } = openUsage();
		const target = (path: string) => use('key_a', { target: path });
		usage.record(target('/v1/programs?q=private'));
		usage.record(target('/v1/programs/svc_0123456789'));
		usage.record(target('/v1/%73vc%5F0123456789?q'));
		usage.record(target(`/v1/${'x'.repeat(10_000)}`));
		usage.record({ ...use('key_a'), request: { ...use('key_a').request, address: () => '2001:db8:1:2::3' } });
		await usage.close();
		const { requests } = writes[0]!;
		expect(requests.map(({ path }) => path)).toEqual([
			'/v1/programs',
			'/v1/programs/[key]',
			'/v1/[key]',
			`/v1/${'x'.repeat(196)}…`,
			'/v1/programs/acme',
		]);
		expect(requests[0]).toEqual({
			key_id: 'key_a',
			at: '2026-05-01T12:00:30.500Z',
			method: 'GET',
			path: '/v1/programs',
			status: 200,
			address: '203.0.113.x',
		});
		expect(requests[4]!.address).toBe('2001:db8:1::x');
	});

	test('counts all requests of a flood, and saves the last hundred', async () => {
		const { usage, writes } = openUsage();
		for (let n = 0; n < 10_000; n++) usage.record(use('key_a', { target: `/v1/programs/${n}` }));
		await usage.close();
		expect(writes[0]!.uses).toMatchObject([{ requests: 10_000 }]);
		expect(writes[0]!.requests.map(({ path }) => path)).toEqual(
			Array.from({ length: 100 }, (_, n) => `/v1/programs/${9900 + n}`),
		);
	});

	test('counts all requests of many keys, and saves 2,000 of them', async () => {
		const { usage, writes } = openUsage();
		for (let n = 0; n < 8; n++) for (let key = 0; key < 400; key++) usage.record(use(`key_${key}`));
		await usage.close();
		expect(writes[0]!.uses).toHaveLength(400);
		expect(writes[0]!.requests).toHaveLength(2000);
	});

	test('reports a failed write, and saves its requests after a minute', async () => {
		const failures: number[] = [];
		const written: Written[] = [];
		let isBusy = true;
		const { usage } = openUsage({
			async write(uses, requests) {
				if (isBusy) throw new Error('busy');
				written.push({ uses: [...uses], requests: [...requests] });
			},
			failed: (_, requests) => failures.push(requests),
		});
		usage.record(use('key_a', { target: '/v1/first' }));
		await vi.advanceTimersByTimeAsync(1000);
		usage.record(use('key_a', { target: '/v1/second' }));
		isBusy = false;
		await vi.advanceTimersByTimeAsync(59_000);
		expect([failures, written]).toEqual([[1], []]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(written[0]).toMatchObject({
			uses: [{ id: 'key_a', requests: 2 }],
			requests: [{ path: '/v1/first' }, { path: '/v1/second' }],
		});
		usage.record(use('key_a'));
		await vi.advanceTimersByTimeAsync(1000);
		expect(written).toHaveLength(2);
		await usage.close();
	});

	test('waits for a running write before the last one, and reports lost requests if both fail', async () => {
		const events: string[] = [];
		const locked = Promise.withResolvers<void>();
		const { usage } = openUsage({
			async write([first]) {
				events.push(`write ${first!.requests}`);
				await locked.promise;
			},
			failed: (_, requests, isLast) => events.push(`${requests} ${isLast ? 'lost' : 'later'}`),
		});
		usage.record(use('key_a'));
		await vi.advanceTimersByTimeAsync(1000);
		usage.record(use('key_a'));
		const closed = usage.close();
		locked.reject(new Error('locked'));
		await closed;
		expect(events).toEqual(['write 1', '1 later', 'write 2', '2 lost']);
	});
});

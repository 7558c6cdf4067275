import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepUsage } from '../../src/server/usage.ts';
import type { KeyUse } from '../../src/state/usage-store.ts';

function fail(error: unknown): never {
	throw error;
}

describe('keepUsage', () => {
	beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-01T12:00:30Z') }));
	afterEach(() => void vi.useRealTimers());

	test('saves all requests of a minute at once, with the last use to the minute', async () => {
		const written: (readonly KeyUse[])[] = [];
		const usage = keepUsage(async (uses) => void written.push(uses), fail);
		usage.count('key_a');
		usage.count('key_b');
		usage.count('key_a');
		await vi.advanceTimersByTimeAsync(60_000);
		const at = { day: '2026-05-01', lastUsed: '2026-05-01T12:00:00Z' };
		expect(written).toEqual([
			[
				{ id: 'key_a', requests: 2, ...at },
				{ id: 'key_b', requests: 1, ...at },
			],
		]);
		await usage.close();
		expect(written).toHaveLength(1);
	});

	test('counts each request on its own UTC day', async () => {
		vi.setSystemTime(new Date('2026-05-01T23:59:59.999Z'));
		const written: KeyUse[] = [];
		const usage = keepUsage(async (uses) => void written.push(...uses), fail);
		usage.count('key_a');
		vi.setSystemTime(new Date('2026-05-02T00:00:00Z'));
		usage.count('key_a');
		usage.count('key_a');
		await usage.close();
		expect(written.map(({ day, requests }) => [day, requests])).toEqual([
			['2026-05-01', 1],
			['2026-05-02', 2],
		]);
	});

	test('reports a failed write, and saves its counts with the next write', async () => {
		const written: KeyUse[] = [];
		const failures: unknown[] = [];
		let isBusy = true;
		const usage = keepUsage(
			async (uses) => {
				if (isBusy) throw new Error('busy');
				written.push(...uses);
			},
			(error) => failures.push(error),
		);
		usage.count('key_a');
		await vi.advanceTimersByTimeAsync(60_000);
		expect([failures.length, written]).toEqual([1, []]);
		usage.count('key_a');
		isBusy = false;
		await usage.close();
		expect([failures.length, written.map(({ id, requests }) => [id, requests])]).toEqual([1, [['key_a', 2]]]);
	});

	test('waits for a running write before the last one, and reports lost counts if both fail', async () => {
		const events: string[] = [];
		const locked = Promise.withResolvers<void>();
		const usage = keepUsage(
			async ([use]) => {
				events.push(`write ${use!.requests}`);
				await locked.promise;
			},
			(_, requests, isLast) => events.push(`${requests} ${isLast ? 'lost' : 'later'}`),
		);
		usage.count('key_a');
		await vi.advanceTimersByTimeAsync(60_000);
		usage.count('key_a');
		const closed = usage.close();
		locked.reject(new Error('locked'));
		await closed;
		expect(events).toEqual(['write 1', '1 later', 'write 2', '2 lost']);
	});
});

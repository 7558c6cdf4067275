import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiLimits } from '../../../src/api/limits/api-limits.ts';
import type { Verdict } from '../../../src/state/keys/verify.ts';

const KEY: Verdict & { ok: true } = {
	ok: true,
	id: 'key_1',
	account: 'acc_1',
	prefix: 'svc_12345678',
	scopes: [],
	plan: 'free',
};
const from = (address: string) => ({
	method: 'GET',
	target: '/v1/programs',
	header: () => undefined,
	address: () => address,
});

/** Sets the system's clock until the end of the test. */
function setClock(time: number): void {
	vi.useFakeTimers({ toFake: ['Date'] });
	vi.setSystemTime(time);
	onTestFinished(() => void vi.useRealTimers());
}

describe('apiLimits', () => {
	test('counts the requests of all keys of an account together', async () => {
		const limits = apiLimits({ plans: { free: 5 }, failedKeys: 1 });
		const keys = Array.from({ length: 40 }, (_, i) => ({ ...KEY, id: `key_${i}` }));
		const results = keys.map((key) => limits.count(key)!);
		expect(results.filter(({ exceeded }) => !exceeded)).toHaveLength(5);
		expect(limits.takeBack({ ...KEY, id: 'key_40' })!.remaining).toBe(0);
		expect(limits.count({ ...KEY, account: 'acc_2' })).toMatchObject({ remaining: 4 });
	});

	test('lets an address send failed keys up to the limit, then makes it wait', () => {
		const limits = apiLimits({ plans: {}, failedKeys: 2 });
		const waits = [1, 2, 3, 4].map(() => limits.countFailure(from('203.0.113.7')));
		expect(waits.map((wait) => wait > 0)).toEqual([false, false, true, true]);
		expect(limits.countFailure(from('203.0.113.8'))).toBe(0);
	});

	test('makes nobody wait longer than a minute after the clock was set back', async () => {
		const limits = apiLimits({ plans: { free: 1 }, failedKeys: 1 });
		setClock(Date.UTC(2026, 3, 18, 12));
		limits.count(KEY);
		limits.countFailure(from('203.0.113.7'));
		setClock(Date.UTC(2026, 3, 18, 9));
		expect(limits.count(KEY)!.reset).toBeLessThanOrEqual(60);
		expect(limits.countFailure(from('203.0.113.7'))).toBeLessThanOrEqual(60);
	});
});

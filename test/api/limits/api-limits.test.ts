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

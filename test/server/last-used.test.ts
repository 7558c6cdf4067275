import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepLastUsed } from '../../src/server/last-used.ts';

function fail(error: unknown): never {
	throw error;
}

describe('keepLastUsed', () => {
	beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-01T12:00:30Z') }));
	afterEach(() => void vi.useRealTimers());

	test('writes all uses of a minute at once, to the minute', () => {
		const written: [string, string][][] = [];
		const lastUsed = keepLastUsed((uses) => written.push([...uses]), fail);
		lastUsed.note('key_a');
		lastUsed.note('key_b');
		vi.advanceTimersByTime(60_000);
		expect(written).toEqual([
			[
				['key_a', '2026-05-01T12:00:00Z'],
				['key_b', '2026-05-01T12:00:00Z'],
			],
		]);
		lastUsed.close();
		expect(written).toHaveLength(1);
	});

	test('a write that fails is told of, does not end the server, and is made good by the next', () => {
		const written: string[] = [];
		const failures: unknown[] = [];
		let isBusy = true;
		const lastUsed = keepLastUsed(
			(uses) => {
				if (isBusy) throw new Error('busy');
				written.push(...uses.keys());
			},
			(error) => failures.push(error),
		);
		lastUsed.note('key_a');
		vi.advanceTimersByTime(60_000);
		expect([failures.length, written]).toEqual([1, []]);
		isBusy = false;
		lastUsed.close();
		expect([failures.length, written]).toEqual([1, ['key_a']]);
	});
});

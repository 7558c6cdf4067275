import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WindowCounter } from '../../../src/api/limits/window-counter.ts';

describe('WindowCounter', () => {
	test('counts by ID until the window ends, and returns the time until then', () => {
		const counter = new WindowCounter(60_000);
		expect(counter.add('a', 120_000)).toEqual({ count: 1, reset: 60 });
		expect(counter.add('a', 150_500)).toEqual({ count: 2, reset: 30 });
		expect(counter.add('b', 179_999)).toEqual({ count: 1, reset: 1 });
		expect(counter.add('a', 180_000)).toEqual({ count: 1, reset: 60 });
	});

	test('never counts more events than happened in one window', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(10_000)), (gaps) => {
				const counter = new WindowCounter(60_000);
				const times: number[] = [];
				let now = 0;
				for (const gap of gaps) {
					now += gap;
					times.push(now);
					const inWindow = times.filter((time) => Math.floor(time / 60_000) === Math.floor(now / 60_000));
					expect(counter.add('a', now).count).toBe(inWindow.length);
				}
			}),
		);
	});

	test('forgets the oldest of very many IDs', () => {
		const counter = new WindowCounter(60_000);
		for (let i = 0; i <= 100_000; i++) counter.add(`id-${i}`, 0);
		expect([counter.add('id-100000', 0).count, counter.add('id-0', 0).count]).toEqual([2, 1]);
	});
});

import { describe, expect, test } from 'vitest';
import { forecast } from '../../src/commands/steps.ts';

describe('The forecast of a step', () => {
	test('is the time left at the speed so far, and the number of things per second', () => {
		expect(forecast(0.25, 3000, 4)).toBe('  12 s left, 750 per second');
		expect(forecast(0.1, 1_000_000, 20)).toBe('  3 min 0 s left, 50,000 per second');
		expect(forecast(0.5, undefined, 10)).toBe('  10 s left');
	});

	test('is empty in the first second, before anything is done, and at the end', () => {
		expect([forecast(0.5, 1, 0.9), forecast(0, 0, 5), forecast(1, 9, 5)]).toEqual(['', '', '']);
	});
});

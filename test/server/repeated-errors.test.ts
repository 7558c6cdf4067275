import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RepeatedErrors } from '../../src/server/repeated-errors.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterAll(() => void vi.useRealTimers());

describe('An error that repeats', () => {
	const lines: [fields: { readonly [name: string]: unknown }, message: string][] = [];
	const errors = new RepeatedErrors();
	const log = (err: Error, message = 'it failed') =>
		errors.log({ err }, message, ((fields: object, text: string) => void lines.push([{ ...fields }, text])) as never);
	const written = () => lines.splice(0);
	const error = new Error('no room');

	test('is logged once, then counted once a minute', () => {
		log(error);
		expect(written()).toEqual([[{ err: error }, 'it failed']]);
		for (let times = 0; times < 1200; times++) log(error);
		vi.advanceTimersByTime(59_000);
		expect(written()).toEqual([]);
		vi.advanceTimersByTime(1000);
		expect(written()).toEqual([[{ more: 1200 }, 'it failed (1,200 more times)']]);
		log(error);
		vi.advanceTimersByTime(60_000);
		expect(written()).toEqual([[{ more: 1 }, 'it failed (once more)']]);
	});

	test('is logged with its stack again after more than two quiet minutes', () => {
		vi.advanceTimersByTime(59_000);
		log(error);
		vi.advanceTimersByTime(60_000);
		expect(written()).toEqual([[{ more: 1 }, 'it failed (once more)']]);
		vi.advanceTimersByTime(240_000);
		log(error);
		expect(written()).toEqual([[{ err: error }, 'it failed']]);
	});

	test('does not hide another one', () => {
		const other = new Error('no light');
		log(other);
		expect(written()).toEqual([[{ err: other }, 'it failed']]);
	});
});

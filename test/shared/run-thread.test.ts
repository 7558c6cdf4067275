import { expect, test } from 'vitest';
import { runThread, ThreadLimit } from '../../src/shared/run-thread.ts';

test.each([
	['time', { seconds: 0.5, megabytes: 1000 }],
	['memory', { seconds: 100, megabytes: 20 }],
] as const)('A thread that takes too much %s is ended', async (limit, limits) => {
	const running = runThread('../test/shared/endless-thread.ts', limit, limits);
	await expect(running).rejects.toThrow(new ThreadLimit(limit));
});

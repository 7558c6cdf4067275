import { defineConfig } from 'vitest/config';

/** The processes that run the tests. */
export const PROCESSES = {
	/** Most files start servers, builds or a browser, and more of them at once would be short of time. */
	maxWorkers: 2,
	/** One runs many files, and a browser serves them all: a new one for each takes a fifth of the time. */
	isolate: false,
} as const;

export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		projects: [
			{
				// Some start whole commands or wait for a disk, which takes a busy machine more than the usual five seconds.
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: ['test/{bench,contract,e2e,faults,release,server,soak}/**'],
					testTimeout: 30_000,
					...PROCESSES,
				},
			},
			'test/contract/vitest.config.ts',
			'test/e2e/vitest.config.ts',
			{
				// Whole servers and builds, some of them killed.
				test: {
					name: 'faults',
					include: ['test/{bench,faults,release,server}/**/*.test.ts'],
					testTimeout: 180_000,
					hookTimeout: 240_000,
					...PROCESSES,
				},
			},
		],
	},
});

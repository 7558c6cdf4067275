import { defineConfig } from 'vitest/config';

/** The processes that run the tests. */
export const PROCESSES = {
	/** Tests that start servers or a browser spend a third of their time waiting, so three fill two cores. */
	maxWorkers: 3,
	/** One runs many files, and a browser serves them all: a new one for each takes a fifth of the time. */
	isolate: false,
	execArgv: [`--import=${new URL('support/cheap-scrypt.mjs', import.meta.url)}`],
	/** The usual second is too short for a busy machine. */
	expect: { poll: { timeout: 60_000 } },
};

/** `npm test`. */
export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		projects: [
			{
				// Some start whole commands or wait for a disk, which takes a busy machine more than the usual five seconds.
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: ['test/{bench,build,contract,e2e,faults,release,server,soak}/**'],
					testTimeout: 120_000,
					hookTimeout: 120_000,
					...PROCESSES,
				},
			},
			'test/contract/vitest.config.ts',
			'test/e2e/vitest.config.ts',
			{
				// Whole servers and builds.
				test: {
					name: 'servers',
					include: ['test/{build,release,server}/**/*.test.ts'],
					globalSetup: new URL('support/fixtures.ts', import.meta.url).pathname,
					testTimeout: 180_000,
					hookTimeout: 240_000,
					...PROCESSES,
				},
			},
		],
	},
});

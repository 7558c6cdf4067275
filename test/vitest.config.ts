import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The processes that run the tests. */
export const PROCESSES = {
	/**
	 * One more than there are processors: tests often wait for the servers and browsers that they start. Four on two
	 * processors take longer, because each process has its own browser.
	 */
	maxWorkers: Math.min(availableParallelism() + 1, 4),
	/**
	 * Each process runs many files with one browser: starting new ones for each file would take a fifth of the total
	 * time.
	 */
	isolate: false,
	execArgv: [`--import=${new URL('support/cheap-scrypt.mjs', import.meta.url)}`],
	/** The default of one second is too short for a busy machine. */
	expect: { poll: { timeout: 60_000 } },
};

/** Slow tests of a feature's details. `npm run test:long` runs them. */
export const LONG = 'test/**/*.long.test.ts';

/** Tests that need PostgreSQL, which is slow to start. `npm run test:long` runs them. */
export const NEED_POSTGRESQL = ['test/state/{copy,postgres,postgres-key-reader,restore,same-results}.test.ts'];

/** `npm test`. */
export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		projects: [
			{
				// Some tests start whole commands or wait for a disk, which can take longer than the default five seconds.
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: [
						'test/{bench,build,editor/{pages,proposals},contract,drill,e2e,faults,release,server,soak,tools}/**',
						LONG,
						...NEED_POSTGRESQL,
					],
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
					include: ['test/{build,editor/pages,editor/proposals,release,server}/**/*.test.ts'],
					exclude: [LONG],
					globalSetup: new URL('support/fixtures.ts', import.meta.url).pathname,
					testTimeout: 180_000,
					hookTimeout: 240_000,
					...PROCESSES,
				},
			},
		],
	},
});

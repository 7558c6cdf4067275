import { defineProject } from 'vitest/config';
import { PROCESSES } from '../vitest.config.ts';

/** Two directories are made, built and served once for all files: see setup.ts. */
export default defineProject({
	test: {
		name: 'browser',
		root: new URL('../..', import.meta.url).pathname,
		include: ['test/e2e/**/*.test.ts'],
		globalSetup: new URL('setup.ts', import.meta.url).pathname,
		testTimeout: 180_000,
		hookTimeout: 240_000,
		...PROCESSES,
	},
});

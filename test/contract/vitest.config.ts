import { defineProject } from 'vitest/config';
import { LONG, PROCESSES } from '../vitest.config.ts';

/** All files use one directory, which is made and built once: see setup.ts. */
export default defineProject({
	test: {
		name: 'contract',
		root: new URL('../..', import.meta.url).pathname,
		include: ['test/contract/**/*.test.ts'],
		exclude: [LONG],
		provide: { withAstro: false },
		globalSetup: new URL('setup.ts', import.meta.url).pathname,
		testTimeout: 180_000,
		hookTimeout: 240_000,
		...PROCESSES,
	},
});

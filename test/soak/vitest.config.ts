import { defineConfig } from 'vitest/config';
import { PROCESSES } from '../vitest.config.ts';

/** The tests that take many minutes, and are not part of `npm test` or `npm run test:long`. */
export default defineConfig({
	test: {
		root: new URL('../..', import.meta.url).pathname,
		// `npm run test:long` runs shorter versions of the last four.
		include: ['test/soak/**/*.test.ts', 'test/faults/{build-kill,release-kill,random-edits,fuzz}.test.ts'],
		env: { KILLS: '50', EDITS: '300', FUZZ_REQUESTS: '300000' },
		testTimeout: 30 * 60_000,
		hookTimeout: 120_000,
		globalSetup: new URL('../support/fixtures.ts', import.meta.url).pathname,
		execArgv: PROCESSES.execArgv,
		expect: PROCESSES.expect,
	},
});

import { defineConfig } from 'vitest/config';

/** What takes minutes, and so is not part of `npm test`. */
export default defineConfig({
	test: {
		root: new URL('../..', import.meta.url).pathname,
		// `npm test` runs the last three too, a few times only.
		include: ['test/soak/**/*.test.ts', 'test/faults/{build-kill,import-kill,fuzz}.test.ts'],
		env: { KILLS: '60', FUZZ_REQUESTS: '300000' },
		testTimeout: 30 * 60_000,
		hookTimeout: 120_000,
	},
});

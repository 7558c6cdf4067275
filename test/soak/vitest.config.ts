import { defineConfig } from 'vitest/config';

/** What takes minutes, and so is not part of `npm test`. */
export default defineConfig({
	test: {
		root: new URL('../..', import.meta.url).pathname,
		include: ['test/soak/**/*.test.ts'],
		testTimeout: 30 * 60_000,
		hookTimeout: 120_000,
	},
});

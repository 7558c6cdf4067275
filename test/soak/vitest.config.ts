import { defineConfig } from 'vitest/config';

/** What takes minutes, and so is not part of `npm test`. */
export default defineConfig({
	test: {
		root: new URL('../..', import.meta.url).pathname,
		// `npm test` kills builds and imports too, but a few times only.
		include: ['test/soak/**/*.test.ts', 'test/faults/{build,import}-kill.test.ts'],
		env: { KILLS: '60' },
		testTimeout: 30 * 60_000,
		hookTimeout: 120_000,
	},
});

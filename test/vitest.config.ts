import { defineConfig } from 'vitest/config';

/** Most files start servers, builds or a browser, and more of them at once would be short of time. */
export const WORKERS = 2;

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
					maxWorkers: WORKERS,
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
					maxWorkers: WORKERS,
				},
			},
		],
	},
});

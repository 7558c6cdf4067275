import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: ['test/{bench,contract,e2e,faults,release,server,soak}/**'],
				},
			},
			'test/contract/vitest.config.ts',
			'test/e2e/vitest.config.ts',
			{
				// Whole servers and builds, some of them killed: two at a time, so that they are not short of time.
				test: {
					name: 'faults',
					include: ['test/{bench,faults,release,server}/**/*.test.ts'],
					testTimeout: 60_000,
					hookTimeout: 120_000,
					maxWorkers: 2,
				},
			},
		],
	},
});

import { defineConfig } from 'vitest/config';

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
				},
			},
			'test/contract/vitest.config.ts',
			'test/e2e/vitest.config.ts',
			{
				// Whole servers and builds, some of them killed: two at a time, so that they are not short of time.
				test: {
					name: 'faults',
					include: ['test/{bench,faults,release,server}/**/*.test.ts'],
					testTimeout: 180_000,
					hookTimeout: 240_000,
					maxWorkers: 2,
				},
			},
		],
	},
});

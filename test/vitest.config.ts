import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		projects: [
			{ test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/{contract,e2e,faults}/**'] } },
			{
				test: {
					name: 'whole',
					include: ['test/{contract,e2e,faults}/**/*.test.ts'],
					testTimeout: 60_000,
					hookTimeout: 120_000,
					fileParallelism: false,
				},
			},
		],
	},
});

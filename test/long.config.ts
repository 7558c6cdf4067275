import { defineConfig } from 'vitest/config';
import { browserProject } from './e2e/project.ts';
import { PROCESSES } from './vitest.config.ts';

/**
 * `npm run test:long`: processes that are killed, floods of requests, checks of every page and of `npm run edit`, signing
 * in by e-mail and through providers, more random cases, and checks with tools that npx downloads.
 */
export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		projects: [
			{
				test: {
					name: 'faults',
					include: ['test/{bench,faults,tools}/**/*.test.ts'],
					globalSetup: ['support/fixtures.ts', 'support/postgres.ts'].map(
						(file) => new URL(file, import.meta.url).pathname,
					),
					testTimeout: 10 * 60_000,
					hookTimeout: 10 * 60_000,
					...PROCESSES,
				},
			},
			{
				test: {
					name: 'random',
					include: [
						'test/search/{invert,program-index,program-set}.test.ts',
						'test/site/affected.test.ts',
						'test/snapshot/random-edits.test.ts',
					],
					env: { RANDOM_RUNS: '5' },
					testTimeout: 10 * 60_000,
					...PROCESSES,
				},
			},
			{
				test: {
					name: 'accounts in PostgreSQL',
					include: ['test/accounts/*.test.ts'],
					// These are about SQLite, or use no database.
					exclude: [
						'test/accounts/{asvs,common-passwords,locked-state,password-cost,redact,same-origin,tables}.test.ts',
					],
					provide: { engine: 'PostgreSQL' },
					globalSetup: new URL('support/postgres.ts', import.meta.url).pathname,
					testTimeout: 120_000,
					hookTimeout: 120_000,
					...PROCESSES,
				},
			},
			browserProject({
				name: 'long browser',
				include: ['test/e2e/{edit,every-page,sign-in}/*.test.ts'],
			}),
		],
	},
});

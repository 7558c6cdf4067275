import { defineConfig } from 'vitest/config';
import { browserProject } from './e2e/project.ts';
import { LONG, NEED_POSTGRESQL, PROCESSES } from './vitest.config.ts';

/** Tests with short time limits: servers give PostgreSQL 250 ms for a query, and clients 10 s for a head. */
const ALONE = 'test/faults/{ctrl-c,postgres-*}.test.ts';
const support = (file: string) => new URL(`support/${file}`, import.meta.url).pathname;

/**
 * `npm run test:long`: the files named `*.long.test.ts`, processes that are killed or stopped, full disks, floods of
 * requests, the state in PostgreSQL, more random cases, and checks with tools that npx downloads.
 */
export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		projects: [
			{
				test: {
					name: 'faults',
					include: ['test/{bench,faults,tools}/**/*.test.ts', LONG],
					exclude: ['test/{contract,e2e}/**', ALONE],
					globalSetup: support('fixtures.ts'),
					testTimeout: 10 * 60_000,
					hookTimeout: 10 * 60_000,
					...PROCESSES,
				},
			},
			{
				test: {
					name: 'alone',
					include: [ALONE],
					globalSetup: [support('fixtures.ts'), support('postgres.ts')],
					testTimeout: 10 * 60_000,
					hookTimeout: 10 * 60_000,
					...PROCESSES,
					// After all others.
					sequence: { groupOrder: 1 },
					maxWorkers: 1,
				},
			},
			{
				test: {
					name: 'random',
					include: [
						'test/release/readable-snapshots.test.ts',
						'test/search/{invert,program-index,program-set}.test.ts',
						'test/website/rendering/affected.test.ts',
						'test/snapshot/{random-edits,redirects}.test.ts',
						'test/snapshot/changes/undo.test.ts',
					],
					env: { RANDOM_RUNS: '10' },
					testTimeout: 10 * 60_000,
					...PROCESSES,
				},
			},
			{
				test: {
					name: 'PostgreSQL',
					include: [
						...NEED_POSTGRESQL,
						// `npm test` runs these with SQLite.
						'test/accounts/*.test.ts',
						'test/accounts/attempts/attempts.test.ts',
						'test/accounts/mail/mail-queue.test.ts',
						'test/state/{claims,events,jobs,proposals,reviews,saved,state,trusted-clock,versions,visits,webhooks}.test.ts',
						'test/server/operator/settlements.test.ts',
					],
					// These are about SQLite, or use no database.
					exclude: ['test/accounts/{common-passwords,locked-state,password-cost,redact,same-origin,tables}.test.ts'],
					provide: { engine: 'PostgreSQL' },
					globalSetup: support('postgres.ts'),
					testTimeout: 120_000,
					hookTimeout: 120_000,
					...PROCESSES,
				},
			},
			{
				test: {
					name: 'contract in PostgreSQL',
					include: ['test/contract/*.test.ts'],
					// This test is about SQLite's files.
					exclude: ['test/contract/decisions-keys-files.test.ts'],
					provide: { engine: 'PostgreSQL', withAstro: true },
					globalSetup: new URL('contract/setup.ts', import.meta.url).pathname,
					testTimeout: 180_000,
					hookTimeout: 240_000,
					...PROCESSES,
					// Servers give PostgreSQL 250 ms for a query here too.
					sequence: { groupOrder: 2 },
					maxWorkers: 1,
				},
			},
			browserProject({ name: 'long browser', include: ['test/e2e/**/*.long.test.ts'] }),
		],
	},
});

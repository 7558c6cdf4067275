import { defineConfig } from 'vitest/config';
import { PROCESSES } from '../vitest.config.ts';

/**
 * What an operator goes through: each drill prints how many requests were sent and how many failed. The tests in other
 * folders are part of `npm run test:long` too.
 */
export default defineConfig({
	test: {
		root: new URL('../..', import.meta.url).pathname,
		include: [
			'test/faults/{postgres-faults,postgres-failover,postgres-servers,postgres-haproxy,full-disk}.test.ts',
			'test/faults/{damaged-release,lost-launcher,restart,upgrade}.test.ts',
			'test/accounts/mail/mail-queue.test.ts',
			'test/state/restore.test.ts',
			'test/drill/**/*.test.ts',
		],
		env: { DRILL_MINUTES: process.env.DRILL_MINUTES ?? '30', DRILL_KILLS: process.env.DRILL_KILLS ?? '200' },
		testTimeout: 60 * 60_000,
		hookTimeout: 240_000,
		globalSetup: ['fixtures', 'postgres'].map((name) => new URL(`../support/${name}.ts`, import.meta.url).pathname),
		maxWorkers: 1,
		execArgv: PROCESSES.execArgv,
		expect: PROCESSES.expect,
	},
});

import type { TestProjectInlineConfiguration } from 'vitest/config';
import { findBrowser } from '../support/find-browser.ts';
import { PROCESSES } from '../vitest.config.ts';

/**
 * A project of browser tests. Two directories are generated, built and served once for all its files: see setup.ts.
 * Without a browser, one skipped test says so.
 */
export function browserProject(test: NonNullable<TestProjectInlineConfiguration['test']>) {
	const files =
		findBrowser() === undefined
			? { include: ['test/e2e/no-browser.ts'] }
			: { ...test, globalSetup: new URL('setup.ts', import.meta.url).pathname };
	return {
		test: {
			name: test.name!,
			root: new URL('../..', import.meta.url).pathname,
			...files,
			testTimeout: 3 * 60_000,
			hookTimeout: 10 * 60_000,
			...PROCESSES,
		},
	} satisfies TestProjectInlineConfiguration;
}

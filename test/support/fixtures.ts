/** Makes the directories that `copyDirectory` copies. They are made once for all test files of a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { applicationVersion } from '../../src/release/application-version.ts';
import { installPages } from '../../src/release/compiled-pages.ts';
import { FIXTURES, fillDirectory } from './small-directory.ts';

export default async function setup(project: TestProject): Promise<() => void> {
	// As on a machine on which the software was installed, so that not each test compiles them.
	await installPages(applicationVersion());
	const folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	try {
		for (const [name, size] of Object.entries(FIXTURES)) await fillDirectory(join(folder, name), size);
		project.provide('fixtures', folder);
	} catch (error) {
		remove();
		throw error;
	}
	return remove;
}

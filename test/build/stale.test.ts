import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFiles, pagesAreWhole, serverFolder } from '../../src/build/build-site.ts';
import { staleness } from '../../src/build/stale.ts';
import { applicationVersion } from '../../src/release/application-version.ts';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import type { Manifest } from '../../src/release/manifest.ts';

const SITE = 'https://directory.example';

let out: string;

beforeAll(() => {
	out = mkdtempSync(join(tmpdir(), 'stale-'));
});
afterAll(() => rmSync(out, { recursive: true }));

/** Writes a release of this version and address, with these differences; says why it is stale. */
async function reasonOf(differences: Partial<Manifest>): Promise<string | undefined> {
	const folder = releaseFolder(out, 'one');
	mkdirSync(folder, { recursive: true });
	const counts = { organizations: 0, categories: 0, programs: 0, reviews: 0 };
	const own = { id: 'one', snapshot: 'data', application: applicationVersion(), site_url: SITE, counts, site: {} };
	writeFileSync(join(folder, FILES.manifest), JSON.stringify({ ...own, ...differences }));
	const stale = await staleness(out, 'one', SITE);
	if (stale !== undefined) expect(stale.snapshot).toBe('data');
	return stale?.reason;
}

describe('A release is stale', () => {
	test('when another version of the application built its website', async () => {
		expect(await reasonOf({ application: 'another' })).toBe(
			'The website was built by another version of this software.',
		);
	});

	test('when its website was built for another address', async () => {
		expect(await reasonOf({ site_url: 'https://old.example' })).toBe(
			'The website was built for https://old.example, and its address is now https://directory.example.',
		);
	});

	test('never, where it has no website', async () => {
		expect(await reasonOf({ application: 'another', site_url: undefined })).toBeUndefined();
	});
});

describe('The pages that are rendered on request are whole', () => {
	const version = `test-${process.pid}`;
	const folder = serverFolder(version);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('when every file is there as it was built', () => {
		expect(pagesAreWhole(version)).toBe(false);
		mkdirSync(join(folder, 'chunks'), { recursive: true });
		writeFileSync(join(folder, 'entry.mjs'), 'entry');
		writeFileSync(join(folder, 'chunks/one.mjs'), 'one');
		expect(pagesAreWhole(version)).toBe(false);
		writeFileSync(join(folder, 'files.json'), JSON.stringify(listFiles(folder)));
		expect(pagesAreWhole(version)).toBe(true);
		writeFileSync(join(folder, 'chunks/one.mjs'), 'two');
		expect(pagesAreWhole(version)).toBe(false);
		writeFileSync(join(folder, 'chunks/one.mjs'), 'one');
		rmSync(join(folder, 'entry.mjs'));
		expect(pagesAreWhole(version)).toBe(false);
	});
});

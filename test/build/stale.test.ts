import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { staleness } from '../../src/build/stale.ts';
import { siteVersion } from '../../src/config/site/site-version.ts';
import { applicationVersion, releaseId } from '../../src/release/application-version.ts';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import { ownFolder } from '../support/own-server.ts';

const SITE = 'https://directory.example';

const out = ownFolder();

/** Writes a release of this version and address, with these differences. Returns why it is stale. */
async function reasonOf(differences: Partial<Manifest>): Promise<string | undefined> {
	const folder = releaseFolder(out, 'one');
	mkdirSync(folder, { recursive: true });
	const counts = { organizations: 0, categories: 0, programs: 0, reviews: 0 };
	const inputs = {
		snapshot: 'data',
		application: applicationVersion(),
		configuration: siteVersion(),
		logos: '',
		expired: null,
		...differences,
	};
	const { site_url = SITE } = differences;
	const own = {
		id: releaseId(inputs, site_url),
		site_url,
		...inputs,
		counts,
		index_checksum: 0,
		kept_checksum: 0,
		packs: ['000000000000'],
		site: { pages: 0, bytes: 0, organizations: 0 },
	};
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

	test('when its website has other texts of the documentation', async () => {
		expect(await reasonOf({ id: 'another' })).toBe('The website was built by another version of this software.');
	});

	test('when its website was built with another configuration of the site', async () => {
		expect(await reasonOf({ configuration: 'another' })).toBe(
			'The website was built with another configuration of the site.',
		);
	});

	test('when its website was built for another address', async () => {
		expect(await reasonOf({ site_url: 'https://old.example' })).toBe(
			'The website was built for https://old.example, but its address is now https://directory.example.',
		);
	});

	test('never if it has no website', async () => {
		expect(await reasonOf({ application: 'another', site_url: undefined })).toBeUndefined();
	});
});

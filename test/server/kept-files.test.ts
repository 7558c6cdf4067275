import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import { storedFile } from '../../src/release/pack.ts';
import { currentRelease, publish } from '../../src/release/publish.ts';
import { changeManifest } from '../support/change-manifest.ts';
import { makePack } from '../support/make-pack.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';

/** The files that a page of an earlier release loads, and other files of that release. */
const HASHED = [
	'_astro/page.C4fe-_1x.css',
	'pagefind/0a1b2c3d4e5f6789/fragment/en_1a2b3c4.pf_fragment',
	'pagefind/0a1b2c3d4e5f6789/pagefind.en_1a2b3c4d5e.pf_meta',
	'pagefind/0a1b2c3d4e5f6789/pagefind-entry.json',
];
const OTHERS = ['only-earlier/index.html', 'only-earlier.css', '_astro/folder/deep.css', '_astro/index.html/x.css'];

const contentOf = (file: string) => Buffer.from(`of the earlier release: ${file}`);

// An earlier release with files that the current one does not have, and two damaged releases.
const directory = ownDirectory('site');
const earlier = copyOfCurrent('earlier');
const files = [...HASHED, ...OTHERS].map((file) => [file, storedFile(file, contentOf(file))] as const);
const name = basename(makePack(earlier, files), '.sqlite');
changeManifest(earlier, ({ packs }) => ({ packs: [name, ...packs] }));
changeManifest(copyOfCurrent('without-packs'), () => ({ packs: ['0123456789ab'] }));
rmSync(join(copyOfCurrent('without-manifest'), FILES.manifest));
const server = await ownServer(directory);

function copyOfCurrent(id: string): string {
	const { out } = directory;
	cpSync(releaseFolder(out, currentRelease(out)!), releaseFolder(out, id), { recursive: true });
	return releaseFolder(out, id);
}

async function get(target: string) {
	return requestOnce(server.port, 'GET', target);
}

async function switchTo(id: string): Promise<void> {
	publish(directory.out, id, 'build');
	const healthz = async () => String((await get('/healthz')).body);
	await expect.poll(healthz).toContain(id);
}

describe('A file of a release that is not the current one', () => {
	test.each(HASHED)('is served for open pages if its name contains a hash: %s', async (file) => {
		const { status, headers, body } = await get(`/${file}`);
		expect([status, body]).toEqual([200, contentOf(file)]);
		expect(headers.get('etag')).toMatch(/^W\/"[\w-]{16}"$/);
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('cache-control')).toContain('immutable');
	});

	test.each([
		...OTHERS.map((file) => `/${file}`),
		'/only-earlier/',
		'/_astro/nothing.css',
		'/_astro/',
		'/_astro',
		'/_astro/folder',
		'/_astro/../../manifest.json',
		'/_astro/..%2f..%2fmanifest.json',
		'/_astro/%2e%2e/manifest.json',
		'/_astro/..%5c..%5cmanifest.json',
		'/_astro/%00.css',
		'/pagefind/0a1b2c3d4e5f6789/..%2f..%2fonly-earlier.css',
		'/pagefind/../only-earlier.css',
	])('is not served otherwise: %s', async (target) => {
		const { status, headers } = await get(target);
		expect(status).toBe(404);
		expect(headers.get('cache-control')).not.toContain('immutable');
	});

	test('is served after the current release becomes an earlier one, until that is removed', async () => {
		const asset = /\/_astro\/[^"]+\.css/.exec(String((await get('/')).body))![0];
		const { out } = directory;
		const before = currentRelease(out)!;
		for (const id of ['later', 'latest']) {
			const folder = copyOfCurrent(id);
			const page = storedFile('index.html', Buffer.from('A page without files.'));
			const pack = basename(makePack(folder, [['index.html', page]]), '.sqlite');
			changeManifest(folder, () => ({ id, packs: [pack] }));
		}
		await switchTo('later');
		expect((await get(asset)).status).toBe(200);
		for (const id of [before, 'earlier']) rmSync(releaseFolder(out, id), { recursive: true });
		await switchTo('latest');
		expect((await get(asset)).status).toBe(404);
	});
});

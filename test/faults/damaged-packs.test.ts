import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { packFile } from '../../src/release/pack.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { currentSite } from '../support/current-site.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const SOON = { timeout: 30_000 };

const directory = ownDirectory('site');
const { out } = directory;
/** The folder of the current release. */
const release = releaseFolder(out, currentRelease(out)!);
/** The name of its pack with the website. */
const pack = (await readManifest(release)).packs[0]!;
let server: ServerProcess = await startServer(directory);
afterAll(() => server?.stop());

async function get(target: string, ...headers: string[]) {
	return requestOnce(server.port, 'GET', target, headers);
}

describe('A page with one wrong bit in its pack', () => {
	test('is not shown in any form, the log names the pack and the page, and other pages are shown', async () => {
		const site = await currentSite(directory.out);
		const body = site.get('programs/index.html')!.readBody();
		site.close();
		const file = packFile(release, pack);
		flipBitIn(file, body.subarray(0, 100), 60);
		await server.stop();
		server = await startServer(directory);
		for (const encoding of ['identity', 'br', 'gzip']) {
			const { status, headers, body } = await get('/programs/', `Accept-Encoding: ${encoding}`);
			expect([encoding, status, headers.get('cache-control')]).toEqual([encoding, 500, 'no-store']);
			if (encoding === 'identity') expect(String(body)).toContain('<h1>This page cannot be shown</h1>');
			const sentence = `The pack ${file} is damaged: programs/index.html cannot be read.`;
			const id = headers.get('x-request-id');
			const faults = () => server.log().filter(({ request_id, err }) => request_id === id && err !== undefined);
			await expect.poll(() => JSON.stringify(faults()), SOON).toContain(sentence);
		}
		expect((await get('/')).status).toBe(200);
		expect((await get('/categories/', 'Accept-Encoding: br')).status).toBe(200);
	});

	test('is shown again when the pack is deleted and the release built again, without a restart', async () => {
		rmSync(packFile(release, pack));
		await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out]);
		expect(releaseFolder(directory.out, currentRelease(directory.out)!)).toBe(release);
		const statusOf = async (path: string) => (await get(path)).status;
		await expect.poll(() => statusOf('/programs/'), SOON).toBe(200);
	});
});

import { cpSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { newPackName, packFile } from '../../src/release/pack.ts';
import { currentRelease, publish } from '../../src/release/publish.ts';
import { changeManifest } from '../support/change-manifest.ts';
import { currentSite } from '../support/current-site.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const SOON = { timeout: 30_000 };

let directory: SmallDirectory;
let server: ServerProcess;
/** The folder of the current release. */
let release: string;
/** The name of its pack with the website. */
let pack: string;

beforeAll(async () => {
	directory = copyDirectory('site');
	const { out } = directory;
	release = releaseFolder(out, currentRelease(out)!);
	pack = (await readManifest(release)).packs[0]!;
	server = await startServer(directory);
});
afterAll(async () => {
	await server?.stop();
	directory?.remove();
});

async function get(target: string, ...headers: string[]) {
	return requestOnce(server.port, 'GET', target, headers);
}

test('A large file is the same for every client, compressed or not', async () => {
	const site = await currentSite(directory.out);
	const large = [...site.files().keys()].filter((path) => site.get(path)!.size > 65_536);
	expect(large.length).toBeGreaterThan(0);
	for (const path of large) {
		const content = site.get(path)!.read();
		const answers = await Promise.all(Array.from({ length: 5 }, () => get(`/${path}`)));
		for (const { body } of answers) expect(body.equals(content)).toBe(true);
	}
	site.close();
});

describe('A release with a damaged pack', () => {
	test.each([
		['is missing', 'missing', (file: string) => rmSync(file)],
		['is cut short', 'damaged', (file: string) => truncateSync(file, statSync(file).size / 2)],
	])(
		'that %s is not served, the log names the pack, and the previous release is still served',
		async (_, fault, damage) => {
			const id = `with-${fault}`;
			const copy = releaseFolder(directory.out, id);
			cpSync(release, copy, { recursive: true });
			const own = newPackName();
			changeManifest(copy, ({ packs }) => ({ id, packs: packs.map((name) => (name === pack ? own : name)) }));
			const file = packFile(copy, own);
			cpSync(packFile(release, pack), file);
			damage(file);
			publish(directory.out, id, 'build');
			const logged = () => server.log().find(({ level, release }) => level === 'error' && release === id);
			await expect.poll(logged, SOON).toBeDefined();
			expect(JSON.stringify(logged())).toContain(`The pack ${file} is ${fault}.`);
			expect((await get('/')).status).toBe(200);
			expect((await get('/nothing/')).status).toBe(404);
			publish(directory.out, basename(release), 'build');
		},
	);
});

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

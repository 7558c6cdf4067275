/** A server on a disk that is too full for an exported file serves everything else. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { requestOnce } from '../support/raw-http.ts';
import { exitOf } from '../support/run-command.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

/** Arguments of `unshare` to run a script that mounts folders for itself only. */
const asMounter = (script: string) => ['--map-root-user', '--mount', 'sh', '-c', script];
/** On Linux, any user can mount, unless that is forbidden. */
const MAY_MOUNT = spawnSync('unshare', asMounter('mount -t tmpfs tmpfs /tmp')).status === 0;

describe.skipIf(!MAY_MOUNT)('A server with little space on the disk with the releases', () => {
	let directory: SmallDirectory;
	let disk: string;
	let server: ChildProcess;
	let port: number;
	const log: { readonly level?: string; readonly msg?: string; readonly err?: { readonly message: string } }[] = [];

	beforeAll(async () => {
		directory = copyDirectory('api');
		disk = mkdtempSync(join(tmpdir(), 'disk-'));
		// 40 kB are enough for the exported categories, but not for the reviews.
		const fill = `cat /dev/zero >"${disk}/rest" 2>/dev/null; truncate -s -40960 "${disk}/rest"`;
		const serve = `exec "${process.execPath}" scripts/serve.ts --out "${disk}" --state "${directory.state}" --port 0`;
		const script = `mount -t tmpfs -o size=8m tmpfs "${disk}" && cp -a "${directory.out}/." "${disk}" && ${fill}; ${serve}`;
		server = spawn('unshare', asMounter(script), { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
		createInterface(server.stdout!).on('line', (line) => log.push(JSON.parse(line)));
		const said = createInterface(server.stderr!);
		port = await new Promise((resolve, reject) => {
			said.on('line', (line) => / at http.*:(\d+)$/.test(line) && resolve(Number(/(\d+)$/.exec(line)![1])));
			said.on('close', () => reject(new Error('The server has ended.')));
		});
	});
	afterAll(async () => {
		server.kill();
		await exitOf(server);
		directory.remove();
		rmSync(disk, { recursive: true });
	});

	const get = (path: string) => requestOnce(port, 'GET', path, [`X-API-Key: ${directory.key}`]);

	test('answers 503, says in the log that the disk is full, and does not fill the disk again soon', async () => {
		for (let request = 1; request <= 3; request++) {
			const { status, headers, body } = await get('/v1/export/reviews.ndjson');
			expect([status, headers.get('retry-after')]).toEqual([503, '60']);
			expect(JSON.parse(String(body))).toEqual({
				code: 'UNAVAILABLE',
				error: 'The server cannot make this file at the moment. Try again in a few minutes.',
			});
		}
		const warnings = () => log.filter(({ level }) => level === 'warn');
		await expect.poll(() => warnings().length).toBe(1);
		expect(warnings()[0]!.msg).toBe('could not make a file for exports; will try again in a minute at the earliest');
		expect(warnings()[0]!.err!.message).toMatch(/^The disk with .* is full\. Free some space and try again\./);
	});

	test('leaves no unfinished file, so smaller files can still be made', async () => {
		expect((await get('/v1/export/categories.ndjson')).status).toBe(200);
		expect((await get('/v1/programs')).status).toBe(200);
	});
});

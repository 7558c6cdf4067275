/** A server on a disk that is too full for an exported file serves everything else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAY_MOUNT, serveWithDisks } from '../support/own-disks.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { listening, type ServerProcess } from '../support/running-server.ts';

describe.skipIf(!MAY_MOUNT)('A server with little space on the disk with the releases', () => {
	const directory = ownDirectory('api');
	let disk: string;
	let server: ServerProcess;

	beforeAll(async () => {
		disk = mkdtempSync(join(tmpdir(), 'disk-'));
		// 40 kB are enough for the exported categories, but not for the reviews.
		const fill = `{ cat /dev/zero >"${disk}/rest" 2>/dev/null; truncate -s -40960 "${disk}/rest"; }`;
		const script = `mount -t tmpfs -o size=8m tmpfs "${disk}" && cp -a "${directory.out}/." "${disk}" && ${fill}`;
		server = await listening(serveWithDisks(script, { out: disk, state: directory.state }));
	});
	afterAll(async () => {
		await server?.stop();
		rmSync(disk, { recursive: true });
	});

	const get = (path: string) => requestOnce(server.port, 'GET', path, [`X-API-Key: ${directory.key}`]);

	test('answers 503, says in the log that the disk is full, and does not fill the disk again soon', async () => {
		for (let request = 1; request <= 3; request++) {
			const { status, headers, body } = await get('/v1/export/reviews.ndjson');
			expect([status, headers.get('retry-after')]).toEqual([503, '60']);
			expect(JSON.parse(String(body))).toEqual({
				code: 'UNAVAILABLE',
				error: 'The server cannot make this file at the moment. Try again in a few minutes.',
			});
		}
		const warnings = () => server.log().filter(({ level }) => level === 'warn');
		await expect.poll(() => warnings().length).toBe(1);
		expect(warnings()[0]).toMatchObject({
			msg: 'could not make a file for exports; will try again in a minute at the earliest',
			err: { message: expect.stringMatching(/^The disk with .* is full\. Free some space and try again\./) },
		});
	});

	test('leaves no unfinished file, so smaller files can still be made', async () => {
		expect((await get('/v1/export/categories.ndjson')).status).toBe(200);
		expect((await get('/v1/programs')).status).toBe(200);
	});
});

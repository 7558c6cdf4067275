import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportsFolder } from '../../src/release/layout.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { changeDatabase } from '../support/change-database.ts';
import { currentFolder } from '../support/current-folder.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';

const REVIEWS = '/v1/export/reviews.ndjson';

const directory = ownDirectory('api');

const build = () =>
	succeed('build', ['--snapshot', snapshot, '--out', directory.out, '--only', 'api', '--drop-site', '--no-guard']);

/** A snapshot whose exported reviews are larger than the system's buffers for one connection. */
const snapshot = join(directory.folder, 'large.sqlite');
await succeed('generate', ['--snapshot', snapshot, '--programs', '400', '--reviews', '40000']);
await build();
changeDatabase(snapshot, "UPDATE reviews SET title = 'Another title'");
await build();
/** The folder of the release that replaces the one of the download. */
const next = currentRelease(directory.out)!;
await succeed('rollback', ['--out', directory.out]);
const server = await ownServer(directory);

test('A download ends whole after the release is replaced and removed', async () => {
	const { out, key } = directory;
	const download = await RawConnection.open(server.port);
	download.write(`GET ${REVIEWS} HTTP/1.1\r\nHost: directory.example\r\nX-API-Key: ${key}\r\n\r\n`);
	await once(download.socket, 'data');
	download.socket.pause();
	const head = () => requestOnce(server.port, 'HEAD', REVIEWS, [`X-API-Key: ${key}`]);
	const { headers } = await head();
	const before = currentFolder(out);
	await succeed('publish', [next, '--out', out]);
	await expect.poll(async () => (await head()).headers.get('x-snapshot')).not.toBe(headers.get('x-snapshot'));
	rmSync(before, { recursive: true });
	rmSync(exportsFolder(out), { recursive: true, force: true });
	download.socket.resume();
	const { status, body } = (await download.read())!;
	expect([status, body.length]).toEqual([200, Number(headers.get('content-length'))]);
	expect(`sha-256=:${createHash('sha256').update(body).digest('base64')}:`).toBe(headers.get('repr-digest'));
	download.close();
});

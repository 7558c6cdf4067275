import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportsFolder } from '../../src/release/layout.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { currentFolder } from '../support/current-folder.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const REVIEWS = '/v1/export/reviews.ndjson';

let directory: SmallDirectory;
/** A snapshot whose exported reviews are larger than the system's buffers for one connection. */
let snapshot: string;
let server: ServerProcess;
/** The folder of the release that replaces the one of the download. */
let next: string;

const build = () =>
	succeed('build', ['--snapshot', snapshot, '--out', directory.out, '--only', 'api', '--drop-site', '--no-guard']);

beforeAll(async () => {
	directory = copyDirectory('api');
	snapshot = join(directory.folder, 'large.sqlite');
	await succeed('generate', ['--snapshot', snapshot, '--programs', '400', '--reviews', '40000']);
	await build();
	const db = new Database(snapshot);
	db.exec("UPDATE reviews SET title = 'Another title'");
	db.close();
	await build();
	next = currentRelease(directory.out)!;
	await succeed('rollback', ['--out', directory.out]);
	server = await startServer(directory);
});
afterAll(async () => {
	await server?.stop();
	directory?.remove();
});

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

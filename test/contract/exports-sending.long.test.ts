import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOWNLOADS_OF_ACCOUNT } from '../../src/api/limits/api-limits.ts';
import { RawConnection } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import type { ServerProcess } from '../support/running-server.ts';
import { type Api, apiAt } from './api.ts';
import { CONTRACT, KEYS } from './contract.ts';
import { makeAccount, makeKey, revokeKey } from './keys.ts';
import { startNodeServer } from './servers.ts';

const { folder, state } = CONTRACT;
const [snapshot, out] = [join(folder, 'large.sqlite'), join(folder, 'out-large')];
const REVIEWS = '/v1/export/reviews.ndjson';
const ACCOUNT = 'mirror@site.example';

let server: ServerProcess;
let api: Api;
/** The size of the exported reviews: more than the system buffers for one connection. */
let size: number;

beforeAll(async () => {
	await succeed('generate', ['--snapshot', snapshot, '--programs', '20', '--reviews', '2000']);
	const db = new Database(snapshot);
	db.exec('UPDATE reviews SET body = hex(randomblob(5000))');
	db.close();
	await succeed('build', ['--snapshot', snapshot, '--out', out, '--only', 'api']);
	await makeAccount(state, ACCOUNT, 'free');
	server = await startNodeServer(out, state);
	api = apiAt('the Node server', server.port, KEYS.reading);
	size = Number((await api.get('/export/reviews.ndjson', { method: 'HEAD' })).headers.get('content-length'));
	expect(size).toBeGreaterThan(15_000_000);
});
afterAll(() => server?.stop('SIGKILL'));

/** Starts a download and reads nothing after the first bytes. */
async function startDownload(key: string): Promise<RawConnection> {
	const connection = await RawConnection.open(server.port);
	connection.write(`GET ${REVIEWS} HTTP/1.1\r\nHost: directory.example\r\nX-API-Key: ${key}\r\n\r\n`);
	await once(connection.socket, 'data');
	connection.socket.pause();
	return connection;
}

/** Reads the rest of a download. Returns the number of bytes. */
async function readRest({ socket }: RawConnection): Promise<number> {
	const before = socket.bytesRead;
	socket.resume();
	if (!socket.destroyed) await Promise.race([once(socket, 'close'), once(socket, 'end')]);
	return socket.bytesRead - before;
}

async function newKey() {
	return makeKey(state, ACCOUNT);
}

test('Revoking the key stops a download', async () => {
	const { key, id } = await newKey();
	const download = await startDownload(key);
	await revokeKey(state, id);
	await readRest(download);
	expect(download.socket.bytesRead).toBeLessThan(size);
	expect((await api.get('/export', { key })).status).toBe(401);
});

test('A slow reader gets the whole file', async () => {
	const download = await startDownload(KEYS.reading);
	const { socket } = download;
	for (const part of [size / 4, size / 2]) {
		await sleep(500);
		socket.resume();
		while (socket.bytesRead < part) await once(socket, 'data');
		socket.pause();
	}
	socket.resume();
	while (socket.bytesRead < size) await once(socket, 'data');
	expect(await download.read()).toMatchObject({ status: 200, body: { length: size } });
	download.close();
});

test('An account can have a limited number of running downloads, and one that ends makes room', async () => {
	const [{ key }, { key: other }] = [await newKey(), await newKey()];
	const running = await Promise.all(Array.from({ length: DOWNLOADS_OF_ACCOUNT }, () => startDownload(other)));
	const answer = await api.get('/export/reviews.ndjson', { key });
	expect(answer.status).toBe(429);
	expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
	expect((await api.get('/export/reviews.ndjson', { key, method: 'HEAD' })).status).toBe(200);
	expect((await api.get('/export', { key })).status).toBe(200);
	for (const download of running) download.close();
	const range = { key, headers: { Range: 'bytes=0-9' } };
	await expect.poll(async () => (await api.get('/export/reviews.ndjson', range)).status).toBe(206);
});

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/own-server.ts';
import { RawConnection } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { startServer } from '../support/running-server.ts';

/** The longest name, of four-byte characters. */
const LONG_NAME = '💸'.repeat(200);

const copy = ownDirectory('api');
makeLargeCategories(copy.snapshot);
/** A release whose list of categories is longer than what the system buffers for a connection. */
const directory = { ...copy, out: join(copy.folder, 'large') };
await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out, '--only', 'api']);

test('A server that is stopping finishes a response that a slow client is still reading', async () => {
	const server = await startServer(directory);
	const connection = await RawConnection.open(server.port);
	connection.socket.pause();
	const answer = connection.request('GET', '/v1/categories', [`X-API-Key: ${directory.key}`]);
	await expect.poll(() => connection.socket.bytesRead).toBeGreaterThan(0);
	const stopped = server.stop();
	await expect.poll(() => isOpen(server.port)).toBe(false);
	connection.socket.resume();
	expect(JSON.parse(String((await answer)?.body)).data.at(-1).name).toBe(LONG_NAME);
	expect(await stopped).toBe(0);
});

test('Requests that wait behind a response are checked in their turn: a key revoked in the meantime is refused', async () => {
	const server = await startServer(directory);
	const wish = ['create', '--account', 'ada@site.example', '--name', 'waits', '--json'];
	const { id, key } = JSON.parse(await succeed('keys', [...wish, '--state', directory.state]));
	const connection = await RawConnection.open(server.port);
	connection.socket.pause();
	for (const path of ['categories', 'programs', 'programs']) {
		connection.write(`GET /v1/${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`);
	}
	await expect.poll(() => connection.socket.bytesRead).toBeGreaterThan(0);
	await succeed('keys', ['revoke', id, '--state', directory.state]);
	connection.socket.resume();
	for (const status of [200, 401, 401]) expect((await connection.read())?.status).toBe(status);
	expect(await server.stop()).toBe(0);
});

/** Whether a server accepts new connections. */
function isOpen(port: number): Promise<boolean> {
	return RawConnection.open(port).then(
		(connection) => {
			connection.close();
			return true;
		},
		() => false,
	);
}

/** Makes the list of categories 9 MB long. */
function makeLargeCategories(snapshot: string): void {
	const db = new Database(snapshot);
	const add = db.prepare('INSERT INTO categories (slug, name) VALUES (?, ?)');
	db.transaction(() => {
		for (let index = 0; index < 10_000; index++) add.run(`zzz-large-${index}`, LONG_NAME);
	})();
	db.close();
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { RawConnection } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;
let server: ServerProcess;

beforeAll(async () => {
	directory = copyDirectory('api');
	server = await startServer(directory);
});
afterAll(async () => {
	await server?.stop();
	directory?.remove();
});

test('A server disconnects a client that sends half a head', async () => {
	const start = performance.now();
	const connection = await RawConnection.open(server.port);
	connection.write(`GET /v1/programs HTTP/1.1\r\nHost: a\r\nX-API-Key: ${directory.key}\r\nX-Slow: `);
	const response = await connection.read();
	const waited = performance.now() - start;
	expect(waited).toBeGreaterThan(9000);
	// Without the limit of this server, Node would wait for a minute.
	expect(waited).toBeLessThan(50_000);
	if (response !== undefined) expect(response.status).toBe(408);
	expect(await connection.read()).toBeUndefined();
});

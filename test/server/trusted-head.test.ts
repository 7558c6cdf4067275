import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { writeTrustedHead } from '../../src/server/trusted-head.ts';

const IDLE = 12_000;
const BODY = Buffer.from('{"data":[]}');

/** What a server sends for one request, when its head is written so, as it comes over the connection. */
async function sentBy(status: number, way: 'trusted' | 'node', body: string | Buffer): Promise<string> {
	const common = ['Cache-Control', 'private, no-cache', 'Content-Type', 'application/json'];
	const headers = ['X-Request-Id', 'a-1', 'Content-Length', String(body.length)];
	const server = createServer({ keepAliveTimeout: IDLE }, (_, response) => {
		if (way === 'node') response.writeHead(status, [...common, ...headers]);
		else
			writeTrustedHead(response, { status, common, headers, body: BODY, requestId: 'a-1', keyPrefix: undefined }, IDLE);
		response.end(body, 'latin1');
		server.close();
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
	socket.write('GET / HTTP/1.1\r\nHost: site.example\r\n\r\n');
	let sent = '';
	for await (const part of socket) {
		sent += part;
		if (sent.endsWith(String(BODY))) break;
	}
	return sent.replace(/(?<=\r\nDate: )\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/, 'a date');
}

describe('writeTrustedHead', () => {
	test.each([200, 401, 404, 429, 500])('with status %i sends what writeHead sends, byte for byte', async (status) => {
		for (const body of [BODY, BODY.toString('latin1')]) {
			const sent = await sentBy(status, 'trusted', body);
			expect(sent).toBe(await sentBy(status, 'node', body));
			expect(sent).toContain('\r\nDate: a date\r\n');
		}
	});
});

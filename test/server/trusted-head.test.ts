import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { Content } from '../../src/api/content.ts';
import { HeaderGroup } from '../../src/http/header-group.ts';
import { writeTrustedHead } from '../../src/server/trusted-head.ts';

const IDLE = 12_000;
const BODY = Buffer.from('{"data":["é"]}');

type Way = 'node' | 'trusted' | 'trusted, with the body';

/** What a server sends for one request, when its head is written so, as it comes over the connection. */
async function sentBy(status: number, way: Way): Promise<string> {
	const pairs = ['Cache-Control', 'private, no-cache', 'X-Request-Id', 'a-1', 'Content-Length', String(BODY.length)];
	const headers = [new HeaderGroup(pairs.slice(0, 2)), new HeaderGroup(pairs.slice(2))];
	const answer = { status, headers, content: new Content(BODY, 'once'), requestId: 'a-1', keyPrefix: undefined };
	const server = createServer({ keepAliveTimeout: IDLE }, (_, response) => {
		if (way === 'node') response.writeHead(status, pairs).end(BODY);
		else if (way === 'trusted') {
			writeTrustedHead(response, answer, IDLE);
			response.end(BODY);
		} else {
			writeTrustedHead(response, answer, IDLE, BODY.toString('latin1'));
			response.end();
		}
		server.close();
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
	socket.write('GET / HTTP/1.1\r\nHost: site.example\r\n\r\n');
	let sent = '';
	for await (const part of socket) {
		sent += part;
		if (sent.endsWith(BODY.toString('latin1'))) break;
	}
	return sent.replace(/(?<=\r\nDate: )\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/, 'a date');
}

describe('writeTrustedHead', () => {
	test.each([200, 401, 404, 429, 500])('with status %i sends what writeHead sends, byte for byte', async (status) => {
		const expected = await sentBy(status, 'node');
		expect(expected).toContain('\r\nDate: a date\r\n');
		expect(await sentBy(status, 'trusted')).toBe(expected);
		expect(await sentBy(status, 'trusted, with the body')).toBe(expected);
	});
});
